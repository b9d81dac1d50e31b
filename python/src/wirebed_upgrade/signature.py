"""What one version of a library answers, from the report of a run that has it beside today's peers and other versions.

A version writes values, and reads bytes that were given or that today's codecs wrote. What other versions make of its
bytes, or write, is left out: then its cells are the same whatever versions run beside it.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from msgspec import structs

from wirebed.bed.codec_id import NONE, base_of, is_generation, peer_of
from wirebed.report.cell import Line
from wirebed.report.load import Report
from wirebed.view.outcome import READ, Outcome
from wirebed_upgrade.pairs import READS, WRITES, state
from wirebed_upstream.history import Gap, Signature


@dataclass(frozen=True)
class Answered:
    signature: Signature | Gap
    text: str  # its cells, in a few words


def lines_of(report: Report, peers: frozenset[str]) -> Iterator[Line]:
    """The lines of some generations, without what other generations have written or read."""
    for line in report.lines:
        if line.format == NONE or (is_generation(line.writer) and peer_of(line.writer) not in peers):
            continue
        if readers := tuple(reader for reader in line.readers if _meets(line.writer, reader, peers)):
            yield structs.replace(line, readers=readers)


def _meets(writer: str, reader: str, peers: frozenset[str]) -> bool:
    """Whether one of both is of these generations, and the other of today or of the same peer."""
    if peer_of(writer) in peers:
        return not is_generation(reader) or peer_of(reader) == peer_of(writer)
    return peer_of(reader) in peers


def of(report: Report, peers: frozenset[str], unstable: frozenset[str], values: Mapping[str, bytes]) -> Answered:
    """`peers`: the generations of the version; `unstable`: the codecs whose order of bytes is by chance, by the names
    of their base; `values`: the bytes that these have written."""
    cells: dict[int, int] = {}
    count: Counter[str] = Counter()
    lacking: Counter[str] = Counter()
    for line in lines_of(report, peers):
        for codec, way, asked in _asked(line, peers):
            key = hash((way, base_of(codec), line.case, line.format, line.source, asked))
            if line.outcome is Outcome.UNSUPPORTED and not (way == WRITES and line.bytes):
                lacking[line.reason] += 1
            elif key not in cells:
                cells[key] = hash(_written(line, base_of(codec) in unstable, values) if way == WRITES else state(line))
                count[_word(line, way)] += 1
    if not cells:
        why = lacking.most_common(1)[0][0] if lacking else "it has no cell"
        return Answered(Gap("does not load", _one_line(why)), "")
    text = ", ".join(f"{word} {number:,}" for word, number in sorted(count.items(), reverse=True))
    return Answered(cells, f"{text}; {sum(lacking.values()):,} unsupported" if lacking else text)


def _asked(line: Line, peers: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    """The codecs of the version that a line asks, in which way, and the bytes that they are asked to read."""
    if peer_of(line.writer) in peers:
        yield line.writer, WRITES, ""
    elif line.bytes:
        for reader in line.readers:
            yield reader, READS, line.bytes


def _written(line: Line, unstable: bool, values: Mapping[str, bytes]) -> tuple[str, ...]:
    if not line.bytes:
        return state(line)
    if unstable and line.bytes in values:
        return (hashlib.sha256(bytes(sorted(values[line.bytes]))).hexdigest(),)
    return (line.bytes,)


def _word(line: Line, way: str) -> str:
    if way == WRITES:
        return "writes" if line.bytes else f"{line.outcome} to write"
    return "reads" if line.outcome in READ else str(line.outcome)


def _one_line(words: str) -> str:
    return " ".join(words.split())[:200]
