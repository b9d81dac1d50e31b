"""`wirebed limits`: asks each reader for its limits, and holds them against those that are pinned; or with other
versions of libraries, against those of today."""

from collections.abc import Sequence

from wirebed.bed import PROGRAM, Bed, document, glob
from wirebed.bed.codec_id import base_of, format_of, is_generation, short
from wirebed.bed.exit_codes import AS_EXPECTED, UNEXPECTED
from wirebed.errors import UserError, shown
from wirebed.peers.client import connect
from wirebed.peers.codecs import CodecRef
from wirebed.report import blocks
from wirebed.run import other_versions
from wirebed.run.selection import CodecSelection, check_list
from wirebed.run.taking_part import taking_part
from wirebed_build.languages import generations
from wirebed_build.trees import ensure
from wirebed_limits import growth_command, pins, table
from wirebed_limits.ask import STACK, Limit, ask
from wirebed_limits.inputs import GROWTH_KINDS, KINDS, Input, inputs
from wirebed_limits.pins import Key, Pins

_WIDTH = 160
_NOTHING = Limit(0)  # not even the smallest input is read


def main(bed: Bed, selection: CodecSelection, kind: str | None, accept: bool, growth: bool = False) -> int:
    """The exit code: 0 as pinned, or no version differs from that of today; 1 otherwise. `kind`: a list of globs;
    `growth`: how the time of a reading grows is asked instead."""
    every = GROWTH_KINDS if growth else KINDS
    check_list("KIND", kind, every)
    kinds = [name for name in every if glob.takes([name], glob.listed(kind))]
    versions = bool(generations.variables())
    if versions and accept:
        raise UserError("ACCEPT=1 pins the limits of today, and this run asks other versions, too")
    if growth and (versions or accept):
        raise UserError("GROWTH=1 times the readers of today, and neither pins nor compares limits")
    pinned = pins.read(bed)

    def known(codec: CodecRef, input: Input) -> Limit:
        return pinned.get(_key(base_of(codec.id), input.kind), _NOTHING)

    part = taking_part(bed, selection)
    names = other_versions.peers() if versions else part.here
    with connect(ensure(bed, names), names, part.scope) as client:
        readers = [codec for codec in client.codecs if codec.decodes and _takes(selection, codec)]
        readers = other_versions.that_differ(readers) if versions else readers
        chosen = [input for input in inputs(client.schema) if input.kind in kinds]
        if growth:
            pairs = [(r, i) for i in chosen for r in readers if r.format == i.format]
            return growth_command.main(bed, pairs, pinned, client.pool)
        found = {_key(asked.codec.id, asked.input.kind): asked.limit for asked in ask(client, chosen, readers, known)}
    document.count(limits=len(found))
    if versions:
        return _compare(bed, found, {codec.id for codec in readers if is_generation(codec.id)}, kinds)
    _show(found, kinds)
    asked = {_key(codec.id, name) for codec in readers for name in kinds}
    return _hold(bed, found, pinned, {key for key in pinned if key in asked}, accept)


def _takes(selection: CodecSelection, codec: CodecRef) -> bool:
    return selection.takes_format(codec.format) and selection.takes_reader(codec.id)


def _key(codec: str, kind: str) -> Key:
    return Key(format_of(codec), short(codec), kind)


def _show(found: Pins, kinds: Sequence[str]) -> None:
    console = blocks.console(_WIDTH)
    for format, heads, rows in table.of(found, kinds):
        for part in blocks.grid([format, *heads], rows, _WIDTH):
            console.print(part)
    console.print(table.LEGEND)


def _words(limit: Limit | None) -> str:
    """`255, then by library: Nesting limit 255 reached`."""
    if limit is None or not limit.reads:
        return "nothing"
    if not limit.by:
        return f"{limit.reads:,}, with no limit up to there"
    least = "at least " if limit.by == STACK else ""
    return f"{least}{limit.reads:,}, then by {limit.by}: {limit.says}"


def _hold(bed: Bed, found: Pins, pinned: Pins, asked: set[Key], accept: bool) -> int:
    """Prints what is not as pinned, or pins it. `asked`: the keys of `pinned` that were asked."""
    differing = [key for key in sorted({*found, *asked}) if found.get(key) != pinned.get(key)]
    if accept:
        pins.write(bed, {key: limit for key, limit in pinned.items() if key not in asked} | dict(found))
        print(f"{len(differing)} limits are pinned anew in {shown(pins.path_of(bed))}")
        return AS_EXPECTED
    for key in differing:
        _print(bed, key, key, ("pinned", pinned.get(key)), ("now", found.get(key)))
    if differing:
        print("ACCEPT=1 with the same command pins these limits")
    print(f"{len(set(found) - set(differing))} of {len(found)} limits are as pinned")
    return UNEXPECTED if differing else AS_EXPECTED


def _compare(bed: Bed, found: Pins, others: set[str], kinds: Sequence[str]) -> int:
    """Prints what other versions read otherwise than those of today. `others`: the codecs of these versions."""
    pairs = [(_key(codec, kind), _key(base_of(codec), kind)) for codec in sorted(others) for kind in kinds]
    differing = [(key, today) for key, today in pairs if not _same(found.get(key), found.get(today))]
    for key, today in differing:
        _print(bed, key, today, ("today", found.get(today)), ("then", found.get(key)))
    print(f"{len(differing)} of {len([key for key, _ in pairs if key in found])} limits differ from those of today")
    return UNEXPECTED if differing else AS_EXPECTED


def _same(limit: Limit | None, other: Limit | None) -> bool:
    """Whether the limit is the same: the words of an error are no difference."""
    return (limit or _NOTHING)[:2] == (other or _NOTHING)[:2]


def _print(bed: Bed, head: Key, asked: Key, before: tuple[str, Limit | None], now: tuple[str, Limit | None]) -> None:
    """`asked`: what the command that repeats it asks."""
    text = "\n".join([f"{head}", *(f"    {word}: {_words(limit)}" for word, limit in (before, now))])
    words = f"FORMAT={asked.format} READER={asked.reader} KIND={asked.kind}"
    repeat = " ".join([PROGRAM, "limits", words, *bed.variables, *generations.variables()])
    document.find("limit", text, repeat=repeat)
    print(f"✗ {text}\n    {repeat}")
