"""What the matrix says about golden cases, and about captured bytes, before anything is checked in."""

from __future__ import annotations

from wirebed.bed import ROOT
from wirebed.cases import load as load_cases
from wirebed.errors import unknown
from wirebed.interop.session import InteropSession
from wirebed.matrix import Selection
from wirebed.matrix.route import ByteSource
from wirebed.peers import discover
from wirebed.schema import Schema
from wirebed.trees import ensure
from wirebed.view.spell import path as path_of
from wirebed.view.spell import render

_MOST_TOLD = 3  # differences told of one cell


def load(bed, peers=None, takes=lambda name: True):
    """The schema and the cases of the bed; `peers=[]` builds no more than that needs, `takes` is as for cases."""
    schema = Schema.load(ensure(bed, peers))
    return schema, load_cases(bed, schema, takes)


def unexpected(bed, schema, cases, peers=None, format: str | None = None) -> list[tuple[str, str]]:
    """The cells of these cases (and formats) that are not as expected, as case and text; goldens are no part of it."""
    return _run(bed, schema, cases, [], peers, format)


def of_bytes(bed, schema, case, format: str, data: bytes, name: str, peers=None) -> list[str]:
    """The readers that do not see the case's value in these bytes, but for stated deviations."""
    source = ByteSource(
        name=name,
        case=case,
        format=format,
        message=case.message,
        data=data,
        options=dict(case.options.get(format, {})),
        expect=case.view,
    )
    return [text for _, text in _run(bed, schema, [], [source], peers)]


def _run(bed, schema, cases, sources, peers, format: str | None = None) -> list[tuple[str, str]]:
    with InteropSession(bed, bed.tree_dir, ROOT, discover(names=peers)) as session:
        formats = {codec.format for peer in session.pool.introductions().values() for codec in peer.codecs}
        for source in sources:
            if source.format not in formats:
                raise unknown("format", source.format, formats)
        session.prepare(schema, cases=cases, sources=sources, selection=Selection(format=format))
        return [(cell.id.case, _tell(cell, schema)) for cell in session.outcomes()]


def _tell(cell, schema) -> str:
    """One cell on one line: what happened, and where."""
    places = [
        f"{path_of(found.place, schema) or '(top)'}: {render(found.expected, schema)} read as "
        f"{render(found.actual, schema)}"
        for found in cell.differences[:_MOST_TOLD]
    ]
    why = "; ".join(places) or cell.reason or "; ".join(map(str, cell.problems))
    return " ".join(f"{cell.id}: {cell.outcome.value}: {why}".split())
