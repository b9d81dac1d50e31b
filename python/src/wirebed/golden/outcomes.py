"""What the matrix says about golden cases, and about captured bytes, before anything is checked in."""

from __future__ import annotations

from wirebed import deviations, matrix
from wirebed.bed import BUILD, ROOT
from wirebed.build import ensure
from wirebed.cases import load as load_cases
from wirebed.errors import unknown
from wirebed.peers import Pool, discover
from wirebed.schema import Schema
from wirebed.view.render import path as path_of
from wirebed.view.render import render

_MOST_TOLD = 3  # differences told of one cell


def load(bed, peers=None):
    """The schema and the cases of the bed; `peers=[]` builds no more than that needs."""
    schema = Schema.load(ensure(bed, peers))
    return schema, load_cases(bed, schema)


def unexpected(bed, schema, cases, peers=None) -> list[str]:
    """The cells of these cases that are not as expected; goldens are no part of this."""
    return _run(bed, schema, cases, [], peers)


def of_bytes(bed, schema, case, format: str, data: bytes, name: str, peers=None) -> list[str]:
    """The readers that do not see the case's value in these bytes, but for stated deviations."""
    source = matrix.ByteSource(
        name=name,
        case=case,
        format=format,
        message=case.message,
        data=data,
        options=dict(case.options.get(format, {})),
        expect=case.view,
    )
    return _run(bed, schema, [], [source], peers)


def _run(bed, schema, cases, sources, peers) -> list[str]:
    entries = deviations.load(bed.fixtures / "deviations")
    if not bed.own:
        entries += deviations.load(ROOT / "fixtures" / "deviations", foreign=True)
    told: list[str] = []
    specs = [spec for spec in discover(ROOT) if peers is None or spec.name in peers]
    with Pool(specs, bed.tree_dir, logs=BUILD / "log" / "golden") as pool:
        codecs = matrix.codecs_of(pool.introductions())
        formats = sorted({codec.format for codec in codecs})
        for source in sources:
            if source.format not in formats:
                raise unknown("format", source.format, formats)
        plan = matrix.Plan(codecs, cases, sources)
        matcher = deviations.Matcher(entries, {codec.id: codec.version for codec in codecs}, schema)

        def take(rows) -> None:
            for row in rows:
                matcher.judge(row)
                told.extend(_tell(cell, schema) for cell in row.verdicts if cell is not None and not cell.expected)

        matrix.run(plan, pool, schema, take)
    return told


def _tell(cell, schema) -> str:
    """One cell on one line: what happened, and where."""
    places = [
        f"{path_of(found.place, schema) or '(top)'}: {render(found.expected, schema)} read as "
        f"{render(found.actual, schema)}"
        for found in cell.differences[:_MOST_TOLD]
    ]
    why = "; ".join(places) or cell.reason or "; ".join(cell.problems)
    return f"{cell.id}: {cell.outcome.value}: {why}"
