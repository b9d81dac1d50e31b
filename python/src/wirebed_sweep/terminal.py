"""What a sweep has found, on the terminal and as markdown."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.markup import escape

from wirebed.bed import PROGRAM, Bed, document
from wirebed.report import blocks
from wirebed_build.languages import generations
from wirebed_sweep import letters, ways
from wirebed_sweep.ask import Damaged
from wirebed_sweep.hold import Other
from wirebed_sweep.letters import ABOUT, SAME, SILENT
from wirebed_sweep.silence import Totals

DISPUTED = "disputed: another value in silence, of an input that another reader refuses"
_WIDTH = 160
_MOST = 20  # rows that are shown on the terminal
_MOST_HEX = 512  # bytes of an input that a command names
_LETTERS = {
    "same": SAME, "silent": SILENT, "typed": letters.TYPED, "untyped": letters.UNTYPED, "exhausted": letters.EXHAUSTED,
    "crash": letters.CRASH, "timeout": letters.TIMEOUT, "unsupported": letters.UNSUPPORTED, "defect": letters.INTERNAL,
}  # fmt: skip


def show(totals: Totals) -> None:
    console = blocks.console(_WIDTH)
    for format in dict.fromkeys(name.format for name in totals):
        heads, *lines = table(format, totals)
        rows = [[*map(escape, row)] for row in lines]
        for part in blocks.grid(heads, rows, _WIDTH):
            console.print(part)
    console.print(DISPUTED)


def markdown(totals: Totals, bed: Bed) -> str:
    parts = ["# Sweep: what readers make of damaged goldens", "A golden is damaged at each of its bytes:"]
    parts.append("\n".join(f"- `{way}`: {about}" for way, about in ways.ABOUT.items()))
    for format in dict.fromkeys(name.format for name in totals):
        parts.append(f"## {format}")
        heads, *rows = table(format, totals)
        parts.append(blocks.markdown_table(heads, rows))
        parts += _examples(format, totals, bed)
    return "\n\n".join(parts) + "\n"


def _ways(format: str, totals: Totals) -> list[str]:
    return [way for way in ways.WAYS if any((name.format, name.way) == (format, way) for name in totals)]


def table(format: str, totals: Totals) -> list[list[str]]:
    """The heads, and a row for each reader."""
    heads = [format, "inputs", *_LETTERS, "ours", *(f"disputed: {way}" for way in _ways(format, totals))]
    return [heads, *_rows(format, totals)]


def _rows(format: str, totals: Totals) -> Iterator[list[str]]:
    for reader in dict.fromkeys(name.reader for name in totals if name.format == format):
        of_reader = {
            name.way: total for name, total in totals.items() if (name.format, name.reader) == (format, reader)
        }
        counted = sum((total.letters for total in of_reader.values()), Counter[str]())
        ours = sum(count for letter, count in counted.items() if letter.isupper())
        counts = [counted.total(), *(counted[letter] for letter in _LETTERS.values()), ours]
        disputed = [of_reader[way].disputed if way in of_reader else 0 for way in _ways(format, totals)]
        yield [reader, *(f"{count:,}" if count else "" for count in (*counts, *disputed))]


def _examples(format: str, totals: Totals, bed: Bed) -> Iterator[str]:
    """The shortest golden of each kind of silence."""
    for name, total in totals.items():
        if name.format == format and total.shortest is not None:
            example = total.shortest
            what = (
                f"{name.reader}, {name.way}: {total.disputed:,} inputs; the shortest is {example.damaged.golden.name}"
            )
            command = _why(example.damaged, example.at, bed)
            yield f"{what}, byte {example.at}" + (f"\n\n```sh\n{command}\n```" if command else "")


def show_others(others: Sequence[Other], bed: Bed) -> None:
    """Of each row the first byte that differs, on the terminal and in the document of `--json`."""
    for number, other in enumerate(others):
        text, repeat = _other(other), ""
        if other.damaged is not None and other.old and other.new:
            repeat = _why(other.damaged, next(letters.differing(other.old, other.new)), bed)
        document.find("row", text, repeat=repeat)
        if number < _MOST:
            print("\n    ".join(filter(None, [f"✗ {text}", repeat])))
    if len(others) > _MOST:
        print(f"… and {len(others) - _MOST:,} more")


def _other(other: Other) -> str:
    if not (other.old and other.new):
        old, new = (letters.coded(row) or "none" for row in (other.old, other.new))
        return f"{other.key}: {other.before} {old}, {other.now} {new}"
    places = list(letters.differing(other.old, other.new))
    first = places[0]
    old, new = (of[first] if first < len(of) else "none" for of in (other.old, other.new))
    more = f", and {len(places) - 1:,} more bytes" if len(places) > 1 else ""
    return f"{other.key}: byte {first}: {other.before} {_words(old)}, {other.now} {_words(new)}{more}"


def _words(letter: str) -> str:
    ours = " by code of this bed" if letter.isupper() else ""
    return f"{letter} ({ABOUT.get(letter.lower(), letter)}{ours})"


def _why(damaged: Damaged, at: int, bed: Bed) -> str:
    """The command that shows an input; empty where it has no byte, or many."""
    data = damaged.inputs[at] if at < len(damaged.golden.data) else b""
    if not 0 < len(data) <= _MOST_HEX:
        return ""
    message = [f"MESSAGE={damaged.golden.message}"] if damaged.golden.message else []
    words = [f"FORMAT={damaged.golden.format}", *message, f"HEX={data.hex()}"]
    return " ".join([PROGRAM, "why", *words, *bed.variables, *generations.variables()])
