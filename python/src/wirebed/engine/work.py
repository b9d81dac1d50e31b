"""What is done for one case, byte source or step, in three stages: write, then read or relay, then read what a relay
wrote. Each distinct task is given once."""

from collections.abc import Iterable

from wirebed.engine.judge import Judge
from wirebed.engine.memo import TaskMemo
from wirebed.engine.route import Route, RouteState
from wirebed.engine.row import Row
from wirebed.engine.slots import Slot, Tasks
from wirebed.engine.values import Values
from wirebed.peers.codecs import CodecRef


class Work:
    """The routes that go through the stages together. A suite says what the values and their judge are."""

    # In each stage a work gives tasks, and it has their answers in the next.
    STAGES = ("write", "read_or_relay", "read_relayed")
    # Readers of the same bytes share one answer; a benchmark wants each of them to read.
    each_reads = False

    def __init__(self, routes: Iterable[Route]):
        self.routes = list(routes)

    @property
    def weight(self) -> int:
        """About how many bytes are under way at once."""
        raise NotImplementedError

    @property
    def cells(self) -> int:
        return sum(len(route.readers) for route in self.routes)

    def new_memo(self) -> TaskMemo:
        return TaskMemo()

    def values_of(self, memo: TaskMemo) -> Values:
        raise NotImplementedError

    def judge_of(self, values: Values) -> Judge:
        raise NotImplementedError

    def write(self, tasks: Tasks):
        self.memo = self.new_memo()
        self.memo.tasks = tasks
        self.values = self.values_of(self.memo)
        self.states = [RouteState(route) for route in self.routes]
        for state in self.states:
            route = state.route
            self.values.held_slot(route)
            if route.writer is not None:
                message = self.values.message(route, route.leg.writer)
                state.written = self.memo.encode(route.writer, message, _options(route), route.case.view)

    def read_or_relay(self, tasks: Tasks):
        self.memo.tasks = tasks
        for state in self.states:
            route, data = state.route, state.data
            if data is None:
                continue
            expected = self.values.expected(route)
            state.references = [None] * len(route.readers)
            if self.values.has_references(route):
                state.references = [self.values.reference(route, reader, expected) for reader in route.readers]
            if route.relay is not None:
                state.relayed = self._relay(route, data)
                continue
            state.reads = self._reads(route, data, expected)
            if not route.leg.returns:
                state.passed = [self._pass(route, reader, data) for reader in route.readers]

    def read_relayed(self, tasks: Tasks):
        self.memo.tasks = tasks
        for state in self.states:
            route = state.route
            if state.passed is not None:
                state.returned = [
                    self._return(route, reader, slot.data) if slot is not None and slot.data is not None else None
                    for reader, slot in zip(route.readers, state.passed, strict=True)
                ]
            elif state.relayed is not None and state.relayed.data is not None:
                state.reads = self._reads(route, state.relayed.data)

    def rows(self) -> list[Row]:
        self.memo.settle()
        rows = self.judge_of(self.values).rows(self.states)
        del self.memo, self.values, self.states
        return rows

    def _reads(self, route: Route, data: bytes, likely: bytes | None = None) -> list[Slot]:
        return [self._read(route, reader, data, likely) for reader in route.readers]

    def _read(self, route: Route, reader: CodecRef, data: bytes, likely: bytes | None = None) -> Slot:
        options = {**_options(route), **self.values.options}
        message = self.values.message(route, reader.tree)
        return self.memo.decode(reader, message, options, data, likely, self.each_reads)

    def _relay(self, route: Route, data: bytes) -> Slot:
        edits = route.mutation.edits if route.mutation is not None else (b"", ())
        into = route.into.key if route.into is not None else ""
        message = self.values.message(route, route.relay.tree)
        return self.memo.relay(route.relay, message, _options(route), data, edits, into)

    def _pass(self, route: Route, reader: CodecRef, data: bytes) -> Slot | None:
        """The reader relays the bytes, which shows whether it keeps what it does not see."""
        if not reader.encodes:
            return None
        return self.memo.relay(reader, self.values.message(route, reader.tree), _options(route), data)

    def _return(self, route: Route, reader: CodecRef, data: bytes) -> Slot | None:
        back = self.values.codecs.by_id.get((route.leg.writer, reader.id))
        return None if back is None else self._read(route, back, data)


def _options(route: Route) -> dict[str, str]:
    """What the case asks of the format, and the variant of every reader of it."""
    asked = route.case.options.get(route.format.base, {}) if route.given is None else route.given.options
    return {**asked, **route.format.options}
