"""Schema trees: which files, what protoc says of a bad one, and when nothing needs to be made."""

import os
from pathlib import Path

import pytest

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed_build.languages import discovery
from wirebed_build.trees import fingerprint, tree
from wirebed_build.trees.fingerprint import FileHashes


@pytest.fixture
def bed(tmp_path, monkeypatch):
    """A bed of one's own, built below a temporary folder."""
    monkeypatch.setattr(tree, "BUILD", tmp_path / "build")
    monkeypatch.setattr("wirebed.bed.folders.BUILD", tmp_path / "build")
    monkeypatch.setattr(fingerprint, "STAMPS", tmp_path / "build" / "stamps")
    write(tmp_path / "bed/proto/json/a.proto", 'import "common/b.proto"; message Object { Common class = 1; }')
    write(tmp_path / "include/common/b.proto", "message Common { int32 int = 1; }")
    return Bed.open(tmp_path / "bed", tmp_path / "include")


def write(path: Path, text: str):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'syntax = "proto3";\n{text}\n')


def hashes(bed: Bed) -> FileHashes:
    return FileHashes(bed.tree_dir.parent / "hashes.json")


def make(bed: Bed) -> bool:
    return tree.make_schema(tree.Tree.of_bed(bed), hashes(bed))


def test_own_and_imported_files(bed):
    assert make(bed)
    schema = Schema.load(bed.tree_dir)
    assert schema.own_files == ("json/a.proto",)
    assert schema.messages == ("Common", "Object")
    names = [line.split("\t")[0] for line in (bed.tree_dir / "proto.list").read_text().splitlines()]
    assert names == ["common/b.proto", "json/a.proto"]


def test_nothing_is_made_twice_and_every_change_counts(bed):
    make(bed)
    assert not make(bed)
    imported = bed.include[0] / "common/b.proto"
    os.utime(imported, ns=(1, 1))
    assert not make(bed), "a new modification time alone is no change"
    write(imported, "message Common { int32 int = 1; int32 more = 2; }")
    assert make(bed)
    write(bed.proto_root / "new.proto", "message New {}")
    assert make(bed)
    (bed.proto_root / "new.proto").unlink()
    assert make(bed)
    write(bed.proto_root / "common/b.proto", "message Common { int32 shadow = 1; }")
    assert make(bed), "an import that resolves to another file is a change"


def test_files_of_removed_messages_are_removed(bed):
    write(bed.proto_root / "new.proto", "package new; message New {}")
    made = tree.Tree.of_bed(bed)
    for expected in ({"Common.xsd", "Object.xsd", "new.New.xsd"}, {"Common.xsd", "Object.xsd"}):
        tree.make_schema(made, hashes(bed))
        assert tree.make_plain(made, discovery.discover(["python"]), hashes(bed))
        assert {path.name for path in (made.dir / "xsd").iterdir()} == expected
        assert (made.dir / "plain" / "python" / "plain" / "new" / "__init__.py").exists() == ("new.New.xsd" in expected)
        (bed.proto_root / "new.proto").unlink(missing_ok=True)
        made = tree.Tree.of_bed(bed)


def test_a_schema_that_does_not_compile_gives_protocs_message_and_the_place(bed, monkeypatch):
    monkeypatch.chdir(bed.root)
    write(bed.proto_root / "json/a.proto", "message Object {\n  Nothing class = 1; }")
    with pytest.raises(UserError) as raised:
        make(bed)
    assert str(raised.value) == 'proto/json/a.proto:3:3: "Nothing" is not defined.'


def test_a_file_that_is_not_utf8_is_named_with_the_place(bed, monkeypatch):
    monkeypatch.chdir(bed.root)
    path = bed.proto_root / "json/a.proto"
    write(path, "message Object {}\n// caf")
    path.write_bytes(path.read_bytes().rstrip() + b"\xe9\n")
    with pytest.raises(UserError) as raised:
        make(bed)
    reason = "the byte 0xe9 is not UTF-8, in which a .proto file is written"
    assert str(raised.value) == f"proto/json/a.proto:3:7: {reason}"


def test_a_folder_interop_is_all_of_the_tree(bed):
    write(bed.proto_root / "interop/only.proto", "message Only {}")
    assert tree.Tree.of_bed(bed).files == ("interop/only.proto",)


def test_evolution_and_reserved_folders_are_not_of_the_tree(bed):
    for name in ("evolution/step/v1.proto", "wirebed/options.proto", "google/protobuf/any.proto"):
        write(bed.proto_root / name, "")
    assert tree.Tree.of_bed(bed).files == ("json/a.proto",)


def test_a_folder_that_is_no_bed_is_an_error(tmp_path):
    with pytest.raises(UserError, match="is no bed"):
        Bed.open(tmp_path)
    (tmp_path / "proto").mkdir()
    with pytest.raises(UserError, match="there is no .proto file"):
        tree.Tree.of_bed(Bed.open(tmp_path))
    with pytest.raises(UserError, match="INCLUDE=.* is not a folder"):
        Bed.open(tmp_path, str(tmp_path / "none"))


def test_unknown_messages_name_similar_ones(bed):
    make(bed)
    with pytest.raises(UserError, match='unknown message "Objekt"; near: "Object"'):
        Schema.load(bed.tree_dir).message("Objekt")
