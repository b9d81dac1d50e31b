"""Asks for every case through the codec `none` in both directions, and judges it like `make interop FORMAT=none`."""

from collections.abc import Iterator

from wirebed.bed.codec_id import key_of
from wirebed.run import Row, Work, outcomes
from wirebed.view import spell
from wirebed_peer_test.contract import Clause
from wirebed_peer_test.examiner import Examiner
from wirebed_peer_test.question import Violation, brief

QUESTIONS = 2  # of a case: encode and decode


def ask(examiner: Examiner):
    def taken(work: Work) -> bool:
        written = (route for route in work.routes if route.writer is not None)
        return any(examiner.takes(_name(route.writer.key, route.case)) for route in written)

    works = filter(taken, examiner.suite.plan.works)
    outcomes(examiner.suite, lambda row: _take(examiner, row), works)


def _name(codec: str, case) -> str:
    return f"cases {codec} {case.name}"


def _take(examiner: Examiner, row: Row):
    name = _name(key_of(row.writer), row.case)
    if not examiner.takes(name):
        return
    examiner.count(name, QUESTIONS)
    for problem in _problems(row, examiner.schema):
        question = f"encode, then decode, {row.case.message} {brief(row.case.view)}"
        examiner.fail(name, question, _answer(row), Violation(Clause.VALUE, problem))


def _problems(row: Row, schema) -> Iterator[str]:
    """One text for each cell with problems, which names all of them."""
    for cell in row.cells:
        if cell.problems:
            places = [
                f"{spell.path(difference.place, schema)}: expected {spell.render(difference.expected, schema)}, "
                f"read {spell.render(difference.actual, schema)}"
                for difference in cell.differences
            ]
            yield "; ".join([*map(str, cell.problems), *places])


def _answer(row: Row) -> str:
    cell = row.cell(next(row.each()))
    return " ".join(filter(None, (cell.outcome.value, cell.stage, cell.reason)))
