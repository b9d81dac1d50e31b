"""A task that is out of time is asked again alone, by the processor time of the peer, before it counts."""

import contextlib
import os
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from test_peers import check_only, column_job, encodes, in_columns, in_tasks

from wirebed.peers import Deadlines, TaskJob
from wirebed.peers.deadline import CEILING
from wirebed.view.outcome import Outcome


@contextlib.contextmanager
def load(processes: int):
    """Processes that are always busy, on one core together with the peers that start meanwhile."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    # Linux shares the processor between sessions first (sched(7), autogroup), so each has a session of its own.
    spin = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(spin, start_new_session=True) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()
        os.sched_setaffinity(0, cores)


@pytest.mark.parametrize("how", ["hang", "spin"])
@pytest.mark.parametrize(("busy", "ask"), [(0, in_tasks), (0, in_columns), (6, in_tasks)])
def test_a_peer_that_hangs_or_spins_is_out_of_time(fake, pool, how, busy, ask):
    texts = [f"t{i}" for i in range(20)]
    texts[11] = "GUILTY"
    with load(busy):
        answers = ask(pool(fake("a", f"{how}:GUILTY"), base=1.0, suspect=1.0), "a", *texts)
    check_only(answers, texts, ("GUILTY",), Outcome.TIMEOUT)
    waited, worked = f"no answer within {CEILING} s", "no answer within 1 s of its own processor time"
    assert answers[11].reason.removeprefix("the a peer: ") in ((waited, worked) if how == "spin" else (waited,))


def test_a_task_that_gets_no_processor_is_not_out_of_time(fake, pool):
    # `late` takes two seconds for its answer, as long as on a busy machine, and works for almost none of them.
    opened = pool(fake("a", "late"), base=0.7, suspect=0.7)
    check_only(in_tasks(opened, "a", "one", "two"), ["one", "two"], (), None)


@pytest.mark.parametrize("job", [lambda peer, *texts: TaskJob(peer, encodes(*texts)), column_job])
def test_a_batch_that_waited_for_a_processor_is_no_finding(fake, pool, job):
    texts = ["one", "GUILTY", "two"]
    with load(6):
        # The second of its own time alone is longer than the deadline, whatever share the scheduler gives it.
        opened = pool(fake("a", "once-worked:GUILTY"), base=0.9, suspect=2.0)
        opened.introductions()
        opened.submit(job("a", *texts))
        done = opened.next()
    assert opened.workers["a"].restarts > 0, "the batch was not out of time"
    check_only(done.answers, texts, (), None)
    assert done.unattributed is None


@pytest.mark.parametrize("how", ["hang", "spin"])
def test_a_peer_is_killed_during_its_second_try(fake, pool, how):
    opened = pool(fake("a", how), base=1.0, suspect=1.0)
    opened.introductions()
    worker = opened.workers["a"]
    opened.submit(TaskJob("a", encodes("one")))
    while not (worker.restarts and worker.process.alive):
        time.sleep(0.01)
    pid = worker.process.process.pid
    opened.close(kill=True)
    assert not worker.is_alive()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_deadlines_grow_with_the_bytes():
    job = TaskJob("a")
    job.add("c", "m", encode=bytes(1 << 20))
    assert Deadlines(10, 2, 4.0).of(job.request()) == pytest.approx(14, abs=0.1)
    assert Deadlines(10, 2, 4.0).of(job.request(), suspect=True) == pytest.approx(6, abs=0.1)


def test_a_slower_peer_has_longer_and_others_do_not(fake, pool):
    slow, usual = (made.deadlines for made in pool(replace(fake("a"), slower=3), fake("b"), base=2.0).workers.values())
    assert (slow.base, slow.suspect, slow.per_mib) == (3 * usual.base, 3 * usual.suspect, 3 * usual.per_mib)
    assert usual.base == 2.0
