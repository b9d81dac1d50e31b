"""Asks in a column what is asked in tasks, too: each value has to get the answer that its task gets."""

import itertools
from collections.abc import Iterator

from wirebed_protocol import peer_pb2

from wirebed.peers import ColumnJob, Lost, task
from wirebed.peers.job import Column
from wirebed.suites.interop.order import ordered
from wirebed_peer_test.contract import Clause
from wirebed_peer_test.examiner import Examiner, name_of
from wirebed_peer_test.question import Violation, answer_text, outcome, stage, task_text
from wirebed_peer_test.values import cases

CASES = 5  # of one message


def ask(examiner: Examiner):
    views = list(itertools.islice(_views(examiner), CASES))
    message = cases(examiner)[0].message if not views else views[0][0]
    good = [view for _, view in views]
    damaged = [b"", b"r", *(view[:-1] for view in good)]
    for codec in map(name_of, examiner.codecs):
        written = _compare(examiner, codec, message, "encode", [*damaged, *good])
        _compare(examiner, codec, message, "decode", [b"\xff", *written, b""])


def _views(examiner: Examiner) -> Iterator[tuple[str, bytes]]:
    """The cases of the first message whose bytes have one order: two answers to one question are the same."""
    in_order = [case for case in cases(examiner) if ordered(examiner.schema, case.message)]
    return ((case.message, case.view) for case in in_order if case.message == in_order[0].message)


def _compare(examiner: Examiner, codec: str, message: str, action: str, values: list[bytes]) -> list[bytes]:
    """The bytes that the peer wrote, or the views that it read, in the tasks."""
    name = f"columns {codec} {action}"
    tasks = [task(codec, message, None, **{action: value}) for value in values]
    results = examiner.answers(tasks)
    if examiner.takes(name):
        column = Column(action, codec, message, {}, "", values)
        pool = examiner.pool
        pool.submit(ColumnJob(examiner.peer, [column]))
        for asked, result, answer in zip(tasks, results, pool.next().answers, strict=True):
            examiner.count(name)
            if _fixed_part(result) != _fixed_part(answer):
                shown = f"{len(answer)} bytes" if isinstance(answer, bytes) else answer_text(answer)
                wrong = Violation(Clause.COLUMN, f"as its task: {answer_text(result)}")
                examiner.fail(name, f"in a column, {task_text(asked)}", shown, wrong)
    return [one.encoded for one in results if isinstance(one, peer_pb2.Result) and outcome(one) == "encoded"]


def _fixed_part(answer: bytes | peer_pb2.Result | Lost) -> tuple:
    """The part of an answer that has to be the same; a reason may quote an address."""
    if isinstance(answer, bytes):
        return ("", answer)
    if outcome(answer) in ("encoded", "decoded"):
        return ("", getattr(answer, outcome(answer)))
    return (outcome(answer), stage(answer))
