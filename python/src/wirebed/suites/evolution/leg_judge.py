"""How a step's readings differ from what ought to be seen. Readings that are the same are judged once."""

from collections.abc import Hashable, Mapping

from wirebed.bed.schema import Schema
from wirebed.run.judge import Judge
from wirebed.run.route import Route, RouteState
from wirebed.state.row import Reading, Row
from wirebed.suites.evolution import judge_value
from wirebed.suites.evolution.values import StepValues
from wirebed.view.compare import Found


class EvolutionJudge(Judge):
    values: StepValues

    def __init__(self, values: StepValues, schemas: Mapping[str, Schema]) -> None:
        super().__init__(values, schemas)
        self.judged: dict[Hashable, list[Found]] = {}

    def row(self, state: RouteState) -> Row:
        row = super().row(state)
        row.places = self.values.places(state.route)
        return row

    def is_all(self, row: Row, state: RouteState) -> bool:
        return state.route.leg.returns

    def differences(self, row: Row, state: RouteState, index: int, reading: Reading, seen: bytes) -> list[Found]:
        route, expected = state.route, reading.expected
        if route.leg.returns and seen == expected:
            return []
        returned = self._returned(state, index)
        key = (route.leg.name, row.name, expected, seen, row.held, returned)
        if key not in self.judged:
            self.judged[key] = self._differences(route, expected, seen, row.held, returned)
        return self.judged[key]

    def _returned(self, state: RouteState, index: int) -> bytes | None:
        """The reading of the writer's version of the bytes that a reader passed on."""
        back = state.returned[index] if state.returned is not None else None
        if back is None:
            return None
        (answer,) = self.values.seen([back.answer], state.route.leg.writer)
        return answer if isinstance(answer, bytes) else None

    def _differences(
        self, route: Route, expected: bytes, seen: bytes, held: bytes, returned: bytes | None
    ) -> list[Found]:
        leg, values, schema = route.leg, self.values, self.schemas[route.leg.reader]
        if leg.mutates:
            return judge_value.mutated(expected, seen, held, schema, values.through(route))
        if leg.returns:
            return judge_value.relay(expected, seen, schema, values.through(route))
        case = values.step.initial.get(leg.reader)
        initial = case.view if case is not None else b""
        if leg.relay:
            return judge_value.chain(values.migrated(route), expected, seen, held, schema, initial)
        return judge_value.read(values.migrated(route), expected, seen, held, returned, schema, initial)
