"""What the suite's program prints is read: output.txt is what it printed of `*FieldMask*` over the C++ peer."""

from pathlib import Path

import pytest

from wirebed.errors import UserError
from wirebed_conformance import hold, suite
from wirebed_conformance.outcomes import FAILED, PASSED
from wirebed_conformance.tests import category_of, format_of

RAN = suite.read(Path(__file__).with_name("output.txt").read_text())
FAILING = {
    "Recommended.FieldMaskNumbersDontRoundTrip.JsonOutput",
    "Recommended.FieldMaskPathsDontRoundTrip.JsonOutput",
    "Recommended.FieldMaskTooManyUnderscore.JsonOutput",
    "Recommended.Proto3.JsonInput.FieldMaskInvalidCharacter",
}


def test_each_test_has_its_outcome():
    assert {test for test, outcome in RAN.outcomes.items() if outcome == FAILED} == FAILING
    assert len(RAN.outcomes) == 10 and set(RAN.outcomes.values()) == {PASSED, FAILED}


def test_each_failure_has_the_words_of_the_suite():
    assert RAN.words.keys() == FAILING
    assert RAN.words["Recommended.Proto3.JsonInput.FieldMaskInvalidCharacter"].startswith("Should have failed to parse")
    assert all("response=json_payload" in words and "ERROR" not in words for words in RAN.words.values())


@pytest.mark.parametrize(
    ("test", "format", "category"),
    [
        ("Required.Proto3.ProtobufInput.PrematureEofInSubmessageValue.MESSAGE", "protobuf", "Required, protobuf in"),
        ("Required.Proto2.ProtobufInput.UnknownVarint.ProtobufOutput", "protobuf", "Required, protobuf in"),
        ("Required.Proto3.ProtobufInput.ValidDataScalar.BOOL[0].JsonOutput", "protojson", "Required, protobuf in"),
        ("Recommended.FieldMaskTooManyUnderscore.JsonOutput", "protojson", "Recommended, protobuf in"),
        ("Recommended.Proto2.JsonInput.FieldNameExtension.Validator", "protojson", "Recommended, JSON in"),
        ("Required.Proto3.TextFormatInput.HelloWorld.ProtobufOutput", "prototext", "Required, text in"),
        ("Recommended.Proto3.ProtobufInput.X_Drop.TextFormatOutput", "prototext", "Recommended, protobuf in"),
    ],
)
def test_a_name_says_format_and_category(test, format, category):
    assert (format_of(test), category_of(test)) == (format, category)


def test_another_kind_of_test_is_told():
    with pytest.raises(UserError, match="neither required nor recommended"):
        category_of("Perhaps.Proto3.JsonInput.X")


def found(outcomes):
    return hold.OfCodec("protobuf", "cpp:protojson/libprotobuf", outcomes, {}, ())


def test_each_test_with_another_outcome_is_told():
    before = {"a": FAILED, "b": FAILED, "gone": FAILED}
    now = found({"a": FAILED, "b": PASSED, "c": PASSED, "d": FAILED})
    told = [(other.test, other.before, other.now) for other in hold.others(now, before, whole=True)]
    assert told == [("b", FAILED, PASSED), ("d", PASSED, FAILED), ("gone", FAILED, hold.NOT_THERE)]
    assert [other.test for other in hold.others(now, before, whole=False)] == ["b", "d"]


def test_the_suite_leaves_its_files_beside_its_log(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    suite.run(["sh", "-c", "pwd > failing_tests.txt; cat failing_tests.txt >&2"], "left.log")
    assert not list(tmp_path.iterdir())
