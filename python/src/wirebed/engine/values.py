"""The value of a work as the objects of each language hold it, and what its readers ought to see.

The reference of a reading is `none_reader(none_writer(value))`: what the reader's objects hold of what the writer's
objects hold. Where one of the two cannot hold it at all, the value before it stands in.
"""

from collections.abc import Mapping

from wirebed.codec_id import NONE
from wirebed.engine.memo import TaskMemo
from wirebed.engine.route import Route
from wirebed.engine.slots import Slot
from wirebed.peers.codecs import CodecRef, Codecs
from wirebed.view import canonical


class Values:
    """Of a work with one version. A suite with several says in a subclass what the other versions ought to see."""

    # What every reading is asked for besides.
    options: Mapping[str, str] = {}

    def __init__(self, codecs: Codecs, memo: TaskMemo):
        self.codecs, self.memo = codecs, memo
        self.canonical: dict[str, bytes] = {}

    def message(self, route: Route, tree: str) -> str:
        """The message as a version calls it."""
        return route.case.message if route.given is None else route.given.message

    def view(self, route: Route) -> bytes:
        """The value as the case states it; empty when every reader should refuse."""
        return route.case.view if route.given is None else route.given.expect or b""

    def value(self, route: Route) -> bytes:
        """The same, in the form in which readers answer."""
        if route.name not in self.canonical:
            self.canonical[route.name] = canonical(self.view(route))
        return self.canonical[route.name]

    def held_slot(self, route: Route) -> Slot | None:
        """The answer of the writer's own objects; of a golden, those of the codec that once wrote it."""
        if route.format.base == NONE or route.rejects or not self.message(route, route.leg.writer):
            return None
        writer = route.writer or self.codecs.by_id.get((route.leg.writer, route.given.writer))
        none = self.codecs.none(writer) if writer is not None else None
        if none is None:
            return None
        return self.memo.encode(none, self.message(route, route.leg.writer), {}, self.view(route))

    def held(self, route: Route) -> bytes:
        """The value as the writer's objects hold it."""
        slot, value = self.held_slot(route), self.value(route)
        return value if slot is None or slot.data is None or slot.data == value else slot.data

    def expected(self, route: Route) -> bytes:
        """What readers are held to, before their own objects are asked."""
        return self.held(route)

    def has_references(self, route: Route) -> bool:
        """Whether the readers' own objects can be asked to hold what is expected."""
        return route.format.base != NONE and not route.rejects and bool(self.message(route, route.leg.reader))

    def reference(self, route: Route, reader: CodecRef, expected: bytes) -> Slot | None:
        """The answer of a reader's own objects to what is expected."""
        none = self.codecs.none(reader)
        if none is None:
            return None
        return self.memo.decode(none, self.message(route, reader.tree), self.options, expected, expected)
