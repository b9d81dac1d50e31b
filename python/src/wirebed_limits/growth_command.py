"""`wirebed limits --growth`: how the time and memory of a reading grow, and which growth beyond linear is stated."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from wirebed.bed import PROGRAM, Bed, document
from wirebed.bed.codec_id import short
from wirebed.bed.exit_codes import AS_EXPECTED, UNEXPECTED
from wirebed.peers import Pool
from wirebed.peers.codecs import CodecRef
from wirebed.report import blocks
from wirebed_build.progress import Progress
from wirebed_limits import growth, growth_table, memory
from wirebed_limits.alone import Alone
from wirebed_limits.ask import Limit
from wirebed_limits.growth import LARGEST, TIME, Growth
from wirebed_limits.inputs import CLAIMED, KINDS, MOST_GROWTH, Input
from wirebed_limits.pins import Key, Pins
from wirebed_limits.series import Point
from wirebed_limits.stated import FILE, stated

_WIDTH = 160


def main(bed: Bed, pairs: Sequence[tuple[CodecRef, Input]], pinned: Pins, pool: Pool) -> int:
    """The exit code: 0 each growth beyond linear is stated, 1 otherwise. What is stated need not show: a machine that
    does something else can hide it. `pairs`: the readers and inputs, of which those with a pinned limit count."""
    found = list(_measured(pool, [(codec, input, _most(codec, input, pinned)) for codec, input in pairs]))
    _show(found)
    entries = stated(bed)
    beyond = [(each, figure) for each in found for figure in each.beyond()]
    unstated = [(each, figure) for each, figure in beyond if not any(entry.takes(each, figure) for entry in entries)]
    fresh = _shown_again(pool, unstated, pinned)
    for each, figure in fresh:
        text, repeat = _words(each, figure), _repeat(each, bed)
        document.find("growth", text, repeat=repeat)
        print(f"✗ {text}\n    {repeat}")
    linear = sum(not each.beyond() for each in found)
    stated_ones, once = len(beyond) - len(unstated), len(unstated) - len(fresh)
    by_chance = f", {once:,} not shown again" if once else ""
    print(f"{len(found):,} readings: {linear:,} linear, {stated_ones:,} growths as stated in {FILE}{by_chance}")
    document.count(readings=len(found))
    return UNEXPECTED if fresh else AS_EXPECTED


def _shown_again(pool: Pool, unstated: Sequence[tuple[Growth, str]], pinned: Pins) -> list[tuple[Growth, str]]:
    """Those that new processes show, too: a collector of garbage can make one reading slow."""
    if not unstated:
        return []
    pairs = {(each.codec.id, each.input): (each.codec, each.input) for each, _ in unstated}
    again = _measured(pool, [(codec, input, _most(codec, input, pinned)) for codec, input in pairs.values()])
    shown = {(each.codec.id, each.input, figure): each for each in again for figure in each.beyond()}
    keys = [(each.codec.id, each.input, figure) for each, figure in unstated]
    return [(shown[key], key[2]) for key in keys if key in shown]


def _most(codec: CodecRef, input: Input, pinned: Pins) -> int:
    """The largest size: none where the reader is known to take no input of the kind."""
    most = MOST_GROWTH.get(input.kind, LARGEST)
    if input.kind not in KINDS:
        return most
    limit = pinned.get(Key(input.format, short(codec.id), input.kind), Limit(0))
    return most if limit.reads and not limit.by else min(limit.reads, most)


def _measured(pool: Pool, asked: Sequence[tuple[CodecRef, Input, int]]) -> Iterator[Growth]:
    """Those with an input that is read. Memory is measured beside the times of the next readers, which count the
    seconds of their own process alone."""
    with (
        Progress("growth", len(asked)) as bar,
        _processes(pool) as alone,
        memory.measures(pool) as measures,
        _one_thread() as beside,
    ):
        weighed = []
        for codec, input, most in asked:
            found = growth.of(alone[codec.process], codec, input, most)
            if found.time.points:
                weighed.append((found, beside.submit(growth.weigh, measures[codec.process], found)))
            bar.advance(1)
        for found, done in weighed:
            done.result()
            yield found


@contextmanager
def _processes(pool: Pool) -> Iterator[dict[str, Alone]]:
    """One of each peer."""
    made = {name: Alone(spec, pool.trees[name]) for name, spec in pool.specs.items()}
    try:
        yield made
    finally:
        for process in made.values():
            process.end()


@contextmanager
def _one_thread() -> Iterator[ThreadPoolExecutor]:
    """What it has not begun when the run ends is not done."""
    made = ThreadPoolExecutor(max_workers=1)
    try:
        yield made
    finally:
        made.shutdown(cancel_futures=True)


def _show(found: Sequence[Growth]) -> None:
    console = blocks.console(_WIDTH)
    for head, kinds, rows in growth_table.of(found):
        for table in blocks.grid([head, *kinds], rows, _WIDTH):
            console.print(table)
    print(growth_table.LEGEND)


def _words(each: Growth, figure: str) -> str:
    series, of = each.figures()[figure], "claimed" if each.input.kind == CLAIMED else "bytes"
    takes = [f"{point.over:,} {of} take {_amount(point, figure)}" for point in reversed(series.points[-2:])]
    power = f", which grows by a power of {series.exponent:.1f}" if series.exponent is not None else ""
    return f"{each.input.format} {short(each.codec.id)} {each.input.kind}: {' and '.join(takes)}{power}"


def _amount(point: Point, figure: str) -> str:
    return f"{point.figure:.3f} s" if figure == TIME else f"{point.figure / (1 << 20):.1f} MiB"


def _repeat(each: Growth, bed: Bed) -> str:
    words = f"FORMAT={each.input.format} READER={short(each.codec.id)} KIND={each.input.kind} GROWTH=1"
    return " ".join([PROGRAM, "limits", words, *bed.variables])
