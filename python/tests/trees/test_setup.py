"""What python/bootstrap does with a checkout that was copied, or cannot be written. It stops before it installs."""

import os
import shutil
import subprocess
import sys

import pytest

from wirebed.bed import ROOT

LOCKS = ("requirements", "libraries")


@pytest.fixture
def checkout(tmp_path):
    """The files that setup reads, and what a build has left."""
    root = tmp_path / "checkout"
    of_python = ("bootstrap", "pyproject.toml", *(f"{name}.{kind}" for name in LOCKS for kind in ("in", "lock")))
    for name in (*(f"python/{name}" for name in of_python), "proto/wirebed/peer.proto"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    for name in ("cpp/CMakeCache.txt", "stamps/interop.json", "stamps/bootstrap", "report/interop.jsonl"):
        (root / "build" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "build" / name).write_text("of a build")
    stub = tmp_path / "bin" / "python3"
    stub.parent.mkdir()
    stub.write_text(f'#!/bin/sh\ncase "$*" in "-m venv"*) exit 1 ;; esac\nexec {sys.executable} "$@"\n')
    stub.chmod(0o755)
    return root


def setup(checkout, *before: str) -> subprocess.CompletedProcess:
    env = {**os.environ, "PATH": f"{checkout.parent / 'bin'}:{os.environ['PATH']}"}
    command = [*before, "python/bootstrap"]
    return subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True, check=False)


def test_the_build_of_another_place_is_removed(checkout):
    (checkout / "build/stamps/bootstrap.place").write_text("/elsewhere\n")
    done = setup(checkout)
    assert "setup: build/ was made in /elsewhere: all of it is made anew here\n" in done.stdout
    left = {path.relative_to(checkout / "build").as_posix() for path in (checkout / "build").rglob("*")}
    assert not left & {"cpp", "stamps/interop.json"} and "report/interop.jsonl" in left
    assert (checkout / "build/stamps/bootstrap.place").read_text() == f"{checkout}\n"


def test_the_scripts_of_the_environment_are_of_this_place(checkout):
    """Those of the original would check and test the original."""
    (checkout / "build/stamps/bootstrap.place").write_text("/elsewhere\n")
    programs = checkout / "build/venv/bin"
    programs.mkdir(parents=True)
    (programs / "python").symlink_to(sys.executable)
    (programs / "uv").write_text('#!/bin/sh\n[ "$1" = --version ]\n')
    (programs / "tool").write_text("#!/elsewhere/build/venv/bin/python\nprint()\n")
    (programs / "far").write_text("#!/bin/sh\n'''exec' \"/far away/build/venv/bin/python\" \"$0\" \"$@\"\n' '''\n")
    for name in ("uv", "tool", "far"):
        (programs / name).chmod(0o755)
    setup(checkout)
    assert (programs / "tool").read_text() == f"#!{programs}/python\nprint()\n"
    assert f'exec\' "{programs}/python" ' in (programs / "far").read_text()
    assert os.access(programs / "tool", os.X_OK)


def test_help_removes_nothing(checkout):
    (checkout / "build/stamps/bootstrap.place").write_text("/elsewhere\n")
    shutil.copy(ROOT / "python/wirebed", checkout / "python")
    (checkout / "python/src").symlink_to(ROOT / "python/src")
    for name in ("python", "typer"):
        program = checkout / "build/venv/bin" / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        program.chmod(0o755)
    before = sorted((checkout / "build").rglob("*"))
    done = subprocess.run(["python/wirebed", "interop", "--help"], cwd=checkout, capture_output=True, text=True)
    assert "Usage: wirebed interop" in done.stdout and "setup" not in done.stdout + done.stderr
    assert sorted((checkout / "build").rglob("*")) == before


@pytest.mark.parametrize("name", LOCKS)
def test_an_edit_that_was_not_resolved_is_told(checkout, name):
    """Else the run would go on with the old versions."""
    with (checkout / f"python/{name}.in").open("a") as file:
        file.write("other==1.0\n")
    done = setup(checkout)
    assert done.returncode == 2
    text = f"python/{name}.lock was not made of this python/{name}.in; make lock brings it up to date"
    assert done.stderr == f"setup: {text}\n"


@pytest.mark.parametrize("place", [None, "here"])
def test_the_build_of_this_place_stays(checkout, place):
    if place:
        (checkout / "build/stamps/bootstrap.place").write_text(f"{checkout}\n")
    assert "made anew" not in setup(checkout).stdout
    assert (checkout / "build/cpp/CMakeCache.txt").exists()


def test_a_checkout_that_cannot_be_written(checkout):
    shutil.rmtree(checkout / "build")
    alone = ["unshare", "--user", "--map-root-user", "--mount", "bash", "-c"]
    if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody mount anything")
    done = setup(checkout, *alone, 'mount --bind . . && mount -o remount,ro,bind "$PWD" && cd "$PWD" && exec "$0"')
    assert done.returncode == 2
    assert done.stderr == f"setup: {checkout}/build cannot be written: use a copy of the checkout that can\n"
