"""The plan of `make interop`: a work for the cases and the byte sources of each message."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import HEX_WRITER, ByteSource
from wirebed.cases.case import Case
from wirebed.cases.java_types.case import JavaCase
from wirebed.peers.answer import Answer
from wirebed.peers.codecs import CodecRef, Codecs, formats_of
from wirebed.run import inputs
from wirebed.run.judge import Judge, no_view
from wirebed.run.plan import Plan
from wirebed.run.questions import Questions
from wirebed.run.route import Route
from wirebed.run.routes import Routes, hex_sources
from wirebed.run.selection import Selection, check_list
from wirebed.run.values import Values
from wirebed.run.work import Work
from wirebed.suites.interop.java_types import JavaTypesWork
from wirebed.suites.interop.judge import InteropJudge
from wirebed.view import ViewError
from wirebed.view.bare import normal
from wirebed.view.outcome import Outcome

FATAL = "fatal"  # the tag of a case that a peer is not expected to survive
# A message with more than this is several works, so that not all of its values are held at once.
BYTES_A_WORK = 8 << 20


class InteropPlan(Plan):
    def __init__(
        self, codecs: Sequence[CodecRef], schema: Schema, cases: Iterable[Case], sources: Iterable[ByteSource] = (),
        selection: Selection | None = None, java_types: Iterable[JavaCase] = (), of_classes: Sequence[CodecRef] = (),
    ) -> None:  # fmt: skip
        """`of_classes`: the codecs of the classes that `java_types` are values of."""
        takes = selection or Selection()
        cases, sources, java_types = list(cases), list(sources), list(java_types)
        names = [case.name for case in (*cases, *java_types)] + [
            source.name for source in sources if source.case is None
        ]
        check_list("CASE", takes.case, names)
        takes.check_codecs(codecs, {codec.format for codec in codecs}, [HEX_WRITER, *(s.writer for s in sources)])
        # What kills its peer comes first: all that a JVM has compiled is lost with it, and nothing is compiled yet.
        self.cases = sorted((case for case in cases if takes.takes_case(case.name)), key=lambda c: FATAL not in c.tags)
        formats = [format_ for format_ in formats_of(codecs) if takes.takes_format(format_.name)]
        self.codecs, self.class_codecs = list(codecs), list(of_classes)
        self.schema, self.routes = schema, Routes(Codecs(codecs), formats, takes)
        self.sources = [source for source in sources if takes.takes_case(_name(source))]
        self.java_types = [case for case in java_types if takes.takes_case(case.name)]
        self.of_classes = Routes(Codecs(of_classes), formats, takes)
        self.bare = [codec for codec in codecs if codec.bare and codec.decodes and takes.takes_reader(codec.id)]
        super().__init__(self._works(), "CASE, FORMAT, WRITER and READER")

    def _works(self) -> Iterator[Work]:
        """A work for all values and bytes of a message: only there can a reader be asked for the same bytes twice."""
        routes: dict[tuple[str, int], list[Route]] = {}
        sizes: Counter[str] = Counter()

        def add(message: str, new_routes: Iterable[Route], size: int) -> None:
            if size >= BYTES_A_WORK:
                # It fills a work alone, and the others stay together.
                part = -len(routes) - 1
            else:
                part = sizes[message] // BYTES_A_WORK
                sizes[message] += size
            routes.setdefault((message, part), []).extend(new_routes)

        for case in self.cases:
            add(case.message, self.routes_of(case), len(case.view))
        for source in self.sources:
            add(source.message, self.routes.of_source(source), len(source.data))
        yield from (MessageWork(message, of_message, self) for (message, _), of_message in routes.items())
        yield from self._java_works()

    def _java_works(self) -> Iterator[JavaTypesWork]:
        """A work for all values of each class."""
        for schema, cases in itertools.groupby(self.java_types, key=lambda case: case.schema):
            yield JavaTypesWork(schema, list(cases), self.of_classes, self.bare)

    def routes_of(self, case: Case) -> Iterator[Route]:
        """A case through every writer and from each to every reader, and through the objects of every language."""
        if not case.expect_reject:
            yield from self.routes.of(case.name, case)
        for source in hex_sources(case):
            yield from self.routes.of_source(source)

    def again(self, cases: Iterable[Case], selection: Selection) -> "InteropPlan":
        """A plan of some of its cases, which other globs choose the codecs of."""
        cases = list(cases)
        of_classes = [case for case in cases if isinstance(case, JavaCase)]
        others = [case for case in cases if not isinstance(case, JavaCase)]
        return InteropPlan(self.codecs, self.schema, others, (), selection, of_classes, self.class_codecs)


class MessageWork(Work):
    """Values of one message, and bytes of it that are given: each reader is asked for equal bytes once."""

    def __init__(self, message: str, routes: Iterable[Route], plan: InteropPlan) -> None:
        super().__init__(routes)
        self.message, self.plan, self.schema = message, plan, plan.schema

    def inputs(self) -> Iterable[str]:
        return inputs.of_routes(self.routes)

    @cached_property
    def weight(self) -> int:
        values = {route.name: len(route.case.view) for route in self.routes if route.case is not None}
        given = (len(route.given.data) for route in self.routes if route.given is not None)
        return sum(values.values()) + sum(given)

    def values_of(self, questions: Questions) -> Values:
        return (Values if self.message else _BareValues)(self.plan.routes.codecs, questions)

    def judge(self) -> Judge:
        return InteropJudge(self.values, self.plan.schema)


class _BareValues(Values):
    """Without schema: readers that keep the order of a map on the wire, and those that cannot, agree."""

    def seen(self, answers: list[bytes | Answer], version: str) -> list[bytes | Answer]:
        return [answer if isinstance(answer, Answer) else _normal(answer) for answer in answers]

    def value(self, route: Route) -> bytes:
        value = super().value(route)
        return normal(value) if value else value


def _normal(view: bytes) -> bytes | Answer:
    try:
        return normal(view)
    except ViewError as error:
        return Answer(None, Outcome.INTERNAL, "", no_view(error))


def _name(source: ByteSource) -> str:
    return source.case.name if source.case is not None else source.name
