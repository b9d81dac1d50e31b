"""The plan of `make evolution`: a work for each step, with the routes of its samples on every leg."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wirebed.bed import glob
from wirebed.bed.codec_id import NONE
from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import HEX_WRITER, ByteSource
from wirebed.peers.asked import Side
from wirebed.peers.codecs import CodecRef, Codecs, Format, formats_of
from wirebed.run.leg import Leg
from wirebed.run.plan import Plan
from wirebed.run.route import Route
from wirebed.run.routes import Routes, hex_sources
from wirebed.run.selection import CodecSelection, Names, check
from wirebed.suites.evolution.legs import LEGS
from wirebed.suites.evolution.model import Step
from wirebed.suites.evolution.work import StepWork


@dataclass(frozen=True, kw_only=True)
class Selection(CodecSelection):
    """The globs of `make evolution`: also STEP= and LEG=. A STEP with a slash names samples: `s06*/v2.big`."""

    step: str | None = None
    leg: str | None = None

    def takes_step(self, name: str) -> bool:
        return not self.step or glob.matches(name, self.step.partition("/")[0])

    def takes_case(self, name: str) -> bool:
        if not self.step or "/" not in self.step:
            return self.takes_step(name.partition("/")[0])
        return glob.matches(name, self.step)

    def takes_leg(self, name: str) -> bool:
        return glob.matches(name, self.leg)

    def sides_of(self, variants: Iterable[Format]) -> Sequence[Side]:
        """The writers and the readers."""
        return self.sides(names_of(variants))


def names_of(variants: Iterable[Format]) -> Names:
    """A codec has the format of FORMAT= also by a variant of its own format, or as the reader of what a relay writes in
    its own."""
    names: dict[str, list[str]] = {}
    for variant in variants:
        names.setdefault(variant.base, []).append(variant.name)
    for leg in LEGS.values():
        if leg.into:
            names.setdefault(leg.into, []).append(leg.format)
    return lambda format: (format, *names.get(format, ()))


class EvolutionPlan(Plan):
    """`class_codecs` are those of steps about a class; `goldens` are by sample."""

    def __init__(
        self,
        codecs: Codecs,
        steps: Sequence[Step],
        variants: Mapping[str, Format] | None = None,
        selection: Selection | None = None,
        goldens: Mapping[str, Sequence[ByteSource]] | None = None,
        legs: Iterable[Leg] = tuple(LEGS.values()),
        schemas: Mapping[str, Schema] | None = None,
        class_codecs: Codecs | None = None,
        direct_only: Collection[str] = (),
        alone: Collection[str] = (),
    ) -> None:
        self.selection = takes = selection or Selection()
        class_codecs, legs = class_codecs or Codecs(()), list(legs)
        every = [*codecs.all, *class_codecs.all]
        formats = formats_with_bytes(every, (variants or {}).values())
        _check_globs([ref for ref in every if ref.format != NONE], formats, steps, legs, takes)
        formats = [format_ for format_ in formats if takes.takes_format(format_.name)]
        self.steps = [step for step in steps if takes.takes_step(step.name)]
        self.codecs, self.formats = codecs, formats
        given = {
            s.name: [*hex_sources(s.case), *(goldens or {}).get(s.name, ())] for t in self.steps for s in t.samples
        }
        routes, of_classes = (
            Routes(group, formats, takes, given, direct_only, alone) for group in (codecs, class_codecs)
        )
        legs = [leg for leg in legs if takes.takes_leg(leg.name)]

        def work(step: Step) -> StepWork:
            chosen = of_classes if step.class_name else routes
            return StepWork(step, routes_of(step, legs, chosen, takes), schemas or {}, chosen.codecs)

        super().__init__(map(work, self.steps), "STEP, FORMAT, LEG, WRITER and READER")


def formats_with_bytes(codecs: Iterable[CodecRef], variants: Iterable[Format]) -> list[Format]:
    """The formats of the steps: those of the codecs, and their variants."""
    return formats_of((codec for codec in codecs if codec.format != NONE), variants)


def routes_of(step: Step, legs: Iterable[Leg], routes: Routes, takes: Selection) -> Iterator[Route]:
    for sample in step.samples:
        for leg in legs:
            if leg.writer != sample.version or not leg.versions <= set(step.versions):
                continue
            for mutation in [m for m in step.mutations if m.sample is sample] if leg.mutates else [None]:
                name = f"{sample.name}.{mutation.name}" if mutation else sample.name
                if takes.takes_case(name):
                    yield from routes.of(name, sample.case, leg, mutation)


def _check_globs(
    codecs: Iterable[CodecRef], formats: Iterable[Format], steps: Iterable[Step], legs: Iterable[Leg], takes: Selection
) -> None:
    """A glob that matches nothing is an error that names what is near."""
    samples = [s.name for step in steps for s in step.samples]
    samples += [f"{m.sample.name}.{m.name}" for step in steps for m in step.mutations]
    if takes.step and "/" in takes.step:
        check("STEP", takes.step, samples, takes.takes_case)
    else:
        check("STEP", takes.step, [step.name for step in steps], takes.takes_step)
    check("LEG", takes.leg, [leg.name for leg in legs], takes.takes_leg)
    takes.check_codecs(codecs, [format_.name for format_ in formats], [HEX_WRITER])
