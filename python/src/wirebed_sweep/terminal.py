"""What a sweep has found, on the terminal and as markdown."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.markup import escape

from wirebed.bed import PROGRAM, Bed, document
from wirebed.report import blocks
from wirebed_build.languages import generations
from wirebed_sweep import letters, ways
from wirebed_sweep.ask import Damaged, Key, Swept
from wirebed_sweep.letters import ABOUT, SAME, SILENT
from wirebed_sweep.silence import Totals

_WIDTH = 160
_MOST = 20  # rows that are shown on the terminal
_MOST_HEX = 512  # bytes of an input that a command names
_LETTERS = (SAME, SILENT, letters.TYPED, letters.UNTYPED, letters.EXHAUSTED, letters.CRASH, letters.TIMEOUT)
_HEADS = ("reader", "inputs", "same", "silent", "typed", "untyped", "exhausted", "crash", "timeout", "ours")


class Other(NamedTuple):
    """A row that is another one than it was. `before` and `now`: in words, when."""

    key: Key
    before: str
    old: str
    now: str
    new: str


def show(totals: Totals) -> None:
    console = blocks.console(_WIDTH)
    for format in dict.fromkeys(name.format for name in totals):
        table = blocks.table(*_heads(format, totals))
        for row in _rows(format, totals):
            table.add_row(*map(escape, row))
        console.print(table)
    console.print("disputed: another value in silence, of an input that another reader refuses")


def markdown(totals: Totals, bed: Bed) -> str:
    parts = ["# Sweep: what readers make of damaged goldens", "A golden is damaged at each of its bytes:"]
    parts.append("\n".join(f"- `{way}`: {about}" for way, about in ways.ABOUT.items()))
    for format in dict.fromkeys(name.format for name in totals):
        parts.append(f"## {format}")
        parts.append(blocks.markdown_table(_heads(format, totals), _rows(format, totals)))
        parts += _examples(format, totals, bed)
    return "\n\n".join(parts) + "\n"


def _ways(format: str, totals: Totals) -> list[str]:
    return [way for way in ways.WAYS if any((name.format, name.way) == (format, way) for name in totals)]


def _heads(format: str, totals: Totals) -> list[str]:
    return [format, *_HEADS[1:], *(f"disputed: {way}" for way in _ways(format, totals))]


def _rows(format: str, totals: Totals) -> Iterator[list[str]]:
    """A row for each reader."""
    for reader in dict.fromkeys(name.reader for name in totals if name.format == format):
        of_reader = {
            name.way: total for name, total in totals.items() if (name.format, name.reader) == (format, reader)
        }
        counted = sum((total.letters for total in of_reader.values()), Counter[str]())
        ours = sum(count for letter, count in counted.items() if letter.isupper())
        counts = [counted.total(), *(counted[letter] for letter in _LETTERS), ours]
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
            yield f"{what}, byte {example.at}\n\n```sh\n{_why(example.damaged, example.at, bed)}\n```"


def show_others(others: Sequence[Other], found: Sequence[Swept], bed: Bed) -> None:
    """Of each row the first byte that differs, on the terminal and in the document of `--json`."""
    damaged = {(each.damaged.golden.name, each.damaged.way): each.damaged for each in found}
    for number, other in enumerate(others):
        of_key = damaged.get((other.key.golden, other.key.way))
        text, repeat = _other(other), ""
        if of_key is not None and other.old and other.new:
            repeat = _why(of_key, next(letters.differing(other.old, other.new)), bed)
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
    """The command that shows an input; empty where it is long."""
    data = damaged.inputs[at] if at < len(damaged.golden.data) else b""
    if len(data) > _MOST_HEX:
        return ""
    message = [f"MESSAGE={damaged.golden.message}"] if damaged.golden.message else []
    words = [f"FORMAT={damaged.golden.format}", *message, f"HEX={data.hex()}"]
    return " ".join([PROGRAM, "why", *words, *bed.variables, *generations.variables()])
