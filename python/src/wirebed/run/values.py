"""The value of a work as the objects of each language hold it, and what its readers ought to see.

The reference of a reading is `none_reader(none_writer(value))`: what the reader's objects hold of what the writer's
objects hold. Where one of the two cannot hold it at all, the value before it stands in.
"""

from collections.abc import Mapping

from wirebed.bed.codec_id import NONE
from wirebed.peers.answer import Answer
from wirebed.peers.codecs import CodecRef, Codecs
from wirebed.run.questions import Edits, Panel, Place, Questions, Slot
from wirebed.run.route import References, Route
from wirebed.view import canonical


class Values:
    """The values of a work in which all peers have one version of the schema. A suite with several versions says in a
    subclass what the others ought to see."""

    # What every reading is asked for besides.
    options: Mapping[str, str] = {}

    def __init__(self, codecs: Codecs, questions: Questions) -> None:
        self.codecs, self.questions = codecs, questions
        self.canonical: dict[bytes, bytes] = {}
        self._held: dict[Route, Place | None] = {}
        self._held_views: dict[Route, bytes] = {}
        self._references: dict[tuple[tuple[CodecRef, ...], str, bytes], References] = {}

    def message(self, route: Route, tree: str) -> str:
        """The message as a version calls it."""
        return route.value.message if route.given is None else route.given.message

    def view(self, route: Route) -> bytes:
        """The value as the case states it; empty when every reader should refuse."""
        return route.value.view if route.given is None else route.given.expect or b""

    def value(self, route: Route) -> bytes:
        """The same, in the form in which readers answer."""
        view = self.view(route)
        if view not in self.canonical:
            self.canonical[view] = canonical(view)
        return self.canonical[view]

    def held_place(self, route: Route) -> Place | None:
        """The answer of the writer's own objects; of a golden, those of the codec that once wrote it."""
        if route not in self._held:
            self._held[route] = self._ask_held(route)
        return self._held[route]

    def _ask_held(self, route: Route) -> Place | None:
        message = self.message(route, route.leg.writer)
        if route.format.base == NONE or route.rejects or not message:
            return None
        writer = route.writer or self.codecs.by_id.get((route.leg.writer, route.given_bytes.writer))
        none = self.codecs.none(writer) if writer is not None else None
        return None if none is None else self.encode(none, message, {}, self.view(route))

    def held(self, route: Route) -> bytes:
        """The value as the writer's objects hold it."""
        held = self._held_views.get(route)
        if held is None:
            place, value = self.held_place(route), self.value(route)
            answer = value if place is None else place.answer
            held = self._held_views[route] = value if answer == value or isinstance(answer, Answer) else answer
        return held

    def expected(self, route: Route) -> bytes:
        """The view that readers are held to, before their own objects are asked."""
        return self.held(route)

    def has_references(self, route: Route) -> bool:
        """Whether the readers' own objects can be asked to hold what is expected."""
        return route.format.base != NONE and not route.rejects and bool(self.message(route, route.leg.reader))

    def references(self, route: Route, expected: bytes) -> References:
        """The answers of the readers' own objects to what is expected."""
        if not self.has_references(route):
            return References(expected, [None] * len(route.readers))
        message = self.message(route, route.leg.reader)
        key = (route.readers, message, expected)
        if key not in self._references:
            nones = self.codecs.nones(route.readers)
            places = {ref: self._ask_reference(ref, message, expected) for ref in dict.fromkeys(nones)}
            self._references[key] = References(expected, [places[ref] for ref in nones])
        return self._references[key]

    def relay_references(self, route: Route) -> References:
        """As `references`, of the relay; nothing is known of it where there is one version."""
        return References(b"", [None])

    def _ask_reference(self, none: CodecRef | None, message: str, expected: bytes) -> Place | None:
        return None if none is None else self.decode(none, message, self.options, expected, expected)

    # How questions are asked and answers understood: a suite whose values travel in another form says so in a subclass.

    def encode(self, codec: CodecRef, message: str, options: Mapping[str, str], view: bytes) -> Place:
        return self.questions.ask("encode", codec, message, options, view)

    def decode(
        self, codec: CodecRef, message: str, options: Mapping[str, str], data: bytes, likely: bytes | None = None
    ) -> Place:
        return self.questions.ask("decode", codec, message, options, data, likely)

    def readers(self, route: Route, options: Mapping[str, str]) -> Panel:
        """Where the readers of a route are asked."""
        message = self.message(route, route.leg.reader)
        return self.questions.panel("decode", route.readers, message, self.asked(options))

    def asked(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """The options of a reading."""
        return {**options, **self.options} if self.options else options

    def relay(
        self, codec: CodecRef, message: str, options: Mapping[str, str], data: bytes, edits: Edits = (b"", ()),
        into: str = "",
    ) -> Slot:  # fmt: skip
        return self.questions.relay(codec, message, options, data, edits, into)

    def seen(self, answers: list[bytes | Answer], version: str) -> list[bytes | Answer]:
        """The answers of readers of a version, in the form in which they are compared."""
        return answers
