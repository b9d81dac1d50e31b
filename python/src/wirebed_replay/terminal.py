"""What a replay has found, on the terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.markup import escape

from wirebed.bed import PROGRAM
from wirebed.bed.codec_id import short
from wirebed.errors import shown as shown_path
from wirebed.report import blocks
from wirebed_build.languages import generations
from wirebed_replay import goldens
from wirebed_replay.cluster import Cluster, Key, Summary, Unreadable
from wirebed_replay.witness import MOST_HEX, Witness

if TYPE_CHECKING:
    from wirebed_replay.report import Replayed

_WIDTH = 160
_MOST_CLUSTERS = 12
_MOST_LINES = 24  # of a dump


def show(replayed: "Replayed") -> None:
    console, summary = blocks.console(_WIDTH), replayed.summary
    table = blocks.table(*heads(replayed))
    for row in rows(replayed):
        table.add_row(*row)
    console.print(table)
    for number, (key, cluster) in enumerate(summary.clusters[:_MOST_CLUSTERS], 1):
        console.print(f"\n[bold]{number}. {escape(head(key, cluster, summary))}[/]", soft_wrap=True)
        for line in lines(replayed, key, cluster):
            console.print(f"   {escape(line)}", soft_wrap=True)
    if (more := len(summary.clusters) - _MOST_CLUSTERS) > 0:
        console.print(f"\n… and {more:,} more clusters, in {shown_path(replayed.bed.reports / 'replay.md')}")
    console.print()
    for line in totals(replayed):
        console.print(escape(line), soft_wrap=True)
    console.print(f"{summary.records * len(replayed.readers):,} readings in {replayed.spent}", soft_wrap=True)


def heads(replayed: "Replayed") -> tuple[str, ...]:
    """Of the table with a row for each codec."""
    if replayed.asked.relay:
        return "relay", "version", "records written as they were", "otherwise"
    return "reader", "version", "records read as expected", "otherwise"


def rows(replayed: "Replayed") -> Iterator[tuple[str, ...]]:
    """Of that table."""
    for reader in replayed.readers:
        read = replayed.summary.equal.get(reader.id, 0)
        yield short(reader.id), reader.version, f"{read:,}", f"{replayed.summary.records - read:,}"


def _alike(replayed: "Replayed") -> str:
    if replayed.asked.relay:
        return "written as they were by"
    return "read as in the old version by" if replayed.asked.old else "read alike by"


def head(key: Key, cluster: Cluster, summary: Summary) -> str:
    """`1,204 records (0.12 %): java/gson differs: price narrowed`."""
    share = 100 * cluster.records / summary.records
    readers = ", ".join(map(short, key.readers))
    return f"{_records(cluster.records)} ({share:.3g} %): {readers} {key.outcome}: {key.what}"


def _records(count: int) -> str:
    return f"{count:,} record{'s' * (count != 1)}"


def lines(replayed: "Replayed", key: Key, cluster: Cluster) -> Iterator[str]:
    """What is said of a cluster below its head."""
    if key.message:
        yield f"message: {key.message}"
    yield f"stated by: {', '.join(key.entries) or _not_stated(key)}"
    more = cluster.records - len(cluster.first)
    yield f"first: {', '.join(map(str, cluster.first))}{f', and {more:,} more' if more else ''}"
    if cluster.shortest is not None and (witness := replayed.witnesses.get(key)) is not None:
        cut = f", without {witness.cut:,} others of the record" if witness.cut else ""
        yield f"shortest: {cluster.shortest[1]}, {witness.size:,} bytes{cut}"
        yield from _witness(witness)
    if command := repeat(replayed, key):
        yield command
    yield from goldens.commands(replayed, key)


def _not_stated(key: Key) -> str:
    return "no entry"


def _witness(witness: Witness) -> Iterator[str]:
    for place, expected, seen in witness.places:
        yield f"  {place or 'the value'}: expected {expected}, read {seen}"
    for reason in witness.reasons:
        yield f"  {' '.join(reason.split())[:300]}"
    dumped = witness.dump.splitlines()
    yield from (f"  {line}" for line in dumped[:_MOST_LINES])
    if len(dumped) > _MOST_LINES:
        yield f"  … {len(dumped) - _MOST_LINES} more lines"


def repeat(replayed: "Replayed", key: Key) -> str:
    """The command that shows the witness; empty where its bytes are hidden or many, or two schemas are asked."""
    witness = replayed.witnesses.get(key)
    if witness is None or not 0 < len(witness.hex) // 2 <= MOST_HEX or replayed.asked.old:
        return ""
    message = [f"MESSAGE={key.message}"] if key.message else []
    words = [f"FORMAT={replayed.asked.format}", *message, f"HEX={witness.hex}"]
    return " ".join([PROGRAM, "why", *words, *replayed.bed.variables, *generations.variables()])


def totals(replayed: "Replayed") -> Iterator[str]:
    summary = replayed.summary
    corpus = replayed.corpus
    files = f"{len(corpus.sources):,} file{'s' * (len(corpus.sources) != 1)}"
    yield (
        f"{_records(summary.records)} of {summary.size:,} bytes in {files}: {summary.alike:,} are {_alike(replayed)} "
        f"all {len(replayed.readers)} codecs; clusters: {len(summary.clusters):,}, not as expected: "
        f"{len(replayed.unexpected):,}"
    )
    for why, places in summary.unreadable.items():
        yield unread(why, places)
    if not replayed.asked.relay and 2 * max(summary.equal.values(), default=0) < summary.records:
        yield "no reader reads half of the records: FRAMING=, FORMAT= or MESSAGE= may not be those of the recordings"


def unread(why: str, places: Unreadable) -> str:
    """`3 places without a record (120 bytes): …, first orders.bin@17`."""
    size = f" ({places.size:,} bytes)" if places.size else ""
    word = "left out" if places.skipped else "without a record"
    count = f"{places.places:,} place{'s' * (places.places != 1)}"
    return f"{count} {word}{size}: {why}; first {', '.join(map(str, places.first))}"
