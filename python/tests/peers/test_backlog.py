"""Which peer gets another process, and how long its jobs are, by what its codecs have taken."""

import pytest

from wirebed.peers.backlog import FADES, JOB_SECONDS, PAYS, WARM, Backlog
from wirebed.peers.job import MOST_TASKS, TaskJob


def job(peer, codec, count, seconds=0.0):
    made = TaskJob(peer, seconds=seconds)
    for _ in range(count):
        made.add(codec, "a.B", encode=b"")
    return made


def backlog(**left):
    """left: peer -> seconds of work that wait, of a codec that takes 10 ms a task."""
    made = Backlog(left)
    for peer, seconds in left.items():
        first = job(peer, "f/slow", 500, WARM)
        made.submitted(first)
        made.done(first)
        if seconds:
            made.submitted(job(peer, "f/slow", round(seconds * 100)))
    return made


def test_what_is_left_is_what_the_codec_has_taken_a_task():
    left = backlog(a=2.0)
    assert left.seconds("a") == pytest.approx(2.0)
    left.submitted(job("a", "f/other", 50))
    assert left.seconds("a") == pytest.approx(2.0)
    left.done(job("a", "f/other", 25, 1.0))
    assert left.seconds("a") == pytest.approx(3.0)


def test_the_last_jobs_count_most():
    left = backlog(a=2.0)
    left.submitted(job("a", "f/slow", 500))
    left.done(job("a", "f/slow", 500, WARM / 2))
    assert left.seconds("a") == pytest.approx(200 * (WARM * FADES + WARM / 2) / (500 * FADES + 500))


def test_a_peer_that_is_cold_gets_no_other_process():
    left = Backlog(["a", "b"])
    left.done(job("a", "f/slow", 1, WARM - 0.1))
    left.submitted(job("a", "f/slow", 101))
    assert left.late({"a": 1, "b": 1}, 2) is None
    left.done(job("a", "f/slow", 1, 0.2))
    assert left.late({"a": 1, "b": 1}, 2) == "a"


@pytest.mark.parametrize(
    ("left", "processes", "cores", "late"),
    [
        ({"a": 20.0, "b": 1.0}, {"a": 1, "b": 1}, 2, "a"),
        ({"b": 1.0, "a": 20.0}, {"a": 1, "b": 1}, 2, "a"),
        ({"a": 20.0, "b": 1.0}, {"a": 2, "b": 1}, 2, None),  # as many processes as cores
        ({"a": 20.0, "b": 20.0}, {"a": 1, "b": 1}, 2, None),  # both cores are busy to the end
        ({"a": 20.0, "b": 20.0}, {"a": 1, "b": 1}, 4, "a"),
        ({"a": 20.0, "b": 20.0}, {"a": 2, "b": 1}, 4, "b"),
        ({"a": 2 * PAYS - 0.5, "b": 0.0}, {"a": 1, "b": 1}, 2, None),
        ({"a": 2 * PAYS + 0.5, "b": 0.0}, {"a": 1, "b": 1}, 2, "a"),
        ({"a": 20.0}, {"a": 1}, 1, None),
    ],
)
def test_the_peer_that_would_end_last_gets_another_process(left, processes, cores, late):
    assert backlog(**left).late(processes, cores) == late


def test_a_job_of_a_slow_codec_is_short():
    made = backlog(a=1.0)
    assert made.most_tasks("a", "f/slow") == JOB_SECONDS / 0.01
    assert made.most_tasks("a", "f/unknown") == MOST_TASKS
    made.done(job("a", "f/slowest", 1, 60.0))
    assert made.most_tasks("a", "f/slowest") == 1
    made.done(job("a", "f/quick", 1000, 0.1))
    assert made.most_tasks("a", "f/quick") == MOST_TASKS
