"""Evolution on the page: what each schema change did, and what was predicted."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.commands.evolution import load_steps
from wirebed.errors import UserError
from wirebed.report.cell import Line
from wirebed.report.steps import buf_verdicts
from wirebed.report.steps.predict import DOCS, LEVELS, Prediction, effects, predict
from wirebed.report.steps.step_verdict import alone, by_leg
from wirebed.report.steps.table_letters import code, shown
from wirebed.report.steps.verdicts import Verdict
from wirebed.state.deviations import Entry
from wirebed.suites.evolution.legs import LEGS
from wirebed.view.outcome import Outcome
from wirebed_page import entries, evolution_predictions, evolution_schemas, evolution_steps
from wirebed_page.cells import Cells
from wirebed_page.interop import block
from wirebed_page.runs import Run, Runs
from wirebed_page.section import Card, Findable, Section, address
from wirebed_page.values import Shown

_ENDS = {leg.name: {"writer": leg.writer, "reader": leg.reader, "into": leg.into} for leg in LEGS.values()}


def section(runs: Runs, bed: Bed) -> Section | None:
    run = runs.evolution
    if run is None:
        return None
    try:
        schemas, steps, expected = load_steps(bed)
    except UserError as error:
        runs.missing["evolution"] = f"The result of evolution cannot be shown: {error}"
        return None
    report = run.report
    worst = by_leg(report.lines)
    squares = evolution_steps.squares(report, worst)
    prediction = predict(report.steps, effects(report, worst), buf_verdicts.load(bed))
    blocks = {
        "evolution": evolution_steps.block(report, squares),
        "evolution-predictions": evolution_predictions.block(prediction),
        "evolution-schemas": evolution_schemas.block(bed, steps, schemas),
        **_cells(run, runs.deviations, bed, schemas, expected),
    }
    found = [Findable("step", step.step, step.change, _link(step.step)) for step in report.steps]
    reasons = entries.findable(report.lines, runs.deviations, lambda line: _link(line.case.partition("/")[0]))
    card = _card(prediction, evolution_steps.verdicts(report, squares))
    return Section(card, blocks, findable=[*found, *reasons])


def _link(step: str) -> str:
    return address("evolution", step)


def _cells(
    run: Run, deviations: Mapping[str, Entry], bed: Bed, schemas: Mapping[str, Schema], expected: Iterable[Entry]
) -> dict:
    values = Shown()
    cells = Cells(values, run.report.lines, _ENDS, _letter)
    of_cells = block(cells, run.report, bed)
    # The bytes say how long they are.
    del of_cells["columns"]["size"]
    known = {**deviations, **{entry.name: entry for entry in expected}}
    return {
        "evolution-cells": {
            **of_cells,
            "legs": {leg.name: {"relay": leg.relay, **_ENDS[leg.name]} for leg in LEGS.values()},
        },
        "evolution-entries": entries.block(cells.entries.things, known),
        # A version that the bed no longer has leaves its values without names.
        **values.blocks("evolution", run, defaultdict[str, Schema | None](lambda: None, schemas)),
    }


def _letter(line: Line) -> dict:
    letter = {"letter": code(alone(line))}
    if line.outcome is not Outcome.DIFFERS:
        return letter
    more = len(line.differences) + line.more_differences - 1
    return letter | {"shown": shown(line) + (f"; {more} more" if more else "")}


def _card(prediction: Prediction, verdicts: Mapping[str, Mapping[Verdict, int]]) -> Card:
    rows = {
        format: [(str(grade), sign, counts[grade]) for grade, sign in evolution_steps.SIGNS.items() if counts[grade]]
        for format, counts in verdicts.items()
        if any(counts.values())
    }
    return Card(
        "Which change is dangerous?",
        "Which schema change is dangerous?",
        _answer(prediction),
        "#/evolution",
        rows,
        noun="change",
    )


def _answer(prediction: Prediction) -> str:
    """The answer of the card: how many changes that a format's documents call safe did harm, or how many were tried."""
    *most, worst = map(str, LEVELS["strict"])
    parts = [
        f"{score.format}, {len(score.missed)} of {len(score.passes)}"
        for score in prediction.scores
        if score.checker == DOCS and score.level == "strict" and score.passes
    ]
    if not parts:
        count = len(prediction.steps)
        return f"{count} {'change was' if count == 1 else 'changes were'} tried."
    harm = f"{', '.join(most)} or {worst}"
    return f"Of the changes that the format's documentation calls safe, these were {harm}: {'; '.join(parts)}."
