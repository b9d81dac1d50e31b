"""What the run over pairs of schemas found: on the terminal, as markdown, and in the document of `--json`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from wirebed.bed import PROGRAM, REPORTS, document, files
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.errors import shown
from wirebed.report.blocks import markdown_table
from wirebed_fuzz.schemas import ask
from wirebed_fuzz.schemas.pair import Pair
from wirebed_fuzz.schemas.plan import Found
from wirebed_fuzz.schemas.together import comparable

NAME = "schemas"
FOLDER = REPORTS / "fuzz" / NAME
PAGE = REPORTS / f"{NAME}.md"


class Told(NamedTuple):
    """A disagreement. `what`: undecided, compiled or together. `words`: what disagrees. `smallest`: a pair that shows
    it; None where none was looked for."""

    what: str
    pair: Pair
    words: Sequence[str]
    smallest: Pair | None


@dataclass(frozen=True)
class Report:
    found: Found
    told: Sequence[Told]
    seed: int

    def write(self) -> int:
        """The exit code: 0 all agree, 1 otherwise, 3 where not all was asked."""
        for each in self.told:
            if each.smallest is not None:
                ask.write([each.smallest], self._folder(each))
        kinds = markdown_table(("change", "pairs"), self._kinds())
        disagreements = list(self._disagreements())
        page = [f"# Pairs of schemas, seed {self.seed}", "", *disagreements, *self._totals(), "", kinds]
        page += ["Together worse or better than alone, for a stated reason:", "", *self._reasons(), ""]
        files.write(PAGE, "\n".join(page))
        document.report(PAGE)
        for each in self.told:
            document.find(each.what, "; ".join(each.words), document.ERROR, name=each.pair.name, repeat=_repeat(each))
        document.count(pairs=len(self.found.pairs), cells=self.found.cells, disagreements=len(self.told))
        print("\n".join([kinds.rstrip(), "", *disagreements, *self._totals()]))
        if self.told:
            return UNEXPECTED
        return NOT_WHOLE if self.found.missing else AS_EXPECTED

    def _kinds(self) -> list[tuple[str, str]]:
        counted = Counter(kind for pair in self.found.pairs for kind in {edit.kind for edit in pair.edits})
        return [(kind, str(count)) for kind, count in sorted(counted.items())]

    def _disagreements(self) -> Iterator[str]:
        for number, each in enumerate(self.told, 1):
            yield f"{number}. {each.what}, {each.pair.name}: {' + '.join(edit.kind for edit in each.pair.edits)}"
            yield from (f"    {edit.words}" for edit in (each.smallest or each.pair).edits)
            yield from (f"    {words}" for words in each.words)
            yield f"    {_repeat(each)}"
            yield ""

    def _reasons(self) -> Iterator[str]:
        yield from (f"- {each.pair.name}: {each}" for each in self.found.together if each.why)

    def _totals(self) -> Iterator[str]:
        found, edits = self.found, Counter(len(pair.edits) for pair in self.found.pairs)
        by_count = ", ".join(f"{edits[count]} with {count}" for count in sorted(edits))
        changes = sum(len(pair.edits) for pair in found.pairs)
        kinds = len(self._kinds())
        yield f"seed {self.seed}: {len(found.pairs)} pairs, {changes} changes of {kinds} kinds ({by_count})"
        columns = sum(len(found.described[pair.name].columns) for pair in found.pairs)
        undecided = len({pair.name for pair, _ in found.undecided})
        yield f"from descriptors: {columns:,} columns with an effect or words; {undecided} pairs undecided"
        if found.compiled:
            both = [found.described[name] for name in found.compiled]
            columns = sum(len(answer.columns) for answer in both)
            every = [said for answer in (*both, *found.compiled.values()) for said in answer.columns.values()]
            known = sum(bool(each.known) for said in every for each in said.effects)
            differences = len(list(found.differences))
            yield (
                f"compiled: {len(found.compiled)} pairs, {columns:,} such columns; {differences} places differ, "
                f"{known} effects that the known differences explain"
            )
        compared, together = [pair for pair in found.pairs if comparable(pair)], list(found.together)
        worse, stated = sum(each.is_worse for each in together), sum(bool(each.why) for each in together)
        yield (
            f"two changes of different places: {len(compared)} pairs; {worse} columns worse than the worse of each "
            f"alone, {len(together) - worse} better; {stated} of these for a stated reason"
        )
        yield from (f"not asked: {line}" for line in found.missing)

    def _folder(self, each: Told) -> Path:
        return FOLDER / f"{each.pair.name}_{each.what}"


def _repeat(told: Told) -> str:
    """The command that shows the disagreement, or for one of compiled classes, one of its sides."""
    folder = FOLDER / f"{told.pair.name}_{told.what}"
    if told.smallest is None:
        return "no smaller pair was looked for"
    words = [f"OLD={shown(folder / 'old')}", f"NEW={shown(folder / 'new')}", f"FORMAT={','.join(ask.FORMATS)}"]
    words += [f"ACCEPT={shown(folder / ask.ACCEPT)}"] if any(True for _ in told.smallest.declared) else []
    more = ", and the same with FULL=1" if told.what == "compiled" else ""
    return f"{PROGRAM} evolution {' '.join(words)}{more}"
