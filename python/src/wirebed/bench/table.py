"""A result on the terminal: for each value and language its codecs, with intervals and multiples of a plain copy.

Nanoseconds of two languages do not rank, so every language has tables of its own.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from wirebed.bench import load, statistics
from wirebed.errors import shown

# Operations that stand beside each other in a line: one that writes, one that reads.
PAIRS = (("encode", "decode"), ("populate", "convert"))
# 1-minute load, in parts of the cores, from which others were at work before a run.
LOADED = 0.3
_REASONS = 12


def show(result: dict, path: Path, console: Console | None = None) -> None:
    console = console or Console(emoji=False, highlight=False)
    if not console.is_terminal:
        console = Console(emoji=False, highlight=False, width=150, file=console.file)
    references = statistics.References(result)
    languages = load.languages(result)
    by_table: dict[tuple, list[dict]] = defaultdict(list)
    for row in result["rows"]:
        if row["codec"] is not None:
            by_table[row["case"], languages[row["peer"]]].append(row)
    for (case, language), rows in by_table.items():
        console.print(_table(case, language, rows, references, result))
    for line in _notes(result, path):
        console.print(line, soft_wrap=True, markup=False)


def _table(case: str, language: str, rows: list[dict], references: statistics.References, result: dict) -> Table:
    copy = references.copy(rows[0])
    beside = f", one copy {_time(statistics.of(copy).mean)} ns" if copy else ""
    indicative = "  (indicative)" if result["quick"] else ""
    shown_ = Table(
        title=f"{case}, {language}{beside}{indicative}", box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left"
    )
    shown_.add_column("codec", no_wrap=True)
    for name in ("bytes", "n"):
        shown_.add_column(name, justify="right")
    for name in ("write ns", "read ns"):
        for title in (name, "95 %", "× copy", "× memcpy", "allocated"):
            shown_.add_column(title, justify="right", no_wrap=True)
    for name, pair in _lines(rows):
        cells = [cell for row in pair for cell in _figures(row, references)]
        any_ = next(row for row in pair if row is not None)
        shown_.add_row(name, f"{any_['wire']:,}", _n(pair), *cells)
    return shown_


def _lines(rows: Iterable[dict]) -> Iterator[tuple[str, tuple[dict | None, dict | None]]]:
    """Of each codec what writes beside what reads, in the same way; faster encoders first."""
    found: dict[tuple, dict[str, dict]] = defaultdict(dict)
    for row in rows:
        pair = next(pair for pair in PAIRS if row["operation"] in pair)
        foreign = bool(row["written_by"]) and row["codec"] not in row["written_by"]
        by = row["written_by"][0] if foreign else ""
        found[row["codec"], PAIRS.index(pair), row["reused"], row["cold"], by][row["operation"]] = row
    speed = {row["codec"]: statistics.of(row).mean for row in rows if row["operation"] in ("encode", "decode")}
    for key in sorted(found, key=lambda key: (speed.get(key[0], 0), key)):
        codec, pair, reused, cold, by = key
        more = ((pair, " populate/convert"), (reused, " reused"), (cold, " cold"), (by, f" < {by.replace(':', ' ')}"))
        name = codec.partition(":")[2] + "".join(words for is_so, words in more if is_so)
        loses = any(row["loses"] for row in found[key].values())
        yield name + (" ≠" if loses else ""), tuple(found[key].get(operation) for operation in PAIRS[pair])


def _figures(row: dict | None, references: statistics.References) -> list[str]:
    """Time, interval, × copy, × memcpy, allocated."""
    if row is None:
        return ["–", "", "", "", ""]
    summary = statistics.of(row)
    times = [
        f"{statistics.ratio(row, reference).value:,.3g}" if reference else ""
        for reference in (references.copy(row), references.memcpy(row))
    ]
    allocated = row["allocated"]
    spread = "?" if summary.spread == float("inf") else f"±{100 * summary.spread:.0f} %"
    return [
        _time(summary.mean),
        spread + (" wide" if summary.wide else ""),
        *times,
        f"{allocated['bytes']:,.0f}" if allocated else "",
    ]


def _n(pair: Iterable[dict | None]) -> str:
    """Processes × values; that of the side with less."""
    summaries = [statistics.of(row) for row in pair if row is not None]
    least = min(summaries, key=lambda one: one.n_values)
    return f"{least.n_processes}×{least.n_values // least.n_processes}"


def _time(nanos: float) -> str:
    return f"{nanos:,.0f}" if nanos >= 100 else f"{nanos:.3g}"


def _notes(result: dict, path: Path) -> Iterator[str]:
    yield "n: processes × values in each; ±: 95 % interval, of fewer than three processes that of their values alone"
    if any(row["loses"] for row in result["rows"]):
        yield "≠: as expected, but what is read is not equal to what was written: a pinned deviation"
    yield from _refused(result["refused"])
    if result.get("not_reached"):
        yield f"{len(result['not_reached'])} rows were not reached within the budget"
    machine, load_ = result["machine"], result["load"]
    peers = ", ".join(f"{one['peer']} {one['runtime']} ({one['harness']} {one['version']})" for one in result["peers"])
    yield f"{machine['cpu'] or 'processor unknown'}, {machine['cores']} cores, {machine['system']}; {peers}"
    yield (
        f"{result['seconds']:.0f} s, load {load_[0]} before and {load_[1]} after, commit {result['commit'][:12]}"
        + (" and changes" if result["dirty"] else "")
    )
    if load_[0] > LOADED * (machine["cores"] or 1):
        yield f"others were at work on this machine (load {load_[0]} before the run): these times are worth less"
    if result["quick"]:
        yield "QUICK=1: indicative only; make bench gives the careful figures"
    if result["interrupted"]:
        yield "interrupted: what had been measured by then"
    yield f"{shown(path)} has every sample, {shown(path.with_suffix('.csv'))} a line for each row"


def _refused(refused: list[dict]) -> Iterator[str]:
    """The reasons, the most frequent first, each with a row that it is about."""
    reasons: dict[str, list[str]] = defaultdict(list)
    for one in refused:
        reasons[one["why"]].append(one["id"])
    counted = Counter({why: len(ids) for why, ids in reasons.items()})
    if refused:
        yield f"{len(refused)} refused:"
    for why, count in counted.most_common(_REASONS):
        more = f" and {count - 1} more" if count > 1 else ""
        yield f"  {reasons[why][0]}{more}: {' '.join(why.split())[:300]}"
    if len(counted) > _REASONS:
        yield f"  … {len(counted) - _REASONS} more reasons in the result file"
