"""Two folders of schemas become two trees; what is wrong with a folder is told at once."""

import pytest

from wirebed.bed import ROOT, Bed
from wirebed.errors import UserError
from wirebed.suites.evolution.plan import Selection
from wirebed_safe_change.command import MODES, Run, main
from wirebed_safe_change.folders import tree_of


def put(folder, **files):
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.proto"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'syntax = "proto3";\n{text}')
    return folder


def test_all_files_below_and_where_imports_resolve(tmp_path):
    put(tmp_path / "schemas", a='import "deep/b.proto";', deep__b="message B {}")
    tree = tree_of("OLD", str(tmp_path / "schemas"), (tmp_path,))
    assert tree.files == ("a.proto", "deep/b.proto")
    assert tree.roots == (tmp_path / "schemas", tmp_path, ROOT / "proto")


def test_files_that_import_one_another_from_above_the_folder(tmp_path):
    put(tmp_path / "acme", a='import "acme/deep/b.proto";', deep__b="message B {}")
    tree = tree_of("OLD", str(tmp_path / "acme"), ())
    assert tree.files == ("acme/a.proto", "acme/deep/b.proto")
    assert tree.roots[0] == tmp_path


def test_the_place_names_the_tree_so_that_a_change_in_new_builds_nothing_of_old(tmp_path):
    old, new = put(tmp_path / "old", a="message A {}"), put(tmp_path / "new", a="message A {}")
    before = tree_of("OLD", str(old), ()).name
    put(new, a="message A { int32 a = 1; }")
    assert tree_of("OLD", str(old), ()).name == before != tree_of("NEW", str(new), ()).name


def test_hints_and_well_known_types_beside_the_schemas_are_not_of_the_tree(tmp_path):
    put(tmp_path, a="message A {}", wirebed__options="", google__protobuf__any="")
    assert tree_of("OLD", str(tmp_path), ()).files == ("a.proto",)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"old": "old"}, "NEW is missing"),
        ({"new": "new"}, "OLD is missing"),
        ({"old": "old", "new": "nowhere"}, "is not a folder"),
        ({"old": "old", "new": "empty"}, "no .proto file"),
        ({"old": "old", "new": "new", "mode": "sideways"}, "MODE=sideways is none of backward, forward, full"),
        ({"old": "old", "new": "bad"}, r"bad/a\.proto:2:\d+: "),
    ],
)
def test_bad_input(tmp_path, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "old", a="package shop; message A {}")
    put(tmp_path / "new", a="package shop; message A {}")
    put(tmp_path / "bad", a="package shop; message A {{}")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match=told):
        main(**{"old": None, "new": None} | arguments)


def test_the_file_of_a_bed_says_who_takes_part(tmp_path):
    for name in ("old", "new"):
        put(tmp_path / name, a="package shop; message A { int32 a = 1; }")
    (tmp_path / "bed" / "proto").mkdir(parents=True)
    (tmp_path / "bed" / "fixtures").mkdir()
    (tmp_path / "bed" / "fixtures" / "bed.yaml").write_text("languages: [python]\n")
    given = (str(tmp_path / "old"), str(tmp_path / "new"), MODES["full"], Selection(format="protobuf"))
    assert Run(*given, compiled=False, bed=Bed.open(tmp_path / "bed")).peers == ["python"]
