"""Files that the library of a language does not support, and samples that nobody could write for that reason.

The C++ library of Debian 12 knows no editions.
"""

import pytest
from runs import folder, run

EDITION = 'edition = "2023"; package d;'
PROTO2 = 'syntax = "proto2"; package d; message M { optional string a = 1; optional int32 z = 9; }'
PROTO3 = 'syntax = "proto3"; package d; message M { optional string a = 1; optional int32 z = 9; }'
UNCHECKED = " [features.utf8_validation = NONE]"
TEXT = EDITION + " message M { string a = 1%s; int32 z = 9; }"
REPEATED = EDITION + " message M { repeated string a = 1%s; map<string, string> m = 2%s; int32 z = 9; }"
BESIDE = 'edition = "2023"; package e; message E { int32 x = 1; %s }'
INVALID = "text that is not UTF-8"


def versions(name: str, old: str, new: str) -> tuple[str, str]:
    return folder(f"unasked-{name}-old", d=old), folder(f"unasked-{name}-new", d=new)


def test_a_language_leaves_out_only_the_files_that_it_does_not_support():
    old = folder("unasked-beside-old", d=PROTO2, beside=BESIDE % "")
    report = run(old, folder("unasked-beside-new", d=PROTO3, beside=BESIDE % "int32 y = 2;"))
    assert report.code == 1 and report.footer["missing"] == []
    assert report.at("a", "d.M") == ("breaking", "safe")
    rejected = report.worst("a", "backward", "d.M")
    assert rejected["what"] == "rejected" and "cpp" in rejected["languages"] + rejected["not"]
    [left_out] = report.footer["left_out"]
    assert left_out.startswith("cpp takes no part for e.E, it reads the descriptors of neither: ")
    assert "editions" in left_out


@pytest.mark.parametrize(
    ("name", "field", "old", "new", "languages"),
    [
        ("text", "a", TEXT % UNCHECKED, TEXT % "", ["java", "python"]),
        ("list", "a", REPEATED % (UNCHECKED, ""), REPEATED % ("", ""), ["java", "python"]),
        # Java always checks the text of maps (Descriptors.FieldDescriptor.needsUtf8Check).
        ("map", "m", REPEATED % ("", UNCHECKED), REPEATED % ("", ""), ["python"]),
    ],
    ids=["text", "list", "map"],
)
def test_text_that_is_not_utf8_needs_no_writer(name, field, old, new, languages):
    report = run(*versions(f"validation-{name}", old, new))
    assert report.code == 1 and report.at(field, "d.M") == ("breaking", "safe")
    rejected = report.worst(field, "backward", "d.M")
    assert (rejected["what"], rejected["writer"]) == ("rejected", "bytes")
    assert (rejected["languages"], "cpp" in rejected["not"]) == (languages, False)
    assert run(*versions(f"validation-{name}-back", new, old)).at(field, "d.M") == ("safe", "breaking")


def test_a_language_that_supports_one_version_is_missing_and_a_harm_counts_all_the_same():
    report = run(*versions("edition", PROTO2, TEXT % ""))
    assert report.code == 1 and report.at("a", "d.M")[0] == "breaking"
    [missing] = report.footer["missing"]
    assert missing.startswith("cpp reads the descriptors of one of the two versions of d.M only: ")


@pytest.mark.parametrize("fail", ["lossy", "corrupting", "breaking"])
def test_what_nobody_could_write_is_unknown_at_every_threshold(fail):
    """Neither Python nor the DynamicMessage of Java holds the text, and C++ was not asked."""
    report = run(*versions("json", TEXT % UNCHECKED, TEXT % ""), format="protojson", fail=fail)
    assert report.code == 1 and report.at("a", "d.M") == ("unknown", "safe")
    assert report.footer["verdicts"] == {"unknown": 1}
    [missing] = report.footer["missing"]
    assert missing.startswith(f"d.M.a in protojson, {INVALID}: nobody could write it (cpp: ")
    [told] = report.of["d.M", "a", "protojson", "backward"]["unwritten"]
    assert told["told"] == missing
    assert "❔ unknown: nobody could write a value" in report.markdown


def test_a_schema_that_one_library_refuses_ends_nothing():
    """Python's library refuses a field whose JSON name is the name of another one. Java and C++ do not."""
    swapped = 'syntax = "proto3"; package d; message M { %s a = 1 [json_name = "b"]; int32 b = 2 [json_name = "a"]; }'
    report = run(*versions("swapped", swapped % "int32", swapped % "int64"), format="proto[bj]*[fn]")
    assert report.code == 1 and report.footer["missing"] == []
    assert report.at("a", "d.M", format_="protobuf") == ("safe", "corrupting")
    assert report.at("a", "d.M", format_="protojson") == ("safe", "breaking")
    # JsonFormat of Java reads both JSON names into one field, in each version: the change is not to blame.
    assert report.worst("a", "forward", "d.M", "protojson")["languages"] == ["cpp"]
    assert report.change("d.M", "a") == ["int32 -> int64"]
    [left_out] = report.footer["left_out"]
    assert left_out.startswith("python takes no part for d.M, ") and "duplicate json_name" in left_out
