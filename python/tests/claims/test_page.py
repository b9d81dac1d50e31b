"""The words about all verdicts."""

from wirebed_claims import page
from wirebed_claims.claim import OURS
from wirebed_claims.verdict import HELD, REFUTED


def row(claim: str, *answers: str, changes: bool = False) -> dict:
    return {
        "claim": claim,
        "switches": [{"switch": f"switch {at}", "answer": one, "changes": changes} for at, one in enumerate(answers)],
    }


def test_decisions_with_a_switch_are_counted_and_those_named_that_change_an_answer():
    rows = [row("X.1", "it holds", "undecided"), row("X.2", "not measured"), row("X.3")]
    counts = "3 decisions with a switch: 1 decided, 1 undecided, 1 not measured."
    assert page.switched(rows) == f"{counts} None changes the answer."
    said = page.switched([*rows, row("X.4", "it does not hold", changes=True)])
    assert said.endswith("These change the answer: X.4 (switch 0).")


def test_sentences_that_no_article_says_are_no_claims():
    rows = [{"said": said, "verdict": verdict} for said, verdict in (("a", HELD), ("b", REFUTED), (f"{OURS} c", HELD))]
    assert page.counted(rows).startswith("2 claims: 1 held; ")
    assert page.counted(rows).endswith(". 1 sentence of ours: 1 held")
    assert "of ours" not in page.counted(rows[:2])
