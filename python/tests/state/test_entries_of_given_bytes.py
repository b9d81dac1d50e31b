"""The entries about given bytes: how many state a property of the bytes, and how many a case."""

from re import _constants as opcodes
from re import _parser as parser

import pytest

from wirebed.bed import Bed
from wirebed.bed.glob import any_matches
from wirebed.bed.yaml_tree import parser as yaml_parser
from wirebed.cases.load import files
from wirebed.state.deviations import load
from wirebed.state.deviations.given import GIVEN

# The entries that still name cases. An entry that names none holds for anybody's bytes, so a new one that
# does needs a reason why no property says it.
OF_CASES = 53
BED = Bed.open()
# A word and an empty text have one spelling, which is what an entry about them states.
WORDS = ("null", "true", "false", "NaN", '""')


def gives_bytes(path):
    if path.suffix != ".yaml":
        return False
    root = yaml_parser().compose(path.read_text())
    return not {"hex", "raw"}.isdisjoint(key.value for key, _ in root.value)


@pytest.fixture(scope="module")
def entries():
    folder = BED.fixtures / "cases"
    cases = {path.relative_to(folder).with_suffix("").as_posix(): gives_bytes(path) for path in files(folder)}

    def about(entry):
        if entry.given is not None or set(entry.writers) <= set(GIVEN):
            return True
        named = [given for name, given in cases.items() if any_matches(name, entry.cases)]
        named += [True for glob in entry.cases if glob.startswith("vectors/")]
        return bool(entry.cases and named) and all(named)

    return [entry for entry in load(BED.fixtures / "deviations") if entry.suite == "interop" and about(entry)]


def test_most_entries_state_a_property(entries):
    bound = [entry for entry in entries if entry.cases]
    kinds = f"{len(entries) - len(bound)} state a property, {len(bound)} a case"
    text = f"{len(entries)} entries are about given bytes: {kinds}"
    print(text)
    assert len(bound) == OF_CASES, f"{text}: {', '.join(entry.name for entry in bound)}"


def test_no_entry_states_two_outcomes(entries):
    """Nor two ways to fail, for one codec."""
    several = [e.name for e in entries for _, words in (*e.manners, *e.bys) if len(words) > 1]
    assert several == []


def patterns(condition):
    """Each regular expression of a condition, and of those within."""
    for key, wanted in condition.items():
        if key in ("matches", "dump"):
            yield str(wanted)
        for inner in wanted if isinstance(wanted, list) else [wanted]:
            if isinstance(inner, dict):
                yield from patterns(inner)


def is_one_text(pattern):
    """Whether a pattern is found in one text only: it has both ends and characters alone."""
    codes = list(parser.parse(pattern))
    ends = [(opcodes.AT, opcodes.AT_BEGINNING), (opcodes.AT, opcodes.AT_END)]
    return codes[:1] + codes[-1:] == ends and all(code is opcodes.LITERAL for code, _ in codes[1:-1])


def test_no_condition_matches_one_text_only(entries):
    found = [(e.name, p) for e in entries if e.given is not None for p in patterns(e.given.data) if is_one_text(p)]
    assert [pair for pair in found if pair[1].strip("^$") not in WORDS] == []


@pytest.mark.parametrize(
    ("pattern", "one"), [("^a$", True), ("^$", True), ("a", False), ("^a+$", False), ("^[ab]$", False)]
)
def test_a_pattern_that_is_one_text_is_found(pattern, one):
    assert is_one_text(pattern) is one
