"""A law states what several steps show; a draft proposes one; an entry contradicts it by name."""

from collections.abc import Iterator

import pytest
from steps import REASON, told

from wirebed.bed import ROOT
from wirebed.errors import UserError
from wirebed.state.deviations import load

STEP = """change: a text becomes a number
samples:
  v1: {word: 'a: "x"'}
"""
GROWN = """change: a text is added
samples:
  v2: {word: 'b: "x"'}
"""
V1, V2 = "message M { string a = 1; }\n", "message M { int32 a = 1; }\n"
LAW = """suite: evolution
entries:
  - {{name: texts-are-no-numbers, {reason}, format: pickle, leg: backward, reader: python/stdlib,
     value: {value}, outcome: rejected, stage: use}}
"""
KINDS = "{kind: string, becomes: {kind: integer}}"


def run(steps, law: str = "", expect: str = "", others: tuple[str, ...] = ("word",)):
    for name in others:
        steps.step(name, STEP + expect, v1=V1, v2=V2)
    (steps.root / "fixtures" / "laws").mkdir(exist_ok=True)
    (steps.root / "fixtures" / "laws" / "all.yaml").write_text(law or "suite: evolution\nentries:\n")
    return steps.run(format="pickle", leg="backward")


def law(value: str = KINDS) -> str:
    return LAW.format(reason=REASON, value=value)


def test_a_law_holds_for_every_step(steps):
    code, report = run(steps, law(), others=("first", "second"))
    assert (code, told(report)) == (0, [])
    assert {cell.entries for cell in report.cells} == {("texts-are-no-numbers",)}


def test_a_law_that_takes_other_cells_is_red(steps):
    steps.step("equal", STEP, v1=V1, v2=V1)
    code, report = run(steps, law("{kind: string}"))
    assert code == 1
    assert any("all.yaml:3:5: `texts-are-no-numbers` states rejected" in problem for problem in told(report))


def test_an_expectation_contradicts_a_law_by_name(steps):
    text = f"expect:\n  - {{{REASON}, against: texts-are-no-numbers, leg: backward, outcome: rejected}}\n"
    code, report = run(steps, law(), text)
    assert (code, told(report)) == (0, [])
    assert [cell.entries for cell in report.cells] == [("word:5",)]


def test_a_law_that_nobody_has_cannot_be_contradicted(steps):
    text = f"expect:\n  - {{{REASON}, against: texts-are-no-number, leg: backward, outcome: rejected}}\n"
    with pytest.raises(UserError, match="texts-are-no-numbers"):
        run(steps, law(), text)


def test_equal_is_stated_against_a_law_alone(steps):
    text = f"expect:\n  - {{{REASON}, leg: backward, outcome: equal}}\n"
    with pytest.raises(UserError, match="needs no entry"):
        run(steps, law(), text)


def test_several_steps_are_drafted_as_a_law(steps):
    for name in ("first", "second"):
        steps.step(name, GROWN, v1="message M { int32 a = 1; }\n", v2="message M { int32 a = 1; string b = 2; }\n")
    _, report = steps.run("drop-unknown", format="protobuf", leg="forward")
    draft = report.footer.unstated.partition("suite: evolution")[2]
    assert "# first, second" in draft
    assert "value: {kind: string, becomes: none}\n    kind: dropped\n" in draft
    assert "reason" not in draft


def test_one_step_is_no_law(steps):
    steps.step("first", GROWN, v1="message M { int32 a = 1; }\n", v2="message M { int32 a = 1; string b = 2; }\n")
    _, report = steps.run("drop-unknown", format="protobuf", leg="forward")
    assert "suite: evolution" not in report.footer.unstated


def keys_and_texts(data) -> Iterator[tuple[str, str]]:
    """Each text of a condition, with the key that it stands under."""
    for key, value in data.items():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict):
                yield from keys_and_texts(item)
            else:
                yield key, str(item)


@pytest.mark.parametrize("law", load(ROOT / "fixtures" / "laws"), ids=lambda law: law.name)
def test_a_law_of_this_repository_speaks_of_properties(law):
    """Of no step, sample, message or field: it has to hold in a stranger's bed."""
    assert law.general and not law.messages and not law.path
    if law.by_position:
        return  # the layout of the bytes is the property
    assert law.value is not None, "codecs alone are no property of a value or a change"
    for key, text in keys_and_texts(law.value.data):
        assert key not in ("field", "path"), text
        assert not text.startswith(("evolution.", "interop.")), text
