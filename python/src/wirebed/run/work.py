"""The work for one case, byte source or step, in three stages: write, then read or relay, then read what a relay
wrote."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from wirebed.bed.schema import Schema
from wirebed.peers.codecs import CodecRef
from wirebed.run import answered
from wirebed.run.judge import Judge
from wirebed.run.questions import Place, Questions, Slot
from wirebed.run.route import Route, RouteState
from wirebed.run.values import Values
from wirebed.state.row import Row


class Work:
    """The routes that go through the stages together. A suite says what the values and their judge are."""

    values: Values  # between the first stage and the rows
    # Of its values, where an entry that selects no cell of it shows nothing in it.
    schema: Schema | None = None
    keeps = False  # whether its verdict is kept, by its answers
    answered: str = ""  # see wirebed.run.answered, when the rows are there, of a work that keeps

    def __init__(self, routes: Iterable[Route]) -> None:
        self.routes = list(routes)

    def stages(self, questions: Questions) -> Sequence[Callable[[], None]]:
        """In each stage a work asks questions, and it has their answers in the next. The works of a window share them;
        then each makes its `rows`.
        """
        self.values = self.values_of(questions)
        self.states = [RouteState(route, _options(route)) for route in self.routes]
        return self.write, self.read_or_relay, self.read_relayed

    @property
    def name(self) -> str:
        """What a message calls it."""
        return next(iter(self.names), "")

    @property
    def names(self) -> Iterable[str]:
        """The names of its values."""
        return dict.fromkeys(route.name for route in self.routes)

    def inputs(self) -> Iterable[str]:
        """What its rows follow from, beside the schemas, the codecs and the answers of their processes."""
        raise NotImplementedError

    @property
    def weight(self) -> int:
        """About how many bytes are under way at once."""
        raise NotImplementedError

    @property
    def cells(self) -> int:
        return sum(len(route.readers) for route in self.routes)

    def values_of(self, questions: Questions) -> Values:
        raise NotImplementedError

    def judge(self) -> Judge:
        """The judge of its values, when the answers are there."""
        raise NotImplementedError

    def write(self) -> None:
        values = self.values
        for state in self.states:
            route = state.route
            values.held_place(route)
            if route.writer is not None:
                message = values.message(route, route.leg.writer)
                state.written = values.encode(route.writer, message, state.options, route.value.view)

    def read_or_relay(self) -> None:
        values = self.values
        for state in self.states:
            route, data = state.route, state.data
            if data is None:
                continue
            state.references = values.references(route, values.expected(route))
            if route.relay is not None:
                state.relay_references = values.relay_references(route)
                state.relayed = self._relay(state, route.relay, data)
                continue
            self._read(state, data, state.references.expected)
            if not route.leg.returns:
                state.passed = [self._pass(state, reader, data) for reader in route.readers]

    def read_relayed(self) -> None:
        for state in self.states:
            if state.passed is not None:
                pairs = zip(state.route.readers, state.passed, strict=True)
                state.returned = [self._return(state, reader, slot) for reader, slot in pairs]
            elif state.relayed is not None and isinstance(state.relayed.answer, bytes):
                self._read(state, state.relayed.answer)

    def rows(self) -> list[Row]:
        if self.keeps:
            self.answered = answered.digest(self.states, self.values)
        rows = self.judge().rows(self.states)
        del self.values, self.states
        return rows

    def _read(self, state: RouteState, data: bytes, likely: bytes | None = None) -> None:
        state.panel = self.values.readers(state.route, state.options)
        state.position = state.panel.add(data, likely)

    def _relay(self, state: RouteState, relay: CodecRef, data: bytes) -> Slot:
        route = state.route
        edits = route.mutation.edits if route.mutation is not None else (b"", ())
        into = route.into.key if route.into is not None else ""
        message = self.values.message(route, relay.tree)
        return self.values.relay(relay, message, state.options, data, edits, into)

    def _pass(self, state: RouteState, reader: CodecRef, data: bytes) -> Slot | None:
        """The reader relays the bytes, which shows whether it keeps what it does not see."""
        if not reader.encodes:
            return None
        return self.values.relay(reader, self.values.message(state.route, reader.tree), state.options, data)

    def _return(self, state: RouteState, reader: CodecRef, passed: Slot | None) -> Place | None:
        """The codec of the reader reads at the writer's version what the reader has passed on."""
        back = self.values.codecs.by_id.get((state.route.leg.writer, reader.id))
        if back is None or passed is None or not isinstance(passed.answer, bytes):
            return None
        message = self.values.message(state.route, back.tree)
        return self.values.decode(back, message, self.values.asked(state.options), passed.answer)


def _options(route: Route) -> Mapping[str, str]:
    """The options of the case for the format, and of the variant of each reader."""
    asked = route.value.options.get(route.format.base, {}) if route.given is None else route.given.options
    return {**asked, **route.format.options} if route.format.options else asked
