"""The results of each step in each format and direction: the squares of the heat map, and a witness of each.

A square has the worst of all samples, writers, relays and readers (wirebed.report.steps.step_verdict). The direction
`all` is that of predictions, in which two versions read and relay each other; mutating relays, three versions and
relays through JSON are directions of their own, as is each leg.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from wirebed.bed.codec_id import short
from wirebed.report.cell import Cell
from wirebed.report.load import Report
from wirebed.report.steps import predict
from wirebed.report.steps.step_verdict import StepVerdict, together, word
from wirebed.report.steps.table_letters import CODES, COLUMNS, DIFFER, FAILS, LEGEND, code, dissenters, shown
from wirebed.report.steps.verdicts import FAILED, SEEN, Verdict, verdict
from wirebed.suites.evolution.legs import LEGS
from wirebed.view.outcome import DIFFERS, EXACT, IN_PART
from wirebed.view.outcome import FAILS as REJECTED
from wirebed_page.number_runs import in_runs, table
from wirebed_page.pool import Pool

ALL = "all"
# Direction -> its legs.
DIRECTIONS: dict[str, Sequence[str]] = {ALL: predict.LEGS, **COLUMNS, **{leg: (leg,) for leg in LEGS}}
# The sign of a verdict, which gives its colour.
SIGNS = dict(zip(SEEN, (EXACT, IN_PART, DIFFERS, REJECTED), strict=True))
# Of the squares.
_COLUMNS = ("step", "format", "direction", "code", "cells", "witness", "silent", "dissent")

Squares = Mapping[tuple[str, str, str], StepVerdict]


def squares(report: Report, worst: Mapping[tuple[str, str, str], StepVerdict]) -> Squares:
    """By step, format and direction, where something ran; `worst`: by step, format and leg."""
    by_place = {}
    for step, format in dict.fromkeys((step, format) for step, format, _ in worst):
        for direction, legs in DIRECTIONS.items():
            ran = [worst[step, format, leg] for leg in legs if (step, format, leg) in worst]
            if (square := together(ran) if len(ran) > 1 else next(iter(ran), None)) is not None:
                by_place[step, format, direction] = square
    return by_place


def block(report: Report, squares: Squares) -> dict:
    """All that the heat map and the heads of steps show; squares are columns of numbers."""
    # Three versions are two changes, the first of which is a step of its own.
    steps = sorted(report.steps, key=lambda step: "v3" in step.versions)
    numbers = {step.step: number for number, step in enumerate(steps)}
    formats, directions = Pool(formats_of(report, squares)), Pool(DIRECTIONS)
    codes, witnesses, dissents = Pool(), Pool(), Pool()

    def number(cell: Cell | None) -> int:
        parts = witness(cell)
        return witnesses.number(tuple(parts.items()) if parts else None)

    rows = [
        (
            numbers[step],
            formats.number(format),
            directions.number(direction),
            codes.number((code(square), str(square.verdict) if square.cells else "")),
            square.cells,
            number(square.witness),
            number(square.silent),
            dissents.number(dissenters(square) or None),
        )
        for (step, format, direction), square in squares.items()
        if step in numbers
    ]
    return {
        "steps": steps,
        "formats": formats.things,
        "directions": [
            {"name": name, "legs": legs, "given": all(LEGS[leg].given for leg in legs)}
            for name, legs in DIRECTIONS.items()
        ],
        "columns": list(COLUMNS),
        "verdicts": [{"name": str(verdict), "sign": sign} for verdict, sign in SIGNS.items()],
        "letters": letters(),
        "notes": [LEGEND[0], *LEGEND[-2:]],
        "names": names(report),
        "codes": codes.things,
        "witnesses": table(list(map(dict, witnesses.things))),
        "dissents": dissents.things,
        "squares": {name: in_runs([row[at] for row in rows]) for at, name in enumerate(_COLUMNS)},
    }


def formats_of(report: Report, squares: Squares) -> list[str]:
    """The formats that ran; those that are documented for the most steps come first."""
    ran = {format for _, format, _ in squares}
    documented = Counter(format for step in report.steps for format in step.docs)
    return sorted((format for format in report.formats if format in ran), key=lambda format: -documented[format])


def witness(cell: Cell | None) -> dict[str, str] | None:
    """The parts of its address, and what it shows."""
    if cell is None:
        return None
    address = {
        "case": cell.case,
        "leg": cell.leg,
        "writer": cell.writer,
        "relay": cell.relay,
        "reader": cell.reader,
    }
    return {name: text for name, text in address.items() if text} | {"shown": shown(cell)}


def letters() -> list[dict]:
    """The letters of codes with the word of each, the mildest first."""
    rows = [{"code": text, "word": word(kind), "verdict": str(verdict(kind))} for kind, text in CODES.items()]
    rows.append({"code": FAILS, "word": word(FAILED), "verdict": str(verdict(FAILED))})
    return [*rows, {"code": DIFFER, "word": "languages differ", "verdict": ""}]


def names(report: Report) -> dict[str, str]:
    """Codec -> its short name."""
    return {codec.codec: short(codec.codec) for codec in report.header.codecs}


def verdicts(report: Report, squares: Squares) -> dict[str, Counter[Verdict]]:
    """Format -> verdict -> number of steps, over the legs of two versions."""
    counts: dict[str, Counter[Verdict]] = {format: Counter() for format in formats_of(report, squares)}
    for (_, format, direction), square in squares.items():
        if direction == ALL and square.cells:
            counts[format][square.verdict] += 1
    return counts
