"""Where verdicts of schema changes do not agree: what is compared, the smallest pair, and a run of a few pairs."""

import os
import re
import subprocess

import pytest
from long_tests import long

from wirebed.bed import ROOT
from wirebed.errors import UserError
from wirebed_fuzz.schemas import command, report
from wirebed_fuzz.schemas.answers import Answer, Column, Effect, Said, differing, of_report
from wirebed_fuzz.schemas.pair import draw_pairs
from wirebed_fuzz.schemas.plan import ask
from wirebed_fuzz.schemas.shrink import shrunk
from wirebed_fuzz.schemas.text import text
from wirebed_fuzz.schemas.together import comparable, compared

COLUMN = Column("A", "f1", "protobuf", "new reads old")
LOSSY = Said("lossy", (Effect("lossy", "dropped", "any value", ("cpp",)),))
CORRUPTING = Said("corrupting", (Effect("corrupting", "narrowed", "negative values", ("cpp",)),))


def effect(what: str, relayed: bool) -> dict:
    return {"what": what, "verdict": "lossy", "when": "any value", "relayed": relayed, "languages": ["cpp"]}


def finding(**more) -> dict:
    line = {"message": "drawn.p1_000.A", "field": "f1", "format": "protobuf", "direction": "backward"}
    line |= {"reading": "lossy", "relaying": "safe", "effects": [effect("dropped", False)], "conditions": []}
    return {"finding": line | more}


def test_an_answer_is_of_columns_without_the_package():
    lines = [
        finding(hazard="drawn.p1_000.A is free"),
        {"change": {"message": "drawn.p1_001.B", "field": "x", "what": ["added"]}},
    ]
    answers = of_report(lines, {})
    more = ("hazard: A is free",)
    assert answers["p1_000"].columns == {
        COLUMN: LOSSY._replace(more=more),
        COLUMN._replace(name="new relays old"): Said(more=more),
    }
    assert answers["p1_001"].changed == {"B.x": ("added",)}


@pytest.mark.parametrize("other", [
    {}, {COLUMN: CORRUPTING}, {COLUMN: LOSSY._replace(effects=(LOSSY.effects[0]._replace(when="1"),))},
    {COLUMN: LOSSY._replace(effects=(LOSSY.effects[0]._replace(what="collapsed"),))},
    {COLUMN: LOSSY._replace(effects=(LOSSY.effects[0]._replace(languages=("java",)),))},
    {COLUMN._replace(format="protojson"): LOSSY},
])  # fmt: skip
def test_another_verdict_kind_condition_or_language_differs(other):
    assert differing(Answer({COLUMN: LOSSY}), Answer({COLUMN: LOSSY})) == []
    assert differing(Answer({COLUMN: LOSSY}), Answer(other)) != []


def test_what_a_known_difference_explains_is_no_difference():
    stale = Effect("corrupting", "stale", "any entry", ("cpp",), "cpp reads maps otherwise")
    compiled = LOSSY._replace(verdict="corrupting", effects=(*LOSSY.effects, stale))
    assert differing(Answer({COLUMN: LOSSY}), Answer({COLUMN: compiled})) == []
    unknown = compiled._replace(effects=(*LOSSY.effects, stale._replace(known="")))
    assert len(differing(Answer({COLUMN: LOSSY}), Answer({COLUMN: unknown}))) == 1


def test_a_language_that_is_doubtful_in_one_answer_is_no_difference():
    sure = LOSSY.effects[0]
    doubtful = sure._replace(languages=("cpp", "java"), doubtful=("java",))
    described = Answer({COLUMN: LOSSY._replace(effects=(doubtful,))})
    assert differing(described, Answer({COLUMN: LOSSY})) == []
    other = LOSSY._replace(effects=(sure._replace(languages=("cpp", "python")),))
    assert len(differing(described, Answer({COLUMN: other}))) == 1


def test_together_worse_or_better_than_the_worse_alone():
    pair = next(pair for pair in draw_pairs(1, 50) if comparable(pair))
    nothing, lossy, corrupting = Answer(), Answer({COLUMN: LOSSY}), Answer({COLUMN: CORRUPTING})
    assert list(compared(pair, lossy, [nothing, lossy])) == []
    assert [each.is_worse for each in compared(pair, corrupting, [nothing, lossy])] == [True]
    assert [each.is_worse for each in compared(pair, nothing, [nothing, lossy])] == [False]
    gone = Answer(names={("message", "A", "protobuf"): "lossy"})
    assert [bool(each.why) for answer in (nothing, gone) for each in compared(pair, answer, [lossy, lossy])] == [
        False,
        True,
    ]


def test_a_renamed_field_is_the_same_field_together():
    pair = next(pair for pair in draw_pairs(1, 50) if comparable(pair))
    renamed = Answer({COLUMN._replace(field="f1 -> n30"): LOSSY})
    assert list(compared(pair, renamed, [Answer({COLUMN: LOSSY}), Answer()])) == []


def test_the_smallest_pair_has_the_fewest_changes_and_fields():
    pair = next(pair for pair in draw_pairs(1, 100) if len(pair.edits) == 3)
    wanted = pair.edits[1].kind

    def shows(tried):
        return [wanted in {edit.kind for edit in each.edits} for each in tried]

    small = shrunk(pair, shows)
    assert [edit.kind for edit in small.edits] == [wanted]
    assert len(text(small.old)) < len(text(pair.old)) / 2 and text(small.old) != text(small.new)


def test_more_compiled_than_pairs_is_an_error():
    with pytest.raises(UserError, match="COMPILED=3 is more than PAIRS=2"):
        command.main(1, 2, 3)


def asked(*words: str, **more: str) -> subprocess.CompletedProcess:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("WIREBED_") or "CACHE" in name}
    program = [str(ROOT / "python/wirebed"), "fuzz", *words]
    return subprocess.run(program, env=clean | more, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--schemas=1", "--pairs=x"], "PAIRS=x: a whole number from 1 to 1,000,000 is wanted"),
        (["--schemas=1", "--format=json"], "FORMAT=json is not about pairs of schemas"),
        (["--schemas=yes"], "SCHEMAS=yes: say SCHEMAS=1, or leave it out"),
        (["--pairs=3"], "PAIRS=3 is about pairs of schemas: say SCHEMAS=1"),
        (["--schemas=1", "--mutants=1"], "MUTANTS=1 is not about pairs of schemas"),
    ],
)
def test_wrong_input_says_what_is_wrong(words, message):
    done = asked(*words)
    assert done.returncode == 2 and message in done.stdout + done.stderr


@pytest.fixture(scope="module")
def few():
    """What the verdicts on four pairs say of each other."""
    return ask(draw_pairs(5, 4), 0)


@pytest.fixture
def run(few, monkeypatch, tmp_path):
    for name, path in (("FOLDER", tmp_path / "fuzz"), ("PAGE", tmp_path / "schemas.md")):
        monkeypatch.setattr(report, name, path)
    monkeypatch.setattr(command, "ask", lambda pairs, compiled: few)
    return lambda: command.main(5, 4, 0)


def test_an_interruption_tells_the_pairs_that_disagree(run, few, capsys, monkeypatch):
    listed = [("undecided", pair, [f"no verdict on {pair.name}"]) for pair in few.pairs[:2]]
    monkeypatch.setattr(command, "_listed", lambda found: listed)

    def smallest(what, pair, words):
        if pair is not few.pairs[0]:
            raise KeyboardInterrupt
        return pair

    monkeypatch.setattr(command, "_smallest", smallest)
    with pytest.raises(KeyboardInterrupt):
        run()
    told = capsys.readouterr().out
    for pair in few.pairs[:2]:
        assert f"no verdict on {pair.name}" in told and f"no verdict on {pair.name}" in report.PAGE.read_text()


def test_a_few_pairs_agree(run, capsys, tmp_path):
    code = run()
    told = capsys.readouterr().out
    assert code == 0, told
    assert re.search(r"seed 5: 4 pairs, \d+ changes of \d+ kinds", told)
    assert "0 pairs undecided" in told and "0 pairs undecided" in (tmp_path / "schemas.md").read_text()


@long("asks 300 pairs of schemas, and compiles 60")
def test_all_pairs_agree(tmp_path):
    done = asked("--schemas=1", WIREBED_REPORTS=str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "compiled: 60 pairs" in done.stdout and "0 pairs undecided" in done.stdout
