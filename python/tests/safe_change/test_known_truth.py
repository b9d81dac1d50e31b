"""The files of changes with a known answer, and what is made of a report beside them."""

import re

import pytest

from wirebed.errors import UserError
from wirebed_safe_change.known_changes import table, truth
from wirebed_safe_change.known_changes.judge import judge, places
from wirebed_safe_change.known_changes.reported import Reported

ONE = """
grown:
  change: a field grows
  protobuf: {new reads old: safe, old reads new: corrupting, relay: corrupting}
  protojson: breaking
  blameless: [Inner]
  authority: somewhere
"""


@pytest.fixture
def read(tmp_path):
    def make(text: str, gaps: str = ""):
        (tmp_path / "topic.yaml").write_text(text)
        if gaps:
            (tmp_path / truth.GAPS).write_text(gaps)
        changes = truth.load(tmp_path)
        return changes, truth.gaps(changes, tmp_path)

    return make


def finding(verdict: str, message: str = "changes.grown.M", direction="forward", relayed=False, format_="protobuf"):
    found = {"message": message, "field": "a", "format": format_, "direction": direction, "verdict": verdict}
    return {"finding": {**found, "reading": "safe" if relayed else verdict, "relaying": verdict if relayed else "safe"}}


def test_every_change_has_its_schemas():
    changes = truth.load()
    assert len(changes) > 100
    for folder in {one.folder for one in changes}:
        declared = set()
        for side in ("old", "new"):
            files = (truth.SCHEMAS / folder / side).glob("*.proto")
            declared |= {re.search(r"^package (changes\.\w+)", path.read_text(), re.M)[1] for path in files}
        assert declared == {one.package for one in changes if one.folder == folder}


def test_verdicts_by_part_and_as_a_whole(read):
    ((change,), _) = read(ONE)
    assert change.truth["protobuf"] == dict(zip(truth.PARTS, ("safe", "corrupting", "corrupting"), strict=True))
    assert change.truth["protojson"] == {truth.WHOLE: "breaking"} and change.listed is True


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ONE.replace("breaking", "bad"), r"topic\.yaml:5:14: bad is none of none, safe"),
        (ONE.replace("  authority: somewhere\n", ""), "grown needs `authority`"),
        (ONE.replace("relay: corrupting", "relayed: safe"), "unknown key relayed in a verdict"),
        (ONE + "  listed: perhaps\n", "`listed` is true, false or either"),
    ],
)
def test_errors_name_the_place(read, text, told):
    with pytest.raises(UserError, match=told):
        read(text)


def test_a_report_gives_a_verdict_for_each_part(read):
    (changes, gaps) = read(ONE)
    given = Reported([finding("corrupting"), finding("safe", "changes.grown_more.M"), finding("lossy", relayed=True)])
    judged = {(one.format, one.part): one for one in judge(changes, {"without_any": given}, gaps)}
    assert judged["protobuf", "new reads old"].right and judged["protobuf", "old reads new"].right
    assert not judged["protobuf", "relay"].right and judged["protobuf", "relay"].given == "lossy"
    assert judged["protojson", truth.WHOLE].given == "safe"


def test_what_is_removed_counts_with_its_verdict(read):
    (changes, gaps) = read(ONE)
    removed = {"change": {"name": "changes.grown.Gone", "verdicts": {"protobuf": "lossy", "protojson": "breaking"}}}
    judged = judge(changes, {"without_any": Reported([removed])}, gaps)
    assert [one.given for one in judged] == ["lossy", "lossy", "lossy", "breaking"]


def test_names_that_are_out_of_place(read):
    (changes, gaps) = read(ONE)
    unlisted = [str(one) for one in places(changes, {"without_any": Reported([])}, gaps) if not one.right]
    assert unlisted == ["grown, all formats, listed: not listed, and the truth is listed"]
    blamed = Reported([finding("lossy", "changes.grown.Inner")])
    (wrong,) = [one for one in places(changes, {"without_any": blamed}, gaps) if not one.right]
    assert (wrong.part, wrong.given, wrong.true) == ("listed changes.grown.Inner", "listed", "not listed")


GAP = "- {change: grown, format: protobuf, part: relay, given: lossy, reason: known}\n"


def test_a_gap_is_strict(read):
    (changes, gaps) = read(ONE, GAP)
    for given, stated in (("lossy", True), ("corrupting", False), ("breaking", False)):
        lines = [finding("corrupting"), finding(given, relayed=True)]
        judged = judge(changes, {"without_any": Reported(lines)}, gaps)
        assert judged[2].as_stated is stated, given
    assert "known" in table.text(judged)


def test_a_gap_names_what_exists_and_once(read):
    with pytest.raises(UserError, match=r"gaps\.yaml:1:3: grown / protobuf / as a whole is not known"):
        read(ONE, GAP.replace("relay", "as a whole"))
    with pytest.raises(UserError, match=r"gaps\.yaml:2:3: grown / protobuf / relay is stated twice"):
        read(ONE, GAP + GAP)


def test_a_gap_of_several_parts(read):
    (_, gaps) = read(ONE, GAP.replace("part: relay", "part: [relay, old reads new]"))
    assert [gap.part for gap in gaps] == ["relay", "old reads new"]
