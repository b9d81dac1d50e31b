"""Cost on the page: bytes and times of each codec, and the articles' figures beside ours.

Samples are left out: of each row the page has the mean with its interval. Everything is computed by wirebed_costs.
"""

from dataclasses import asdict
from math import isfinite

from wirebed.bed import Bed
from wirebed.bed.codec_id import format_of, peer_of
from wirebed_costs import code, columns, statistics, table, wording
from wirebed_costs.figures import article_bars, round_trips
from wirebed_costs.figures.rows import LANGUAGES, Rows
from wirebed_costs.published import CASE
from wirebed_page import best, vega
from wirebed_page.runs import Runs
from wirebed_page.section import Card, Section

# The numbers of a row that bench.csv spells with six digits.
_TIMES = ("median", "mean", "low", "high")


def section(runs: Runs, bed: Bed) -> Section | None:
    bench = runs.bench
    if bench is None:
        return None
    rows = Rows(bench)
    cases = rows.cases() or list(dict.fromkeys(size["case"] for size in bench["sizes"]))
    if not cases:
        return None
    first = CASE if CASE in cases else cases[0]
    bests = {case: best.of_case(rows, case) for case in cases}
    sentences = {case: best.sentence(case, bests[case]) for case in cases}
    block = {
        "origin": [*wording.where(bench), *wording.tools(bench)],
        "doubts": [*_checked_in(runs), *table.doubts(bench), *table.not_measured(bench)],
        "first": first,
        "sentences": sentences,
        "best": {case: _best(of_case) for case, of_case in bests.items()},
        "heads": list(round_trips.HEADS.values()),
        "trips": {case: _trips(rows, case) for case in cases},
        "codecs": _codecs(rows),
        "columns": columns.CSV,
        "rows": [_row(row, rows) for row in bench["rows"] if any(row["samples"])],
        "sizes": bench["sizes"],
        # Other beds do not have the values that the articles measured.
        "articles": [_article(*figure) for figure in article_bars.figures(rows)] if bed.own else [],
    }
    return Section(_card(sentences[first], bench, _checked_in(runs)), {"cost": block, vega.BLOCK: vega.script()})


def _checked_in(runs: Runs) -> list[str]:
    return [runs.checked_in["bench"].replace("`", "")] if "bench" in runs.checked_in else []


def _card(sentence: str, bench: dict, checked_in: list[str]) -> Card:
    added = "".join(f" Note: {note.removesuffix('.')}." for note in (*checked_in, *table.doubts(bench)))
    return Card("What does it cost?", "What does each codec cost?", sentence + added, "#/cost")


def _best(bests: dict[str, dict[str, best.Best]]) -> dict:
    """Language -> what -> the least figure and the words for the codecs that have it."""
    return {
        language: {
            what: {"figure": _number(top.figure), "names": best.names(top.codecs, "and" if what == "size" else "or")}
            for what, top in of_language.items()
        }
        for language, of_language in bests.items()
    }


def _trips(rows: Rows, case: str) -> dict[str, list[dict]]:
    """The round trips of each language: the codec, its name, the kind, and the id of the row of each direction."""
    trips = {language: round_trips.of(rows, case, language) for language in LANGUAGES}
    return {language: [_trip(trip) for trip in found] for language, found in trips.items() if found}


def _trip(trip: round_trips.RoundTrip) -> dict:
    rows = {direction: row["id"] for direction, row in trip.rows.items()}
    return {"codec": trip.codec, "name": trip.name, "kind": trip.kind, "own": trip.own, **rows}


def _codecs(rows: Rows) -> dict[str, dict]:
    """Codec -> its name, language, version, what its user keeps, its lines of code and their files."""
    listed, lines = code.load(), {row["codec"]: row for row in rows.result["code"]}
    codecs = {}
    for row in rows.result["codecs"]:
        codec = row["codec"]
        codecs[codec] = {
            "name": wording.codec(codec),
            "format": format_of(codec),
            "language": rows.language.get(peer_of(codec), ""),
            "version": row["version"],
            "kept": row["kept"],
            "sources": code.sources(listed, codec),
            **{part: lines[codec][part] for part in ("written", "generated") if codec in lines},
        }
    return codecs


def _row(row: dict, rows: Rows) -> dict:
    """The columns of bench.csv, the interval in words, the bytes of the codec's own encoding as `size`, and the time as
    a multiple of each reference: value, low, high."""
    line, cost = columns.line(row), columns.CostRow(row, rows.references)
    return {
        **line,
        **{name: _number(float(line[name])) for name in _TIMES},
        "language": rows.language[row["peer"]],
        "shown": columns.operation(row),
        "spread": columns.COLUMNS["interval"].text(cost),
        "size": rows.size(row["case"], row["codec"]) if row["codec"] else None,
        "copy": _multiple(cost.copy),
        "memcpy": _multiple(cost.memcpy),
    }


def _multiple(ratio: statistics.Ratio | None) -> list | None:
    return [_number(part) for part in (ratio.value, ratio.low, ratio.high)] if ratio else None


def _article(name: str, figure: dict, bars: list[article_bars.Bar]) -> dict:
    """`published` is by year or edition; a figure without bars has no row in this result."""
    of_figure = {key: figure[key] for key in ("title", "source", "protocol", "unit", "measure")}
    shown = [{**asdict(bar), **{part: _number(getattr(bar, part)) for part in ("ours", "low", "high")}} for bar in bars]
    return {"name": name, **of_figure, "bars": shown}


def _number(value: float) -> float | None:
    """Six digits; JSON has no infinity, so an interval without an end has None there."""
    return float(f"{value:.6g}") if isfinite(value) else None
