"""The plan of the articles' programs."""

import pytest

from wirebed.errors import UserError
from wirebed_claims.published_plan import PLAN, load_plan

MINUTES = 19


def plan_of(tmp_path, text: str):
    path = tmp_path / "plan.yaml"
    path.write_text(text)
    return load_plan(path)


def test_all_settings_of_a_part_come_once_before_one_comes_again(tmp_path):
    plan = plan_of(
        tmp_path,
        """
peer: p
parts:
  - about: first
    times: 2
    programs: [{program: a, systems: [x, y]}]
  - about: second
    programs: [{program: a, systems: [x], switches: {warm: 2, jdk: "11"}, extent: {loops: 5}, seconds: 7}]
""",
    )
    assert [(one.system, one.number) for one in plan.processes] == [("x", 1), ("y", 1), ("x", 2), ("y", 2), ("x", 1)]
    last = plan.processes[-1]
    assert (last.part, last.name, last.seconds) == ("second", "a x jdk=11 warm=2", 7)
    assert last.words("jdk") == ["a", "x", "warm=2", "loops=5"]


@pytest.mark.parametrize(
    "text, message",
    [
        ("peer: p", "the plan has no `parts:`"),
        ("peer: p\nparts: [{about: a}]", "a part has no `programs:`"),
        ("peer: p\nparts: [{about: a, programs: [{program: b}]}]", "a program has no `systems:`"),
        ("peer: p\nparts: [{about: a, when: now, programs: []}]", "unknown key when in a part"),
        ("peer: p\nparts: [{about: a, times: often, programs: []}]", "a number of processes is wanted here"),
    ],
)
def test_an_error_has_its_place(tmp_path, text, message):
    with pytest.raises(UserError, match=message) as error:
        plan_of(tmp_path, text)
    assert error.value.line


def test_no_two_processes_of_the_bed_are_the_same():
    processes = load_plan().processes
    asked = {(*one.words(""), one.number) for one in processes}
    assert len(asked) == len(processes)


def test_the_plan_of_the_bed_is_within_its_minutes():
    assert load_plan(PLAN).seconds < 60 * MINUTES


def test_what_is_not_as_published_comes_after_what_is():
    """But for the population of S4, whose text and program have one each."""
    of_program = [one for one in load_plan().processes if one.program != "contacts"]
    changed = [bool(one.switches) for one in of_program]
    assert changed == sorted(changed)
