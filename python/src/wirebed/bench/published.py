"""What README.md shows of costs: tables of a result that is checked in, and `make bench-publish`, which checks it in.

fixtures/bench/result.json.gz is a whole result of `make bench`, fixtures/bench/ruler.json one of `make bench-ruler`;
README's figures lie beside them. README itself is renewed by `make format`; `make check` says when it is not theirs.
"""

import gzip
import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from wirebed import files
from wirebed.bench import fixture, ruler_table, spell
from wirebed.bench.figures.rows import LANGUAGES, Rows
from wirebed.bench.load import load
from wirebed.bench.ruler_pairs import Pair
from wirebed.bench.statistics import Summary, by_time, of, ratio
from wirebed.errors import UserError, shown

RESULT = fixture.FOLDER / "result.json.gz"
RULER = fixture.FOLDER / "ruler.json"
FIGURES = fixture.FOLDER / "figures"
CASE = "Stock/article_hessian"
NOTHING = "No result is checked in: `make bench`, then `make bench-publish`.\n"
_COLUMNS = ("codec", "bytes", "gzip", "encode ns", "× copy", "decode ns", "× copy", "lines written", "generated")
_OPERATIONS = ("encode", "decode")


def main(file: str | None) -> int:
    """Checks in a result, and that of the ruler when there is one."""
    from wirebed.bench.ruler import RESULT as ruler

    result = load(file)
    for word in ("quick", "interrupted"):
        if result[word]:
            raise UserError(f"the result is of a run that was {word}; README shows none of these", file)
    data = json.dumps(result, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    files.write(RESULT, gzip.compress(data, 9, mtime=0))
    print(f"{shown(RESULT)}: {len(result['rows'])} rows")
    if ruler.exists():
        shutil.copyfile(ruler, RULER)
        print(f"{shown(RULER)}: the ruler's")
    print(f"{len(draw(result, FIGURES))} figures in {shown(FIGURES)}; make format renews README.md")
    return 0


def draw(result: dict, folder: Path) -> list[str]:
    """README's figures, as SVG: the size and time of one value in each language."""
    from wirebed.bench.figures import size_time, style

    rows, names = Rows(result), []
    folder.mkdir(parents=True, exist_ok=True)
    with style.drawing():
        for name, figure, about in size_time.figures(rows, [CASE]):
            style.save(figure, folder / name, rows.caption(*about), endings=("svg",))
            names.append(name)
    return names


def costs() -> str:
    """README's tables: one value, a table for each language."""
    if not RESULT.exists():
        return NOTHING
    rows = Rows(load(RESULT))
    tables = [table for language in LANGUAGES if (table := _table(rows, language))]
    about = "Means of processes, with half the 95 % interval (~: more than 10 %). Languages do not rank by nanoseconds."
    origin = "; ".join([*spell.where(rows.result), *spell.tools(rows.result)])
    return "\n".join([*tables, f"{about}\n{origin}.\n"])


def ruler() -> str:
    """README's table of the ruler, and whether its measures were kept."""
    if not RULER.exists():
        return NOTHING.replace("make bench`", "make bench-ruler`")
    found = json.loads(RULER.read_text())
    pairs = [Pair(**pair) for pair in found["pairs"]]
    measures = "; ".join(ruler_table.measures(pairs))
    where = "; ".join(spell.where(found))
    return _markdown(ruler_table.COLUMNS, ruler_table.lines(pairs), left=2) + f"\n{measures}.\n{where}.\n"


def _table(rows: Rows, language: str) -> str:
    code = {one["codec"]: one for one in rows.result["code"]}
    packed = {one["codec"]: one["gzip"] for one in rows.result["sizes"] if one["case"] == CASE}
    of_codecs = (rows.row(CASE, codec, way) for codec in rows.codecs(CASE, language) for way in _OPERATIONS)
    measured = [row for row in of_codecs if row]
    if not measured:
        return ""
    lines = []
    for codec in by_time(measured):
        sizes = (rows.size(CASE, codec), packed.get(codec))
        times = [cell for operation in _OPERATIONS for cell in _times(rows, codec, operation)]
        words = [code[codec][kind] for kind in ("written", "generated")] if codec in code else [None, None]
        counts = [f"{count:,}" if count is not None else "" for count in (*sizes, *words)]
        lines.append([spell.codec(codec), *counts[:2], *times, *counts[2:]])
    copy = rows.references.copy(measured[0])
    beside = f"; one copy of it: {_nanoseconds(of(copy))} ns" if copy else ""
    return f"**{language}**, `{CASE}`{beside}\n\n" + _markdown(_COLUMNS, lines)


def _times(rows: Rows, codec: str, operation: str) -> list[str]:
    """The time, and as a multiple of the copy constructor's."""
    row = rows.row(CASE, codec, operation)
    if row is None:
        return ["", ""]
    copy = rows.references.copy(row)
    return [_nanoseconds(of(row)), spell.number(ratio(row, copy).value) if copy else ""]


def _nanoseconds(summary: Summary) -> str:
    mean = spell.number(summary.mean)
    if summary.spread == float("inf"):
        return f"{mean} ?"
    return f"{mean} {'~' if summary.wide else '±'} {100 * summary.spread:.0f} %"


def _markdown(columns: Iterable[str], lines: Iterable[Iterable[str]], left: int = 1) -> str:
    columns = list(columns)
    rule = ["---"] * left + ["--:"] * (len(columns) - left)
    return "".join(f"| {' | '.join(line)} |\n" for line in (columns, rule, *lines))
