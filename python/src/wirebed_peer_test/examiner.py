"""Asks one peer questions, judges the answers and collects the failures."""

import itertools
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from wirebed_protocol import peer_pb2

from wirebed.bed.glob import matches
from wirebed.peers import TaskJob, task
from wirebed.peers.job import MOST_TASKS
from wirebed.run import Suite
from wirebed.suites.interop.plan import InteropPlan
from wirebed_peer_test.contract import Clause
from wirebed_peer_test.left import Leftovers
from wirebed_peer_test.question import Failure, Question, Result, Violation, answer_text, basics, task_text
from wirebed_peer_test.view_check import Views

# The most batches that wait for their answers at the same time.
ON_THEIR_WAY = 4


@dataclass
class Group:
    """The results of one group of questions."""

    name: str
    seconds: float = 0.0
    counts: Counter = field(default_factory=Counter)  # subject (a codec, mostly) -> questions
    failures: dict[str, list[Failure]] = field(default_factory=dict)  # by subject

    @property
    def questions(self) -> int:
        return self.counts.total()

    @property
    def failed(self) -> int:
        return sum(map(len, self.failures.values()))


class Examiner:
    """The peer of `suite` has started; there is one. `chosen` is a glob of names of questions, or None for all."""

    def __init__(self, suite: Suite[InteropPlan], chosen: str | None = None):
        self.suite, self.pool, self.chosen = suite, suite.peers.pool, chosen
        self.schema = suite.plan.schema
        (self.peer,) = suite.introductions
        self.introduction = suite.introductions[self.peer]
        self.codecs = list(self.introduction.codecs)
        self.views = Views(self.schema)
        self.group = Group("")
        self.leftovers = Leftovers(self.codecs, self.views)
        self.done: set[int] = set()  # ids of jobs that are answered and wait until an older one is judged

    @cached_property
    def none(self) -> dict[int, str]:
        """Model -> the codec `none` that takes it."""
        return {codec.model: name_of(codec) for codec in self.codecs if codec.format == "none"}

    def takes(self, name: str) -> bool:
        return matches(name, self.chosen)

    def begin(self, name: str) -> Group:
        """Begins a group, to which the following questions belong."""
        self.group = Group(name)
        return self.group

    def answers(self, tasks: list[dict]) -> list[Result]:
        """Answers from which questions are made; they are not judged."""
        return self.pool.run({self.peer: tasks})[self.peer]

    def ask(self, questions: Iterable[Question]):
        """Asks the chosen questions; the peer answers some while the answers of others are judged."""
        chosen = (question for question in questions if self.takes(question.name))
        waiting: deque[TaskJob] = deque()
        while batch := list(itertools.islice(chosen, MOST_TASKS)):
            job = TaskJob(self.peer, [question.task for question in batch], tag=batch)
            waiting.append(job)
            self.pool.submit(job)
            if len(waiting) > ON_THEIR_WAY:
                self._judge(waiting)
        while waiting:
            self._judge(waiting)

    def _judge(self, waiting: deque[TaskJob]):
        """Waits for the oldest job, and judges its answers."""
        job = waiting.popleft()
        while id(job) not in self.done:
            self.done.add(id(self.pool.next()))
        self.done.discard(id(job))
        if job.unattributed is not None:
            index, lost = job.unattributed
            self.fail(
                job.tag[index].name,
                task_text(job.tag[index].task),
                answer_text(lost),
                Violation(Clause.ALIVE, "no end at all"),
            )
        for question, result in zip(job.tag, job.answers, strict=True):
            self.count(question.name)
            wrong = basics(result) or self.leftovers.violation(question.task, result) or question.judge(result)
            if wrong is not None:
                self.fail(question.name, task_text(question.task), answer_text(result), wrong)

    def count(self, name: str, questions: int = 1):
        self.group.counts[subject(name)] += questions

    def fail(self, name: str, question: str, answer: str, wrong: Violation):
        self.group.failures.setdefault(subject(name), []).append(Failure(name, question, answer, wrong))


def name_of(codec: peer_pb2.Codec) -> str:
    """`hessian2/caucho`, as tasks call it."""
    return f"{codec.format}/{codec.library}"


def subject(name: str) -> str:
    """The subject of a question within its group: `damage none/plain Text/empty cut-1` -> `none/plain`."""
    return name.split(" ")[1]


def question(name: str, judge, codec: str, message: str, **fields) -> Question:
    """A question with the fields of its task: `encode=`, `decode=`, `relay=`, `class_name=`."""
    return Question(name, task(codec, message, **fields), judge)
