"""Every case through the codec `none`, both ways, judged as a run of `make interop FORMAT=none` judges it."""

from collections.abc import Iterator

from wirebed.codec_id import key_of
from wirebed.matrix import Row, Work, run
from wirebed.peer_test.contract import Clause
from wirebed.peer_test.kit import Kit
from wirebed.peer_test.question import Wrong, brief
from wirebed.view import spell

# Encode and decode.
QUESTIONS = 2


def ask(kit: Kit) -> None:
    def taken(work: Work) -> bool:
        return any(kit.takes(_name(route.writer.key, route.case)) for route in work.routes if route.writer is not None)

    run(filter(taken, kit.session.plan.works), kit.session.pool, lambda rows: _take(kit, rows))


def _name(codec: str, case) -> str:
    return f"cases {codec} {case.name}"


def _take(kit: Kit, rows: list[Row]) -> None:
    for row in rows:
        name = _name(key_of(row.writer), row.case)
        if not kit.takes(name):
            continue
        kit.count(name, QUESTIONS)
        kit.session.matcher.judge(row)
        for problem in _problems(row, kit.schema):
            question = f"encode, then decode, {row.case.message} {brief(row.case.view)}"
            kit.fail(name, question, _answer(row), Wrong(Clause.VALUE, problem))


def _problems(row: Row, schema) -> Iterator[str]:
    """One for a cell, of all that is wrong with it."""
    for cell in row.cells:
        if cell.problems:
            places = [
                f"{spell.path(found.place, schema)}: expected {spell.render(found.expected, schema)}, "
                f"read {spell.render(found.actual, schema)}"
                for found in cell.differences
            ]
            yield "; ".join([*map(str, cell.problems), *places])


def _answer(row: Row) -> str:
    cell = row.cell(row.readings[0])
    return " ".join(filter(None, (cell.outcome.value, cell.stage, cell.reason)))
