"""The work of one class: every codec of classes writes its values, and two kinds of readers read the bytes.

Readers with the class have the object of the class. Readers of another language that take values without a schema have
what the bytes say by themselves: the names of classes and fields, as far as the format has them. A generation of the
writer's peer has the class.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

from wirebed.bed.codec_id import base_of
from wirebed.cases.java_types.case import ClassSchema, JavaCase, seen
from wirebed.peers.answer import Answer
from wirebed.peers.codecs import CodecRef
from wirebed.run import inputs
from wirebed.run.judge import Judge, no_view
from wirebed.run.leg import NOW
from wirebed.run.questions import Panel, Place, Questions
from wirebed.run.route import Route
from wirebed.run.routes import Routes
from wirebed.run.values import Values
from wirebed.run.work import Work
from wirebed.suites.interop.judge import InteropJudge
from wirebed.view import ViewError
from wirebed.view.outcome import Outcome


class JavaTypesWork(Work):
    schema: ClassSchema

    def __init__(self, schema: ClassSchema, cases: list[JavaCase], of_classes: Routes, bare: list[CodecRef]) -> None:
        """`bare`: readers that take values without a schema."""
        self.schema, self.of_classes = schema, of_classes
        self.bare = {case.view: case.bare for case in cases}
        super().__init__(route for case in cases for route in self._routes(case, bare))

    def _routes(self, case: JavaCase, bare: list[CodecRef]) -> Iterator[Route]:
        written: dict[CodecRef, Route] = {}
        for route in self.of_classes.of(case.name, case):
            if route.writer is not None:
                written[route.writer] = route
            yield route
        for writer, route in written.items():
            same = base_of(writer.peer)
            others = tuple(r for r in bare if r.format == writer.format and base_of(r.peer) != same)
            if others:
                yield Route(case.name, case, NOW, route.format, writer, others)

    def inputs(self) -> Iterator[str]:
        yield repr((self.schema.class_name, self.schema.names, self.schema.java_fields))
        yield from (value.hex() for value in self.bare.values())
        yield from inputs.of_routes(self.routes)

    @cached_property
    def weight(self) -> int:
        return sum(len(route.value.view) for route in self.routes)

    def values_of(self, questions: Questions) -> Values:
        return _ClassValues(self.of_classes, questions, self.schema, self.bare)

    def judge(self) -> Judge:
        return InteropJudge(self.values, self.schema)


class _ClassValues(Values):
    """A bare object travels in place of the message of the class."""

    def __init__(
        self, of_classes: Routes, questions: Questions, schema: ClassSchema, bare: Mapping[bytes, bytes]
    ) -> None:
        """`bare`: the bare object of each view."""
        super().__init__(of_classes.codecs, questions)
        self.schema, self.bare = schema, bare
        self.classes = frozenset(of_classes.codecs.all)

    def message(self, route: Route, tree: str) -> str:
        return ""

    def encode(self, codec: CodecRef, message: str, options: Mapping[str, str], view: bytes) -> Place:
        return self.questions.ask("encode", codec, "", options, self.bare[view], class_name=self.schema.class_name)

    def readers(self, route: Route, options: Mapping[str, str]) -> Panel:
        named = self.schema.class_name if self.classes.issuperset(route.readers) else ""
        return self.questions.panel("decode", route.readers, "", options, named)

    def seen(self, answers: list[bytes | Answer], version: str) -> list[bytes | Answer]:
        return [answer if isinstance(answer, Answer) else self._seen(answer) for answer in answers]

    def _seen(self, view: bytes) -> bytes | Answer:
        try:
            return seen(view, self.schema)
        except ViewError as error:
            return Answer(None, Outcome.INTERNAL, "", no_view(error))
