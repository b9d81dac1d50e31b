"""An evolution report as markdown: every step in every format, and predictions against observations."""

from collections.abc import Mapping

from wirebed.bed.exit_codes import MEANINGS
from wirebed.report.blocks import markdown_table
from wirebed.report.load import Report
from wirebed.report.markdown import problems
from wirebed.report.phrases import unreviewed
from wirebed.report.steps import buf_verdicts
from wirebed.report.steps.predict import COUNTED, LEVELS, NOTHING_SAID, Prediction, Score, effects, predict
from wirebed.report.steps.step_verdict import StepVerdict, by_leg, together
from wirebed.report.steps.table_letters import COLUMNS, LEGEND, code, dissenters, witness
from wirebed.suites.evolution.legs import LEGS

# The formats that predictions are about.
OBSERVED = ("protobuf", "protojson")


def summary(report: Report, worst: Mapping[tuple[str, str, str], StepVerdict], prediction: Prediction) -> str:
    footer = report.footer
    outcomes = ", ".join(f"{number:,} {outcome}" for outcome, number in footer.outcomes.items())
    parts = [
        f"# evolution: {MEANINGS[footer.exit]}",
        f"{len(report.steps)} steps, {footer.cells:,} cells: {outcomes}.",
        *([f"{unreviewed(report)}."] if unreviewed(report) else []),
        "## Steps",
        _steps(report, worst),
        "\n".join(f"- {line}" for line in LEGEND),
        *_others(report, worst),
        "## Prediction against observation",
        *_prediction(prediction),
        *problems(report),
    ]
    return "\n\n".join(parts) + "\n"


def _steps(report: Report, worst: Mapping[tuple[str, str, str], StepVerdict]) -> str:
    ran = {key[1] for key in worst}
    formats = [format_ for format_ in report.formats if format_ in ran]
    rows = []
    for line in report.steps:
        row = [f"`{line.step}`", line.change]
        for format_ in formats:
            legs = (together(worst.get((line.step, format_, leg)) for leg in legs) for legs in COLUMNS.values())
            row.append(" ".join(map(code, legs)))
        rows.append(row)
    return markdown_table(["step", "change", *formats], rows)


def _others(report: Report, worst: Mapping[tuple[str, str, str], StepVerdict]) -> list[str]:
    """The legs without a column: mutating relays, legs of three versions, relays through JSON."""
    legs = [leg for leg in LEGS if not any(leg in of for of in COLUMNS.values())]
    rows = [
        [f"`{step}`", leg, format_, code(square), witness(square.witness) if square.witness else ""]
        for leg in legs
        for (step, format_, name), square in worst.items()
        if name == leg and square.cells
    ]
    if not rows:
        return []
    return [
        "## Mutating relays, three versions, relays through JSON",
        markdown_table(["step", "leg", "format", "", "witness"], rows),
    ]


def headline(report: Report, verdicts: buf_verdicts.Verdicts) -> str:
    """The counts of fixtures/results/evolution.md, where every loss is harm. Only outcomes and verdicts change them."""
    prediction = predict(report.steps, effects(report, by_leg(report.lines)), verdicts)
    scores = [s for s in prediction.scores if s.level == "strict" and s.format in OBSERVED]
    harm = ", ".join(map(str, LEVELS["strict"]))
    about = f"Counted in steps. Harm: {harm}. buf {verdicts.version}."
    return f"{_counts(scores)}\n\n{about}\n"


def _counts(scores: list[Score]) -> str:
    return markdown_table(COUNTED, [list(map(str, score.counted)) for score in scores])


def _prediction(prediction: Prediction) -> list[str]:
    if not prediction.scores:
        return [NOTHING_SAID]
    levels = "; ".join(f"{level}: {', '.join(map(str, verdicts))}" for level, verdicts in LEVELS.items())
    return [
        f"Counted in steps. Harm, {levels}. buf {prediction.verdicts.version}.",
        _counts(prediction.scores),
        "### Step by step",
        _step_by_step(prediction),
        *(part for score in prediction.scores if score.level == "strict" for part in _lists(score, prediction)),
    ]


def _step_by_step(prediction: Prediction) -> str:
    rows = []
    for step in prediction.steps:
        name = step.step
        row = [f"`{name}`"]
        docs = step.docs
        row.append(" ".join(f"{format_}: [{d.says}](<{d.at}>)" for format_, d in docs.items()))
        for category in buf_verdicts.CATEGORIES:
            rules = prediction.verdicts.of(name, category)
            row.append("?" if rules is None else ", ".join(f"`{rule}`" for rule in rules) or "pass")
        for format_ in OBSERVED:
            seen = prediction.observed.get((name, format_))
            row.append("" if seen is None else f"**{seen.verdict}** {code(seen)} {_witness(seen)}".rstrip())
        rows.append(row)
    return markdown_table(["step", "documents", *(f"buf {c}" for c in buf_verdicts.CATEGORIES), *OBSERVED], rows)


def _witness(seen: StepVerdict) -> str:
    parts = [witness(seen.witness)] if seen.witness else []
    if seen.silent:
        parts.append(f"and in silence: {witness(seen.silent)}")
    if split := dissenters(seen):
        parts.append(f"languages differ: {split}")
    return "; ".join(parts)


def _lists(score: Score, prediction: Prediction) -> list[str]:
    """Every step that a checker got wrong, with the value that shows it."""
    parts = []
    for title, names in (("missed", score.missed), ("false alarms", score.false_alarms)):
        if names:
            lines = [
                f"- `{name}`: {seen.verdict}" + (f"; {_witness(seen)}" if seen.witness else "")
                for name in names
                for seen in (prediction.observed[name, score.format],)
            ]
            parts.append(f"#### {score.checker}, {score.format}: {len(names)} {title}\n\n" + "\n".join(lines))
    unshown = ", ".join(f"`{name}`" for name in score.conditional if name not in score.violated)
    if unshown:
        parts.append(f"#### {score.checker}, {score.format}: conditional, and no sample does harm\n\n{unshown}")
    return parts
