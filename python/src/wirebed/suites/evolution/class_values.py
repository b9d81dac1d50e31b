"""The values of a step about a class that was written by hand: a bare object travels in place of the message."""

from collections.abc import Mapping

from wirebed.peers.answer import Answer
from wirebed.peers.codecs import CodecRef
from wirebed.run.questions import Column, Edits, Panel, Place, Slot
from wirebed.run.route import Route
from wirebed.suites.evolution.classes import NotOfTheClass, from_bare, to_bare
from wirebed.suites.evolution.values import StepValues
from wirebed.view import ViewError
from wirebed.view.outcome import Outcome


class ClassValues(StepValues):
    def encode(self, codec: CodecRef, message: str, options: Mapping[str, str], view: bytes) -> Place:
        try:
            bare = to_bare(view, self.schemas[codec.tree], self.step.class_name)
        except NotOfTheClass as error:
            return _failed(codec, str(error))
        return self.questions.ask("encode", codec, "", options, bare, class_name=self.step.class_name)

    def decode(
        self, codec: CodecRef, message: str, options: Mapping[str, str], data: bytes, likely: bytes | None = None
    ) -> Place:
        return self.questions.ask("decode", codec, "", options, data, class_name=self.step.class_name)

    def readers(self, route: Route, options: Mapping[str, str]) -> Panel:
        return self.questions.panel("decode", route.readers, "", self.asked(options), self.step.class_name)

    def relay(
        self, codec: CodecRef, message: str, options: Mapping[str, str], data: bytes, edits: Edits = (b"", ()),
        into: str = "",
    ) -> Slot:  # fmt: skip
        return self.questions.relay(codec, "", options, data, edits, into, self.step.class_name)

    def seen(self, answers: list[bytes | Answer], version: str) -> list[bytes | Answer]:
        """The view that was seen, in the names of the version's schema."""
        return [answer if isinstance(answer, Answer) else self._of_class(answer, version) for answer in answers]

    def _of_class(self, view: bytes, version: str) -> bytes | Answer:
        try:
            return from_bare(view, self.schemas[version], self.step.roots[version])
        except (NotOfTheClass, ViewError) as error:
            return Answer(None, Outcome.INTERNAL, "", str(error))


def _failed(codec: CodecRef, reason: str) -> Place:
    column = Column(codec)
    column.answers.append(Answer(None, Outcome.INTERNAL, "", reason))
    return Place(column, 0)
