"""`wirebed limits --growth`: how the time of a reading grows, and which growth beyond linear is stated.

`fixtures/limits/growth.yaml` states it:

```yaml
growth:
- {codecs: ['java:*'], kinds: [digits-decimal], reason: "…", authority: "…"}
```
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirebed.bed import PROGRAM, Bed, codec_id, document, glob, yaml_tree
from wirebed.bed.codec_id import short
from wirebed.bed.exit_codes import AS_EXPECTED, UNEXPECTED
from wirebed.peers import Pool
from wirebed.peers.codecs import CodecRef
from wirebed.report import blocks
from wirebed_build.progress import Progress
from wirebed_limits import growth
from wirebed_limits.growth import Growth
from wirebed_limits.inputs import KINDS, MOST, Input
from wirebed_limits.pins import Key, Pins

FILE = "limits/growth.yaml"
_KEYS = ("codecs", "kinds", "reason", "authority")
_WIDTH = 160


@dataclass(frozen=True)
class Stated:
    """A growth beyond linear. `codecs`, `kinds`: globs."""

    codecs: tuple[str, ...]
    kinds: tuple[str, ...]

    def takes(self, found: Growth) -> bool:
        return codec_id.takes(found.codec.id, self.codecs) and glob.takes([found.input.kind], self.kinds)


def stated(bed: Bed) -> list[Stated]:
    """Those of the file; none without one."""
    path = bed.fixtures / FILE
    if not path.is_file():
        return []
    made = []
    for value in yaml_tree.mapping(path)["growth"].want(list, "a list"):
        entry = value.items(_KEYS, "an entry")
        if missing := [key for key in _KEYS if key not in entry]:
            raise value.error(f"{missing[0]} is missing")
        globs = (entry[key].want(list, "a list of globs") for key in _KEYS[:2])
        codecs, kinds = (tuple(each.want(str, "a glob") for each in listed) for listed in globs)
        made.append(Stated(codecs, kinds))
    return made


def main(bed: Bed, pairs: Sequence[tuple[CodecRef, Input]], pinned: Pins, pool: Pool) -> int:
    """The exit code: 0 each growth beyond linear is stated, 1 otherwise. What is stated need not show: a machine that
    does something else can hide it. `pairs`: the readers and inputs, of which those with a pinned limit count."""
    asked = [(codec, input, _most(codec, input, pinned)) for codec, input in pairs]
    found = list(_measured(pool, [(codec, input, most) for codec, input, most in asked if most > 1]))
    _show(found)
    entries = stated(bed)
    fresh = [each for each in found if not each.linear and not any(entry.takes(each) for entry in entries)]
    for each in fresh:
        text, repeat = _words(each), _repeat(each, bed)
        document.find("growth", text, repeat=repeat)
        print(f"✗ {text}\n    {repeat}")
    known = sum(not each.linear for each in found) - len(fresh)
    print(f"{len(found):,} readings: {sum(each.linear for each in found):,} linear, {known:,} as stated in {FILE}")
    document.count(readings=len(found))
    return UNEXPECTED if fresh else AS_EXPECTED


def _most(codec: CodecRef, input: Input, pinned: Pins) -> int:
    limit = pinned.get(Key(input.format, short(codec.id), input.kind))
    return min(limit.reads, MOST[input.kind]) if limit is not None else 0


def _measured(pool: Pool, asked: Sequence[tuple[CodecRef, Input, int]]) -> Iterator[Growth]:
    with Progress("growth", len(asked)) as bar:
        for codec, input, most in asked:
            yield growth.of(pool, codec, input, most)
            bar.advance(1)


def _show(found: Sequence[Growth]) -> None:
    """A table for each format: of the largest input its seconds, and by which power of the bytes they grow."""
    console = blocks.console(_WIDTH)
    for format in dict.fromkeys(each.input.format for each in found):
        cells = {(short(each.codec.id), each.input.kind): _cell(each) for each in found if each.input.format == format}
        used = [kind for kind in KINDS if any(of == kind for _, of in cells)]
        rows = [[reader, *(cells.get((reader, kind), "") for kind in used)] for reader in sorted({r for r, _ in cells})]
        for table in blocks.grid([format, *used], rows, _WIDTH):
            console.print(table)
    console.print("the seconds of the largest input, and by which power of its bytes they grow: ^1 is linear")


def _cell(each: Growth) -> str:
    if not each.points:
        return ""
    exponent = f" ^{each.exponent:.1f}" if each.exponent is not None else ""
    return f"{each.points[-1].seconds:.3f}{exponent}{'' if each.linear else ' ✗'}"


def _words(each: Growth) -> str:
    before, last = each.points[-2:]
    name = f"{each.input.format} {short(each.codec.id)} {each.input.kind}"
    return (
        f"{name}: {last.bytes:,} bytes take {last.seconds:.2f} s, and {before.bytes:,} take {before.seconds:.3f} s, "
        f"which grows by a power of {each.exponent:.1f}"
    )


def _repeat(each: Growth, bed: Bed) -> str:
    words = f"FORMAT={each.input.format} READER={short(each.codec.id)} KIND={each.input.kind} GROWTH=1"
    return " ".join([PROGRAM, "limits", words, *bed.variables])
