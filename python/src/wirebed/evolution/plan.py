"""Which cells a run of the evolution suite has: for every sample its legs × formats × writers × relays × readers."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from wirebed import glob
from wirebed.errors import UserError
from wirebed.evolution.codecs import Codecs, Format, formats_of
from wirebed.evolution.legs import LEGS, Leg
from wirebed.evolution.model import Step
from wirebed.evolution.ways import Given, Ways
from wirebed.evolution.work import StepWork
from wirebed.matrix.plan import HEX_WRITER
from wirebed.matrix.selection import CodecSelection, check

# A way counts as so many bytes: a few steps make a window of the driver.
BYTES_A_WAY = 1 << 10


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


@dataclass
class Plan:
    """Everything that a run does, in the order in which it is reported."""

    codecs: Codecs
    steps: Sequence[Step]
    variants: Mapping[str, Format] = field(default_factory=dict)
    selection: Selection = field(default_factory=Selection)
    goldens: Mapping[str, Sequence[Given]] = field(default_factory=dict)  # sample -> its goldens
    legs: Sequence[Leg] = tuple(LEGS.values())
    schemas: Mapping[str, object] = field(default_factory=dict)
    class_codecs: Codecs = field(default_factory=lambda: Codecs({}))  # of steps about a class
    direct_only: Collection[str] = ()  # codecs that take no part where a relay stands in between
    alone: Collection[str] = ()  # nor these, which meet nobody but themselves

    def __post_init__(self):
        takes = self.selection
        every = formats_of(self.variants, self.codecs, self.class_codecs)
        self._check_globs(every)
        self.formats = [one for one in every if takes.takes_format(one.name)]
        self.legs = [leg for leg in self.legs if takes.takes_leg(leg.name)]
        self.steps = [step for step in self.steps if takes.takes_step(step.name)]
        self.ways = {}
        for step in self.steps:
            codecs = self._codecs_of(step)
            relaying = codecs.without({*self.direct_only, *self.alone})
            ways = Ways(codecs, relaying, self.formats, self.legs, self.goldens, takes, self.alone)
            self.ways[step.name] = list(ways.of(step))
        if not self.cells:
            raise UserError("no cell is left: each of STEP, FORMAT, LEG, WRITER and READER matches, together nothing")

    @property
    def cells(self) -> int:
        return sum(len(way.readers) for ways in self.ways.values() for way in ways)

    def _codecs_of(self, step: Step) -> Codecs:
        return self.class_codecs if step.class_name else self.codecs

    def works(self) -> Iterator[tuple[StepWork, int]]:
        """What the driver does, and about how much of it is under way at once."""
        for step in self.steps:
            if self.ways[step.name]:
                work = StepWork(step, self.ways[step.name], self.schemas, self._codecs_of(step))
                yield work, len(self.ways[step.name]) * BYTES_A_WAY

    def _check_globs(self, formats: Iterable[Format]):
        """A glob that matches nothing is an error that names what is near."""
        takes = self.selection
        steps = [step.name for step in self.steps]
        samples = [s.name for step in self.steps for s in step.samples]
        samples += [f"{m.sample.name}.{m.name}" for step in self.steps for m in step.mutations]
        codecs = [name for ref in (*self.codecs.all, *self.class_codecs.all) for name in (ref.short, ref.id, ref.peer)]
        with_slash = bool(takes.step) and "/" in takes.step
        check(
            "STEP", takes.step, samples if with_slash else steps, takes.takes_case if with_slash else takes.takes_step
        )
        check("FORMAT", takes.format, [one.name for one in formats], takes.takes_format)
        check("LEG", takes.leg, [leg.name for leg in self.legs], takes.takes_leg)
        check("WRITER", takes.writer, [*codecs, HEX_WRITER], takes.takes_writer)
        check("READER", takes.reader, codecs, takes.takes_reader)
