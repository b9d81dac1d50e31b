"""OLD= and NEW= from the descriptors alone: what is asked then, what the report says of it, and who takes part."""

import pytest
from runs import folder, run

from wirebed.bed import BUILD
from wirebed.cli import app
from wirebed.errors import UserError
from wirebed_safe_change import descriptors
from wirebed_safe_change.folders import tree_of

OLD = 'syntax = "proto2"; package d; enum C { ZERO = 0; ONE = 1; } message M { optional %s; optional int32 z = 9; }'
EDITIONS = 'edition = "2023"; package d; message M { %s a = 1; int32 z = 9; }'


def versions(name: str, old: str, new: str) -> tuple[str, str]:
    return folder(f"descriptors-{name}-old", d=old), folder(f"descriptors-{name}-new", d=new)


def test_nothing_is_compiled_and_the_report_says_so():
    old, new = versions("label", OLD % "int32 a = 1", OLD % "int64 a = 1")
    report = run(old, new)
    header = report.lines[0]["header"]
    assert report.code == 1 and report.at("a", "d.M") == ("safe", "corrupting")
    assert header["from"] == "descriptors" and "hessian2" in header["not_asked"]
    assert {codec.partition(":")[0] for codec in header["codecs"]} == {"cpp", "java", "python"}
    assert "from the descriptors alone" in report.markdown and "FULL=1" in report.markdown
    for variable, path in (("OLD", old), ("NEW", new)):
        tree = BUILD / "trees" / tree_of(variable, path, ()).name
        assert (tree / "schema.binpb").is_file() and not (tree / "plain.binpb").exists()


def test_an_effect_that_a_known_difference_explains_is_in_doubt():
    report = run(*versions("text", OLD % "string a = 1", OLD % "bytes a = 1"))
    doubted = [effect for one in report.of.values() for effect in one["effects"] if effect.get("doubt")]
    assert {effect["languages"][0] for effect in doubted} == {"java"}
    assert "FULL=1 decides" in report.markdown


def test_a_reader_that_fails_on_the_value_in_its_own_version_is_no_effect_of_a_relay():
    """Python reads text that is not UTF-8 as bytes. A relay of the same version of Java replaces it, one of the other
    version passes it on as an unknown field."""
    new = 'syntax = "proto3"; package d; message M { optional string a = 10; optional int32 z = 9; }'
    report = run(*versions("renumbered", OLD % "string a = 1", new))
    assert report.at("a", "d.M", "reading") == ("corrupting", "corrupting")
    assert report.at("a", "d.M", "relaying") == ("safe", "safe")


def test_a_number_that_others_cut_as_well_is_not_in_doubt():
    report = run(*versions("enum", OLD % "int64 a = 1", OLD % "C a = 1"))
    narrowed = report.worst("a", "backward", "d.M")
    assert (narrowed["what"], narrowed.get("doubt"), narrowed["not"]) == ("narrowed", None, [])


def test_a_language_takes_no_part_for_messages_that_its_library_does_not_support():
    report = run(*versions("editions", EDITIONS % "int32", EDITIONS % "int64"))
    assert report.at("a", "d.M") == ("safe", "corrupting") and report.footer["missing"] == []
    assert [line.partition(",")[0] for line in report.footer["left_out"]] == ["cpp takes no part for d.M"]
    assert "editions" in report.footer["left_out"][0]


def test_formats_of_plain_classes_do_not_suffice():
    assert descriptors.suffice("proto*") and descriptors.suffice("protojson-lenient")
    assert not descriptors.suffice("*") and not descriptors.suffice("json")
    assert set(descriptors.formats()) & set(descriptors.not_asked()) == set()


def test_full_is_for_old_and_new_only():
    with pytest.raises(UserError, match="FULL=1 is for OLD= NEW="):
        app(["evolution", "--full", "1"], standalone_mode=False)
