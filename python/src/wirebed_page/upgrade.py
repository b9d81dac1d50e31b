"""An upgrade on the page: what another version of a library changes. The words are those of `make upgrade`."""

from wirebed.bed import Bed
from wirebed.view import outcome
from wirebed_page.runs import Runs
from wirebed_page.section import Card, Section
from wirebed_upgrade import terminal
from wirebed_upgrade.answer import Answer
from wirebed_upgrade.rollout import Way, whole


def section(runs: Runs, bed: Bed) -> Section | None:
    answer = runs.upgrade
    if answer is None:
        return None
    block = {
        "old": answer.old,
        "new": answer.new,
        "started": answer.started,
        "commit": answer.commit,
        "summary": list(terminal.summary(answer)),
        "columns": terminal.COLUMNS,
        "formats": terminal.roll_out(answer),
        "kinds": [{"head": head, "findings": findings} for head, findings in terminal.by_change(answer)],
        "beside": [{"head": head, "lines": lines} for head, lines in terminal.beside(answer)],
        "versions": answer.versions,
    }
    return Section(_card(answer), {"upgrade": block})


def _card(answer: Answer) -> Card:
    said = f"{answer.old} → {answer.new}: {answer.changed:,} of {answer.asked:,} asked cells changed."
    both = whole(answer.formats)
    ways = {"rolling forward": both.forward, "rolling back": both.back}
    rows = {name: parts for name, way in ways.items() if (parts := _parts(way))}
    return Card(
        "What does an upgrade change?",
        "What does another version of a library change?",
        said,
        "#/upgrade",
        rows,
        noun="reading",
    )


def _parts(way: Way) -> list[tuple[str, str, int]]:
    counts = [
        ("as before", outcome.EXACT, way.kept),
        ("differ in silence", outcome.DIFFERS, way.silent),
        ("are refused", outcome.FAILS, way.refused),
        ("end a process", outcome.ENDED, way.broken),
        ("are impossible", outcome.UNSUPPORTED, way.unusable),
    ]
    return [part for part in counts if part[2]]
