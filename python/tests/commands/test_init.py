"""`make init`: the file that it writes for a bed, and what it says where it writes none."""

import subprocess

import pytest

from wirebed.bed import Bed, settings
from wirebed.commands import init
from wirebed.errors import UserError
from wirebed.run.taking_part import taking_part
from wirebed_build.languages import packages

ORDER = """syntax = "proto3";
package shop;
%s
message Order { string id = 1; repeated Item items = 2; }
message Item { int32 count = 1; }
"""
MONEY = 'syntax = "proto3"; package money; message Money { int64 units = 1; }'


@pytest.fixture
def bed(tmp_path):
    """The folder of a bed with one file, below a git repository of its own."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / "bed" / "proto").mkdir(parents=True)
    (tmp_path / "bed" / "proto" / "order.proto").write_text(ORDER % "")
    return tmp_path / "bed"


def lists(bed) -> dict[str, list[str]]:
    stated = settings.load(Bed.open(bed))
    return {key: [value.raw for value in values] for key, values in stated.lists.items()}


def refused(bed, *flags) -> str:
    with pytest.raises(UserError) as raised:
        init.main(str(bed), *flags)
    assert not (bed / "fixtures" / "bed.yaml").exists()
    return str(raised.value)


def test_flags_say_what_is_written(bed, capsys):
    assert init.main(str(bed), None, "java,python", "proto*,json") == 0
    expected = {"languages": ["java", "python"], "formats": ["proto*", "json"], "codecs": ["!legacy"]}
    assert lists(bed) == expected
    told = capsys.readouterr().out
    assert "1 file with 2 messages: shop.Order, shop.Item" in told and "says otherwise" not in told
    assert told.endswith(f"bed.yaml is written; next: make interop BED={bed}\n")
    part = taking_part(Bed.open(bed))
    assert part.names == ["java", "python"]
    lines = (bed / "fixtures" / "bed.yaml").read_text().splitlines()
    for line, above in zip(lines[1:], lines, strict=False):
        assert line.startswith("#") or (above.startswith("# ") and len(above) <= 120), line


def test_without_a_terminal_the_defaults_are_named(bed, monkeypatch, capsys):
    def lacks(data, versions=False):
        return {"g++": "g++"} if data.get("name") == "cpp" else {}

    monkeypatch.setattr(packages, "missing", lacks)
    init.main(str(bed), None, None, None)
    assert lists(bed)["languages"] == ["java", "python"]
    assert lists(bed)["formats"] == ["protobuf", "protojson", "json"]
    told = capsys.readouterr().out
    assert "cpp is left out: g++ is missing: apt-get install g++; LANGUAGE= says otherwise" in told
    assert "FORMAT= says otherwise" in told


def test_on_a_terminal_what_no_flag_says_is_asked(bed, capsys):
    answers, asked = ["jva", "java", ""], []

    def ask(question: str) -> str:
        asked.append(question)
        return answers.pop(0)

    init.main(str(bed), None, None, None, ask)
    assert [question.split(" of ")[0] for question in asked] == [
        "Which languages",
        "Which languages",
        "Which formats",
    ]
    assert 'LANGUAGE=jva matches nothing; near: "java"' in capsys.readouterr().out
    assert (lists(bed)["languages"], lists(bed)["formats"]) == (["java"], ["protobuf", "protojson", "json"])


def test_a_rare_codec_stays_where_its_language_has_no_other_of_the_format(bed):
    init.main(str(bed), None, "python", "java-serial")
    assert lists(bed)["codecs"] == ["!python/javaobj-v1"]
    assert [codec.id for codec in settings_codecs(bed)] == ["python:java-serial/javaobj"]


def settings_codecs(bed):
    from wirebed.bed import ROOT
    from wirebed.state.roster import Roster

    members = Roster.load(ROOT / "fixtures" / "roster.yaml").refs((), [""], ())
    taken = taking_part(Bed.open(bed)).scope.of(codec.id for codec in members)
    return [codec for codec in members if codec.id in taken and codec.format != "none"]


def test_a_file_that_is_there_stays(bed):
    path = bed / "fixtures" / "bed.yaml"
    path.parent.mkdir()
    path.write_text("generated: false\n")
    with pytest.raises(UserError, match="bed.yaml: the bed has this file already, and `make init` changes none"):
        init.main(str(bed), None, "java", "json")
    assert path.read_text() == "generated: false\n"


def test_values_that_match_nothing_are_told_and_nothing_is_written(bed):
    assert 'LANGUAGE=jva matches nothing; near: "java"' in refused(bed, None, "java,jva", None)
    assert 'FORMAT=jsn matches nothing; near: "json"' in refused(bed, None, "java", "jsn")
    assert "FORMAT=pickle matches nothing" in refused(bed, None, "java", "pickle")
    assert "INCLUDE=nowhere is not a folder" in refused(bed, "nowhere", None, None)


def test_imports_are_found_below_the_repository(bed, capsys):
    (bed / "proto" / "order.proto").write_text(ORDER % 'import "money/money.proto";')
    other = bed.parent / "third party" / "money"
    other.mkdir(parents=True)
    (other / "money.proto").write_text(MONEY)
    init.main(str(bed), None, "python", "json")
    assert f"money/money.proto is imported, and stands in {other.parent}" in capsys.readouterr().out
    assert settings.load(Bed.open(bed)).include == (other.parent,)
    assert "include: ['../third party']" in (bed / "fixtures" / "bed.yaml").read_text()


def test_imports_that_are_nowhere_or_in_several_places_are_told(bed):
    (bed / "proto" / "order.proto").write_text(ORDER % 'import "money.proto";')
    told = refused(bed, None, None, None)
    assert 'order.proto:3:1: Import "money.proto"' in told and "money.proto is nowhere below" in told
    (bed / "proto" / "inside").mkdir()
    (bed / "proto" / "inside" / "money.proto").write_text(MONEY)
    assert "import it by its path from there" in refused(bed, None, None, None)
    for name in ("one", "two"):
        (bed.parent / name).mkdir()
        (bed.parent / name / "money.proto").write_text(MONEY)
    told = refused(bed, None, None, None)
    assert f"stands in {bed.parent / 'one'}, {bed.parent / 'two'}: say INCLUDE=" in told
    (bed / "proto" / "inside" / "money.proto").unlink()
    init.main(str(bed), str(bed.parent / "two"), "python", "json")
    assert "include: ['../two']" in (bed / "fixtures" / "bed.yaml").read_text()


def test_schemas_elsewhere_than_in_the_folder_proto(tmp_path):
    java, api = tmp_path / "java", tmp_path / "api"
    for folder in (java / "src" / "main" / "proto" / "shop", api / "schemas" / "v1"):
        folder.mkdir(parents=True)
        (folder / "order.proto").write_text(ORDER % "")
    assert f"say BED={java / 'src' / 'main'}" in refused(java, None, None, None)
    assert f"`ln -s schemas/v1 {api / 'proto'}` makes it a bed" in refused(api, None, None, None)
    (api / "proto").symlink_to("schemas/v1")
    init.main(str(api), None, "python", "json")
    (tmp_path / "empty" / "proto").mkdir(parents=True)
    assert "there is no .proto file" in refused(tmp_path / "empty", None, None, None)


def test_a_bed_of_evolution_steps_alone(bed, capsys):
    (bed / "proto" / "order.proto").unlink()
    for version in ("v1", "v2"):
        path = bed / "proto" / "evolution" / "s01" / f"{version}.proto"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('syntax = "proto3"; package s01; message M { int32 number = 1; }')
    init.main(str(bed), None, "python", "json")
    told = capsys.readouterr().out
    assert "proto: 1 evolution step\n" in told and f"next: make evolution BED={bed}" in told


def libraries_of(bed) -> list[str]:
    return [value.raw for value in settings.load(Bed.open(bed)).libraries]


def test_files_of_services_name_the_versions(bed, capsys):
    (bed.parent / "services").mkdir()
    (bed.parent / "services/requirements.txt").write_text("flask==3.0.0\norjson==3.11.6\n")
    (bed.parent / "other").mkdir()
    (bed.parent / "other/requirements.txt").write_text("flask==3.0.0\n")
    (bed.parent / "pom.xml").write_text("no XML")
    assert init.main(str(bed), None, "python", "json") == 0
    assert libraries_of(bed) == ["../services/requirements.txt"]
    told = capsys.readouterr().out
    assert "../services/requirements.txt names orjson 3.11.6; others that no codec has: 1" in told
    assert "../pom.xml is left out: pom.xml cannot be read" in told


def test_files_of_services_that_contradict_each_other_are_told(bed, capsys):
    for name, version in (("a", "3.11.6"), ("b", "3.11.7")):
        (bed.parent / name).mkdir()
        (bed.parent / name / "requirements.txt").write_text(f"orjson=={version}\n")
    assert init.main(str(bed), None, "python", "json") == 0
    assert libraries_of(bed) == []
    said = "orjson is 3.11.6 in ../a/requirements.txt and 3.11.7 in ../b/requirements.txt"
    assert f"no file is taken, since {said}" in capsys.readouterr().out
