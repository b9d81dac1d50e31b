"""Growth as tables, one of time and one of memory for each format: readers down, kinds across."""

from collections.abc import Iterator, Sequence

from wirebed.bed.codec_id import short
from wirebed_limits.growth import MEMORY, TIME, Growth
from wirebed_limits.inputs import GROWTH_KINDS

LEGEND = """\
time: the seconds of the processor for the largest input; memory: bytes for each byte of it, or for each that it claims
^1: by which power of its bytes they grow; a blank in memory: too little to tell, or unknown"""


def of(found: Sequence[Growth]) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Each head with the kinds that it has, and a row for each reader, which begins with its name."""
    for format in dict.fromkeys(each.input.format for each in found):
        of_format = [each for each in found if each.input.format == format]
        for figure in (TIME, MEMORY):
            cells = {(short(each.codec.id), each.input.kind): _cell(each, figure) for each in of_format}
            used = [kind for kind in GROWTH_KINDS if any(text and of == kind for (_, of), text in cells.items())]
            readers = sorted({reader for reader, _ in cells})
            rows = [[reader, *(cells.get((reader, kind), "") for kind in used)] for reader in readers]
            if used:
                yield f"{format}: {figure}", used, rows


def _cell(each: Growth, figure: str) -> str:
    series = each.figures()[figure]
    if not series.points or (figure == MEMORY and not series.is_clear):
        return ""
    over, last = series.points[-1]
    text = f"{last:.3f}" if figure == TIME else f"{last / over:.1f}"
    exponent = f" ^{series.exponent:.1f}" if series.exponent is not None else ""
    return f"{text}{exponent}{' ✗' if figure in each.beyond() else ''}"
