"""The bugs that do most harm change a value that a codec has written, and tell nobody."""

import dataclasses

from trip_reports import GSON, MORE, OTHER, differs, rejected, report

from wirebed.bed import Bed
from wirebed.state.deviations import of_bed
from wirebed.view.outcome import Kind, Outcome
from wirebed_page.bugs import NATURE, bugs
from wirebed_page.harms import most_harmful

BED = Bed.open()
ANY = next(entry for entry in of_bed(BED, BED.root) if entry.nature == NATURE)


def entry(name: str, kind: Kind | None, reason: str = "It is cut. Always.", outcome: Outcome = Outcome.DIFFERS):
    return dataclasses.replace(ANY, name=name, outcome=outcome, kind=kind, reason=reason, path=(), versions=())


def harmful(*lines, **entries):
    return most_harmful(bugs(report(*lines), entries))


def test_the_worst_kind_comes_first_and_each_reason_once():
    entries = {
        "loss": entry("loss", Kind.DROPPED, "one"),
        "cut": entry("cut", Kind.NARROWED, "two"),
        "cut-again": entry("cut-again", Kind.NARROWED, "two"),
        "refusal": entry("refusal", None, "three", Outcome.REJECTED),
    }
    lines = [
        differs("A/a", GSON, OTHER, MORE, entry="loss"),
        differs("A/b", GSON, OTHER, MORE, entry="cut"),
        differs("A/c", GSON, OTHER, entry="cut-again"),
        rejected("A/d", GSON, OTHER, MORE, entry="refusal"),
    ]
    assert [bug.entry.name for bug in harmful(*lines, **entries)] == ["cut", "loss"]
