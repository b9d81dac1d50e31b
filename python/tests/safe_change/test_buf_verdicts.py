"""The file of buf's verdicts: what `make buf` writes is what the reports read, also in the form of older files."""

import pytest

from wirebed.bed import Bed
from wirebed.errors import UserError
from wirebed.report.steps import buf_verdicts
from wirebed.report.steps.buf_verdicts import CATEGORIES, Verdicts
from wirebed_safe_change import buf

_TYPE = {"FILE": ["FIELD_SAME_TYPE"], "PACKAGE": ["FIELD_SAME_TYPE"], "WIRE_JSON": [], "WIRE": []}
_WORDS = 'Failure: message "evolution.s02.Items" ' + "is no longer-supported " * 8 + "at all"
_ALL = [
    f"FIELD_SAME_{part}" for part in ("CARDINALITY", "JAVA_UTF8_VALIDATION", "JSON_NAME", "TYPE", "UTF8_VALIDATION")
]


@pytest.fixture
def bed(tmp_path):
    (tmp_path / "proto").mkdir()
    (tmp_path / "fixtures" / "evolution").mkdir(parents=True)
    return Bed.open(tmp_path)


def written(bed, text):
    buf_verdicts.path_of(bed).write_text(text)
    return buf_verdicts.load(bed)


@pytest.mark.parametrize(
    "rules",
    [
        dict.fromkeys(CATEGORIES, []),
        _TYPE,
        dict.fromkeys(CATEGORIES, _ALL),
    ],
    ids=["none", "two_categories", "more_than_a_line"],
)
def test_what_is_written_is_read(bed, rules):
    verdicts = Verdicts("1.2.3", {"s01": rules}, {"s01": "00", "s02": "01"}, {"s02": _WORDS})
    text = buf.render(verdicts)
    assert written(bed, text) == verdicts
    assert max(map(len, text.splitlines())) <= 120


def test_a_word_that_is_longer_than_a_line_stays_whole(bed):
    verdicts = Verdicts("1.2.3", {}, {"s01": "00"}, {"s01": f"cannot read {'x' * 200}.proto"})
    assert written(bed, buf.render(verdicts)) == verdicts


def test_rules_of_each_category_are_read(bed):
    lines = [f"    {category}: [{', '.join(rules)}]" for category, rules in _TYPE.items()]
    text = "\n".join(["version: 1.2.3", "steps:", "  s01:", "    files: '00'", *lines])
    assert written(bed, text) == Verdicts("1.2.3", {"s01": _TYPE}, {"s01": "00"})


def test_a_rule_without_categories_is_an_error(bed):
    with pytest.raises(UserError, match="not what `make buf` writes"):
        written(bed, "version: 1\nrules: {}\nsteps:\n  s01: {files: '00', breaks: [FIELD_SAME_TYPE]}\n")


def test_a_rule_of_other_categories_in_another_step_is_an_error():
    other = {**_TYPE, "WIRE": ["FIELD_SAME_TYPE"]}
    with pytest.raises(UserError, match="buf puts FIELD_SAME_TYPE into"):
        buf.render(Verdicts("1.2.3", {"s01": _TYPE, "s02": other}, {"s01": "00", "s02": "01"}))
