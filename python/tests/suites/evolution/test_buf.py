"""The verdicts of `buf breaking` that are checked in: of today's files, and as `make buf` writes them."""

import shutil

import pytest

from wirebed.bed import Bed
from wirebed.errors import UserError
from wirebed.report.steps import buf_verdicts
from wirebed.suites.evolution.trees import stage
from wirebed_safe_change import buf


@pytest.fixture
def bed(tmp_path):
    for version, type_ in (("v1", "int32"), ("v2", "int64")):
        path = tmp_path / "proto" / "evolution" / "s1" / f"{version}.proto"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'syntax = "proto3";\npackage evolution.s1;\nmessage M {{ {type_} a = 1; }}\n')
    return Bed.open(tmp_path)


def verdicts(bed, **files):
    rules = {category: ["FIELD_SAME_TYPE"] if category == "FILE" else [] for category in buf_verdicts.CATEGORIES}
    return buf_verdicts.Verdicts("1.2.3", dict.fromkeys(files, rules), files)


def test_every_step_has_a_verdict_on_its_current_files():
    bed = Bed.open()
    assert buf.outdated(bed) == [], "buf has not seen these steps as they are: `make buf`, and commit its file"
    assert buf_verdicts.load(bed).version == buf.VERSION, "these are the verdicts of another buf: `make buf`"


def test_what_is_written_is_read(bed):
    written = verdicts(bed, s1=buf.hash_of(bed.proto_root / "evolution" / "s1"))
    path = buf_verdicts.path_of(bed)
    path.parent.mkdir(parents=True)
    path.write_text(buf.render(written))
    assert buf_verdicts.load(bed) == written
    assert (
        buf_verdicts.load(bed).of("s1", "FILE") == ["FIELD_SAME_TYPE"]
        and buf_verdicts.load(bed).of("s2", "FILE") is None
    )
    assert buf.outdated(bed) == []


def test_an_edited_new_or_removed_step_is_outdated(bed):
    path = buf_verdicts.path_of(bed)
    path.parent.mkdir(parents=True)
    assert buf.outdated(bed) == ["s1"]
    path.write_text(buf.render(verdicts(bed, s0="00", s1=buf.hash_of(bed.proto_root / "evolution" / "s1"))))
    assert buf.outdated(bed) == ["s0"]
    with (bed.proto_root / "evolution" / "s1" / "v2.proto").open("a") as file:
        file.write("// edited\n")
    assert buf.outdated(bed) == ["s0", "s1"]


def test_a_file_of_another_form(bed):
    path = buf_verdicts.path_of(bed)
    path.parent.mkdir(parents=True)
    path.write_text("version: 1\nsteps: [s1]\n")
    with pytest.raises(UserError, match="this is not what `make buf` writes"):
        buf_verdicts.load(bed)


def test_findings_go_to_their_steps():
    packages = {"evolution.a": "a", "evolution.b.v1": "b"}
    assert buf._step({"path": "evolution/a.proto", "type": "X"}, packages) == "a"
    told = 'Previously present package "evolution.b.v1" was deleted.'
    assert buf._step({"type": "PACKAGE_NO_DELETE", "message": told}, packages) == "b"
    with pytest.raises(UserError, match="no step"):
        buf._step({"type": "X", "message": "something"}, packages)


def program_that(folder, script):
    program = folder / "buf"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return program


def checked(bed, tmp_path, monkeypatch, script):
    monkeypatch.setattr(buf, "_HOME", tmp_path / "buf-home")
    try:
        return buf.check(program_that(tmp_path, script), bed, buf.steps_of(bed))
    finally:
        for tree in stage(bed).values():
            shutil.rmtree(tree.dir, ignore_errors=True)


def test_a_step_that_buf_refuses_is_left_out(bed, monkeypatch, tmp_path):
    other = bed.proto_root / "evolution" / "s2"
    shutil.copytree(bed.proto_root / "evolution" / "s1", other)
    for path in other.iterdir():
        path.write_text(path.read_text().replace("evolution.s1", "evolution.s2"))
    told = 'Failure:\u00a0message "evolution.s2.M" is a MessageSet'
    finding = '{"path":"evolution/s1.proto","type":"FIELD_SAME_TYPE"}'
    script = f"[ -e evolution/s2.proto ] && echo '{told}' >&2 && exit 1\necho '{finding}'; exit 100"
    found = checked(bed, tmp_path, monkeypatch, script)
    assert found.steps == {"s1": dict.fromkeys(buf_verdicts.CATEGORIES, ["FIELD_SAME_TYPE"])}
    assert found.refused == {"s2": 'Failure: message "evolution.s2.M" is a MessageSet'}
    path = buf_verdicts.path_of(bed)
    path.parent.mkdir(parents=True)
    path.write_text(buf.render(found))
    assert buf_verdicts.load(bed) == found and buf.outdated(bed) == [] and found.of("s2", "WIRE") is None


@pytest.mark.parametrize("told", ["no disk", 'message "evolution.other.M" is a MessageSet'])
def test_a_failure_of_no_step_is_one_of_all(bed, monkeypatch, tmp_path, told):
    with pytest.raises(UserError, match="buf could not compare the steps: .*" + told):
        checked(bed, tmp_path, monkeypatch, f"echo '{told}' >&2; exit 1")


def test_without_npm(monkeypatch, tmp_path):
    monkeypatch.setattr(buf, "_HOME", tmp_path)
    monkeypatch.setattr(buf.shutil, "which", lambda name: None)
    with pytest.raises(UserError, match="there is no npm"):
        buf.install()


def test_a_bed_without_steps(tmp_path):
    (tmp_path / "proto").mkdir()
    with pytest.raises(UserError, match="there is no step"):
        buf.steps_of(Bed.open(tmp_path))


def test_what_steps_import_is_staged_in_both_versions(bed, monkeypatch, tmp_path):
    monkeypatch.setattr(buf, "_HOME", tmp_path / "buf")
    shared, step = bed.proto_root / "acme" / "money.proto", bed.proto_root / "evolution" / "s1" / "v2.proto"
    shared.parent.mkdir()
    shared.write_text('syntax = "proto3";\npackage acme;\nmessage Money {}\n')
    step.write_text(step.read_text().replace("message M", 'import "acme/money.proto";\nmessage M'))
    try:
        staged = buf._stage(bed, buf.steps_of(bed))
    finally:
        for tree in stage(bed).values():
            shutil.rmtree(tree.dir, ignore_errors=True)
    names = ["acme/money.proto", "evolution/s1.proto"]
    for version in ("v1", "v2"):
        assert (
            sorted(p.relative_to(staged / version).as_posix() for p in staged.rglob(f"{version}/**/*.proto")) == names
        )


def test_what_buf_cannot_compile_is_no_verdict(tmp_path):
    (tmp_path / "v2").mkdir()
    told = '{"path":"evolution/s1.proto","start_line":4,"type":"COMPILE","message":"no such file"}'
    program = program_that(tmp_path, f"echo '{told}'\nexit 100")
    with pytest.raises(UserError, match=r"could not compile the steps \(WIRE\):\nevolution/s1.proto:4: no such file"):
        buf._breaking(program, tmp_path, "WIRE")
