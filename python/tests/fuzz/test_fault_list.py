"""The list of planted faults: what it must have, and errors with the file and the line."""

import re

import pytest

from wirebed.bed import Bed
from wirebed.errors import UserError
from wirebed_fuzz.mutants import command
from wirebed_fuzz.mutants import mutant as listed
from wirebed_fuzz.mutants.mutant import AREAS, FILE, LEAST

FAULT = """\
{name}:
  area: {area}
  source: google/gson#1084
  says: "A long is read by way of a double."
  codec: java:json/gson
  side: reads
  rule: integers_as_doubles
"""


def text(**first: str) -> str:
    """Enough faults of each area; `first` changes lines of the first one."""
    faults = [FAULT.format(name=f"f{at}_{n}", area=area) for at, area in enumerate(AREAS) for n in range(LEAST)]
    for key, value in first.items():
        line = f"  {key}: {value}" if value else ""
        faults[0] = re.sub(rf"^  {key}: .*$", lambda _, line=line: line, faults[0], flags=re.MULTILINE)
    return "".join(faults)


def read(tmp_path, content):
    path = tmp_path / "mutants.yaml"
    path.write_text(content)
    return listed.read(path)


@pytest.fixture(scope="module")
def mutants():
    return listed.load(Bed.open())


def test_each_area_has_enough(mutants):
    assert len(mutants) == 40
    assert {area: sum(mutant.area == area for mutant in mutants) for area in AREAS} == dict.fromkeys(AREAS, 5)


def test_each_fault_has_a_source_of_its_own(mutants):
    assert len({mutant.source for mutant in mutants}) == 40
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+#\d+", mutant.source) and mutant.says for mutant in mutants)


def test_ten_are_held(mutants):
    assert sum(mutant.held for mutant in mutants) == 10
    assert {mutant.area for mutant in mutants if mutant.held} == set(AREAS)


def test_they_are_spread(mutants):
    """Over formats and languages, over readers and writers."""
    assert {mutant.format for mutant in mutants} >= {
        "protobuf", "protojson", "prototext", "json", "hessian2", "xml", "java-serial", "pickle"
    }  # fmt: skip
    assert {mutant.codec.partition(":")[0] for mutant in mutants} >= {"cpp", "java", "python"}
    assert sum(not mutant.reads for mutant in mutants) >= 10


def test_each_rule_gets_its_parameters(mutants):
    assert all(sum(hook is not None for hook in mutant.hooks) == 1 for mutant in mutants)


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ({"area": "txt"}, ':2:9: unknown area txt; near: "text"'),
        ({"source": "gson"}, ":3:11: an issue such as google/gson#1084 is wanted here"),
        ({"codec": "gson"}, ":5:10: a codec such as java:json/gson is wanted here"),
        ({"side": "writes", "rule": "refuses_references"}, ":6:9: a rule that refuses is for a codec that reads"),
        ({"rule": "integer_as_doubles"}, ':7:9: unknown rule integer_as_doubles; near: "integers_as_doubles"'),
        ({"rule": "refuses_letters"}, ":7:9: the rule wants above in `with`"),
        ({"says": ""}, ":1:1: the fault f0_0 has no says"),
        ({"says": "some\n  more: 1"}, ":5:3: unknown key more in the fault f0_0"),
    ],
)
def test_an_error_has_its_place(tmp_path, first, message):
    with pytest.raises(UserError, match=message) as raised:
        read(tmp_path, text(**first))
    assert "mutants.yaml" in str(raised.value)


def test_a_parameter_has_its_type(tmp_path):
    with pytest.raises(UserError, match=r"mutants\.yaml:8:17: int of above is wanted here"):
        read(tmp_path, text(rule="refuses_letters\n  with: {above: x}"))


def test_an_area_with_few_is_an_error(tmp_path):
    with pytest.raises(UserError, match="at least 5 faults of each area are wanted: text has 4"):
        read(tmp_path, text(area="limits"))


def test_held_faults_alone_are_no_run():
    with pytest.raises(UserError, match="MUTANT=blanks_are_trimmed names faults that are held until the last run"):
        command.main(Bed.open(), "blanks_are_trimmed", False, 1, 1)
    with pytest.raises(UserError, match='MUTANT=blank matches nothing; near: "blanks_are_trimmed"'):
        command.main(Bed.open(), "blank", False, 1, 1)


def test_a_bed_without_a_list_says_so(tmp_path):
    with pytest.raises(UserError, match="lists, and it is not there"):
        listed.read(tmp_path / FILE)
