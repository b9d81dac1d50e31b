"""A peer whose compiler or runtime is not on this machine takes no part, and says which package brings it."""

from pathlib import Path

import pytest

from wirebed.errors import UserError
from wirebed.peers import discover
from wirebed_build.languages import discovery, setup
from wirebed_build.languages.packages import missing, why_not


def write(root: Path, name: str, text: str) -> None:
    (root / name).mkdir(exist_ok=True)
    (root / name / "peer.yaml").write_text(f"name: {name}\nlanguage: L\n{text}")


@pytest.fixture
def root(tmp_path):
    """Peers `a`, which lacks something, `b`, which needs it, and `c`."""
    write(tmp_path, "a", "packages: {no-such-compiler: nsc-17, /no/such/file.h: nsc-dev, sh: dash}\nrun: [sh]\n")
    write(tmp_path, "b", "needs: [a]\nrun: ['{build}/b']\n")
    write(tmp_path, "c", "run: ['{build}/c']\n")
    return tmp_path


def test_a_peer_is_left_out_with_the_command_to_install_its_packages(root):
    out = discovery.left_out(discovery.in_folder(root))
    told = "no-such-compiler and /no/such/file.h are missing: apt-get install nsc-17 nsc-dev"
    assert out == {"a": told, "b": f"needs a: {told}"}
    assert {one.name: one.left_out for one in discover(root)} == {**out, "c": None}


def test_a_command_is_needed_without_an_entry(root):
    write(root, "a", "build: [{name: x, command: [no-such-compiler, x]}]\nrun: ['no-such-runtime', x]\n")
    told = "no-such-runtime and no-such-compiler are missing, and its peer.yaml names no package with them"
    assert discovery.left_out(discovery.in_folder(root))["a"] == told


def test_a_command_that_only_a_prebuilt_step_needs(root, monkeypatch):
    write(root, "a", "packages: {no-such-download: nsd}\nprebuilt: [no-such-download]\nrun: [sh]\n")
    assert "a" in discovery.left_out(discovery.in_folder(root))
    monkeypatch.setenv("WIREBED_PREBUILT", "/package")
    assert "a" not in discovery.left_out(discovery.in_folder(root))


def test_only_setup_checks_versions():
    needs = {"packages": {"python3>=3": "python3", "bash>=99": "bash"}}
    assert missing(needs) == {}
    assert missing(needs, versions=True) == {"bash>=99": "bash"}
    assert why_not(needs) is None


def test_each_kind_has_its_own_packages(root, monkeypatch, capsys):
    lines = ["packages: {/no/a.h: a-dev}", "test_packages: {no-such-tool: a-tool}", "run: [sh]"]
    lines.append("bench: {harness: h, version: 1, run: [sh], packages: {/no/bench.h: bench-dev}}")
    lines.append("echo: {run: [sh], packages: {/no/echo.h: echo-dev}}")
    write(root, "a", "\n".join(lines))
    monkeypatch.setattr(setup, "ROOT", root)
    for kind, package in {"peers": "a-dev", "tests": "a-tool", "bench": "bench-dev", "echo": "echo-dev"}.items():
        setup.main(kind)
        assert package in capsys.readouterr().out.split()
    setup.main("tests", "bench")
    assert capsys.readouterr().out.split() == ["a-tool", "bench-dev"]


def test_a_benchmark_program_has_packages_of_its_own(root):
    write(root, "c", "run: ['{build}/c']\nbench: {harness: h, version: 1, run: [r], packages: {/no/bench.h: b-dev}}\n")
    (peer,) = (peer for peer in discovery.in_folder(root) if peer.name == "c")
    assert (
        peer.program("bench") is None
        and peer.no_program("bench") == "/no/bench.h and r are missing: apt-get install b-dev"
    )
    assert discovery.left_out(discovery.in_folder(root)).get("c") is None


def test_packages_must_be_a_mapping(root):
    write(root, "c", "run: [sh]\npackages: [gcc]\n")
    with pytest.raises(UserError, match="`packages:` is a command or a file -> its package"):
        discovery.in_folder(root)
