"""`wirebed bench-codecs`: the codecs of one format beside each other on one value, warm, in one run.

Each codec is asked in turn to encode and decode for a while, round after round; the first rounds only warm it up. What
counts is a codec's best round: whatever else the machine does makes a round slower, never faster. The codecs' own
standard harnesses give the careful numbers; this says whether one library is several times as fast as another.
"""

from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table
from wirebed_protocol import peer_pb2

from wirebed.ask import Ref, panel
from wirebed.bed import Bed
from wirebed.errors import UserError, unknown
from wirebed.peers import Lost, task

WARM_ROUNDS, ROUNDS, MILLISECONDS = 3, 7, 400
CASE = "Stock/article_hessian"


@dataclass
class _Row:
    """Nanoseconds of one operation, a round each; empty where the codec has no such direction."""

    ref: Ref
    encode: list[float] = field(default_factory=list)
    decode: list[float] = field(default_factory=list)
    size: int = 0
    failure: str = ""


def main(bed: Bed, format: str | None, case: str | None) -> int:
    """0 when every codec of the format could be measured, else 1."""
    from wirebed import cases

    with panel(bed, measuring=True) as peers:
        if format is None:
            raise UserError(f"which FORMAT? known: {', '.join(peers.formats())}")
        known = {one.name: one for one in cases.load(bed, peers.schema, lambda name: name == (case or CASE))}
        value = known.get(case or CASE)
        if value is None:
            raise unknown("case", case or CASE, known)
        rows = [_Row(ref) for ref in peers.readers(format)]
        for number in range(WARM_ROUNDS + ROUNDS):
            for row in rows:
                _round(peers.pool, row, value, counts=number >= WARM_ROUNDS)
    _show(rows, format, value.name)
    return 1 if any(row.failure for row in rows) else 0


def _round(pool, row: _Row, value, counts: bool) -> None:
    taken = peer_pb2.Measure(view=value.view, milliseconds=MILLISECONDS)
    one = task(row.ref.name, value.message, value.options.get(row.ref.codec.format), measure=taken)
    answer = pool.run({row.ref.peer: [one]})[row.ref.peer][0]
    if isinstance(answer, Lost) or answer.WhichOneof("outcome") != "measured":
        row.failure = str(answer).strip().replace("\n", " ")[:100]
        return
    measured = answer.measured
    row.size = measured.size
    if counts and measured.HasField("encode"):
        row.encode.append(measured.encode.least)
    if counts and measured.HasField("decode"):
        row.decode.append(measured.decode.least)


def _show(rows: list[_Row], format: str, case: str) -> None:
    """A table; × is the multiple of the fastest."""
    table = Table(title=f"{format}, {case}: best of {ROUNDS} rounds, each about {MILLISECONDS} ms a direction")
    for column in ("codec", "encode ns", "×", "decode ns", "×", "bytes"):
        table.add_column(column, justify="left" if column == "codec" else "right", no_wrap=True)
    fastest = [min((min(times) for row in rows if (times := getattr(row, way))), default=0) for way in _WAYS]
    for row in rows:
        cells = [row.ref.id]
        for way, least in zip(_WAYS, fastest, strict=True):
            times = getattr(row, way)
            cells += [f"{min(times):,.0f}", f"{min(times) / least:.1f}"] if times else ["–", ""]
        table.add_row(*cells, f"{row.size:,}" if row.size else "")
    console = Console(emoji=False)
    console.print(table)
    for row in rows:
        if row.failure:
            console.print(f"{row.ref.id}: {row.failure}", highlight=False)


_WAYS = ("encode", "decode")
