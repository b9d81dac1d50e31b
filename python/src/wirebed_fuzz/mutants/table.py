"""Which planted faults were found: on the terminal, as markdown, and in the document of `--json`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from google.protobuf import text_format
from google.protobuf.descriptor_pool import DescriptorPool

from wirebed.bed import PROGRAM, Bed, document, files
from wirebed.bed.codec_id import short
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.report.blocks import markdown_table
from wirebed_fuzz.mutants.broken import Byte
from wirebed_fuzz.mutants.mutant import Mutant
from wirebed_fuzz.mutants.seek import FUZZ, SWEEP, Hit
from wirebed_fuzz.mutants.witness import Witness

REPORT = "mutants"
HEADS = ("fault", "area", "codec", "found by", "seconds", "fields", "bytes")
_LETTERS = 100  # of a witness on the page
_FEW_FIELDS, _FEW_BYTES = 2, 32  # of a small witness


class Told(NamedTuple):
    mutant: Mutant
    hit: Hit | None
    witness: Witness | None


def row(told: Told) -> tuple[str, ...]:
    mutant, hit, witness = told
    names = (mutant.name, mutant.area, f"{short(mutant.codec)} {mutant.format} {mutant.side}")
    if hit is None:
        return (*names, "nothing", "", "", "")
    size = ("", "") if witness is None else ("" if witness.fields is None else str(witness.fields), str(witness.size))
    return (*names, _by(hit), f"{hit.seconds:.1f}", *size)


def _by(hit: Hit) -> str:
    if isinstance(hit.shown, Byte):
        return f"{SWEEP}, {hit.shown.damaged.way}"
    find, shape = hit.shown.find, hit.shown.shape
    return ", ".join(filter(None, (FUZZ, find.way, shape)))


def totals(every: Sequence[Told]) -> str:
    found = [told for told in every if told.hit is not None]
    words = f"{len(found)} of {len(every)} faults are found"
    if not found:
        return words
    seconds = [told.hit.seconds for told in found if told.hit is not None]
    sizes = [told.witness for told in found if told.witness is not None]
    fields = [each.fields for each in sizes if each.fields is not None]
    parts = [f"{median(seconds):.1f} s in the median and {max(seconds):.1f} s at most"]
    if fields:
        parts.append(f"{median(fields):g} fields and {median(each.size for each in sizes):g} bytes in the median")
    small = sum((each.fields is not None and each.fields <= _FEW_FIELDS) or each.size <= _FEW_BYTES for each in sizes)
    parts.append(f"{small} of at most {_FEW_FIELDS} fields or {_FEW_BYTES} bytes")
    return f"{words}: {', '.join(parts)}"


@dataclass(frozen=True)
class Result:
    """`told`: the faults that were planted so far, of all in `planted`. `absent`: those whose codec takes no part.
    `held`: how many are left out until the last run."""

    bed: Bed
    told: Sequence[Told]
    planted: Sequence[Mutant]
    absent: Sequence[Mutant]
    held: int
    pool: DescriptorPool

    def write(self) -> int:
        """The exit code: 0 each fault is found, 1 otherwise, 3 where one was not planted."""
        table = markdown_table(HEADS, map(row, self.told))
        path = self.bed.reports / f"{REPORT}.md"
        last = "; ".join(self._totals())
        files.write(path, "\n".join(["# Planted faults", "", table, *_details(self.told, self.pool), last, ""]))
        document.report(path)
        for told in self.told:
            level = document.ERROR if told.hit is None else document.NOTE
            text = f"{said(told)} ({told.mutant.source}: {told.mutant.says})"
            document.find("fault", text, level, name=told.mutant.name, repeat=_repeat(self.bed, told.mutant))
        missed = sum(told.hit is None for told in self.told)
        document.count(faults=len(self.told), found=len(self.told) - missed, held=self.held)
        print(table.rstrip())
        print(last)
        return NOT_WHOLE if self.absent else UNEXPECTED if missed else AS_EXPECTED

    def _totals(self) -> Iterator[str]:
        yield totals(self.told)
        if left := len(self.planted) - len(self.told):
            yield f"{left} were not planted before the interruption"
        if self.held:
            yield f"{self.held} are held until HELD=1"
        if self.absent:
            codecs = ", ".join(sorted({mutant.codec for mutant in self.absent}))
            yield f"{len(self.absent)} are not planted, since these codecs take no part: {codecs}"


def said(told: Told) -> str:
    return " | ".join(filter(None, row(told)))


def _repeat(bed: Bed, mutant: Mutant) -> str:
    words = [f"MUTANT={mutant.name}", *(["HELD=1"] if mutant.held else [])]
    return " ".join([PROGRAM, "fuzz", "MUTANTS=1", *words, *bed.variables])


def _details(every: Sequence[Told], pool: DescriptorPool) -> Iterator[str]:
    for mutant, hit, witness in every:
        yield f"- `{mutant.name}` ({mutant.source}): {mutant.says}"
        if hit is not None:
            about = hit.shown.damaged.golden.name if isinstance(hit.shown, Byte) else str(hit.shown.find)
            yield f"  Shown by {about}."
        if witness is not None:
            yield f"  Witness: `{_shown(witness, pool)}`"
    yield ""


def _shown(witness: Witness, pool: DescriptorPool) -> str:
    if witness.value is None:
        return witness.data.hex()
    text = text_format.MessageToString(witness.value, as_one_line=True, descriptor_pool=pool)
    return text[:_LETTERS] or "(no field)"
