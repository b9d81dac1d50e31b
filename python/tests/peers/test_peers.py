"""Whatever a peer does, every task has exactly one answer, and only the guilty one is lost."""

import os
import signal
import threading
import time

import pytest

from wirebed.bed import ROOT
from wirebed.errors import UserError
from wirebed.peers import ColumnJob, Lost, PeerSpec, Pool, TaskJob, batches, discover, task
from wirebed.peers.job import Column
from wirebed.view.outcome import Outcome


def view(text: str) -> bytes:
    from wirebed.view import ViewWriter

    w = ViewWriter()
    w.record("a.B")
    w.field(1)
    w.text(text)
    w.end()
    return w.finish()


def encodes(*texts):
    return [task("protobuf/fake", "a.B", encode=view(text)) for text in texts]


def in_tasks(pool, peer, *texts):
    return pool.run({peer: encodes(*texts)})[peer]


def column_job(peer, *texts):
    """Two columns of one message, which the worker cuts where it has to."""
    values, middle = [view(text) for text in texts], len(texts) // 2
    columns = [Column("encode", "protobuf/fake", "a.B", {}, "", some) for some in (values[:middle], values[middle:])]
    return ColumnJob(peer, columns)


def in_columns(pool, peer, *texts):
    pool.introductions()
    pool.submit(column_job(peer, *texts))
    return pool.next().answers


ways = pytest.mark.parametrize("ask", [in_tasks, in_columns])


def check_only(answers, texts, guilty, outcome):
    for answer, text in zip(answers, texts, strict=True):
        if text in guilty:
            assert isinstance(answer, Lost) and answer.outcome is outcome, (text, answer)
        else:
            assert getattr(answer, "encoded", answer) == b"P" + view(text)


def test_an_honest_peer(fake, pool):
    texts = [f"t{i}" for i in range(1000)]
    opened = pool(fake("a"), fake("b"))
    answers = opened.run({"a": encodes(*texts), "b": encodes("x")})
    check_only(answers["a"], texts, (), None)
    assert len(answers["b"]) == 1
    check_only(in_columns(opened, "a", *texts), texts, (), None)


def test_a_failure_in_a_column_stands_in_its_place(fake, pool):
    first, second, third = in_columns(pool(fake("a", "refuse:X")), "a", "one", "X", "two")
    assert (first, third) == (b"P" + view("one"), b"P" + view("two"))
    assert second.encode_error.reason == "I would rather not"


@ways
@pytest.mark.parametrize("how", ["crash", "exit0", "killed", "memory", "garbage"])
def test_exactly_the_guilty_tasks_are_lost(fake, pool, how, ask):
    texts = [f"t{i}" for i in range(40)]
    texts[7] = "GUILTY one"
    texts[33] = "GUILTY two"
    answers = ask(pool(fake("a", f"{how}:GUILTY")), "a", *texts)
    check_only(answers, texts, ("GUILTY one", "GUILTY two"), Outcome.CRASH)


@pytest.mark.parametrize("how", ["hang", "killed"])
def test_a_peer_that_was_stopped_is_not_told_by_its_last_words(fake, pool, how):
    answers = pool(fake("a", "warn", f"{how}:GUILTY"), base=1.0, suspect=1.0).run({"a": encodes("GUILTY")})["a"]
    assert "WARNING" not in answers[0].reason


@ways
def test_a_crash_costs_few_processes(fake, pool, ask):
    texts = [f"t{i}" for i in range(400)]
    texts[321] = "GUILTY"
    peers = pool(fake("a", "crash:GUILTY"))
    check_only(ask(peers, "a", *texts), texts, ("GUILTY",), Outcome.CRASH)
    # One after the whole batch, one after the part, one to ask the task in a fresh process, one after that.
    assert peers.workers["a"].restarts <= 4


def test_the_reason_says_how_it_ended(fake, pool):
    def reason(how):
        return pool(fake(how, f"{how}:X")).run({how: encodes("X")})[how][0].reason

    assert "exit code 3" in reason("crash")
    assert "exit code 0" in reason("exit0")
    assert "SIGKILL" in reason("killed")
    assert "OutOfMemoryError" in reason("memory")


@pytest.mark.parametrize("job", [lambda peer, *texts: TaskJob(peer, encodes(*texts)), column_job])
@pytest.mark.parametrize("guilty", [7, 39])
def test_a_timeout_is_reported_at_the_slow_task(fake, pool, guilty, job):
    texts = [f"t{i}" for i in range(40)]
    texts[guilty] = "GUILTY"
    opened = pool(fake("a", "slow:GUILTY"), base=4.0, suspect=1.0)
    opened.introductions()
    opened.submit(job("a", *texts))
    done = opened.next()
    check_only(done.answers, texts, (), None)
    index, lost = done.unattributed
    assert (index, lost.outcome) == (guilty, Outcome.TIMEOUT)
    assert "no answer within 4 s" in lost.reason and "this one took longest" in lost.reason


def test_a_late_answer_is_never_taken_for_another(fake, pool):
    opened = pool(fake("a", "late"), base=0.15, suspect=0.15)
    answers = opened.run({"a": encodes("one", "two")})["a"]
    assert [answer.outcome for answer in answers] == [Outcome.TIMEOUT] * 2


@ways
@pytest.mark.parametrize("how", ["lie", "wrong-reply", "short"])
def test_answers_under_another_name_do_not_count(fake, pool, how, ask):
    answers = ask(pool(fake("a", how)), "a", "one", "two")
    assert all(answer.outcome is Outcome.CRASH for answer in answers)


def test_a_flooded_stderr_blocks_nobody(fake, pool, tmp_path):
    opened = pool(fake("a", "flood"))
    texts = [f"t{i}" for i in range(5)]
    check_only(in_tasks(opened, "a", *texts), texts, (), None)
    assert opened.workers["a"].process.errors_size <= 128 << 10
    assert 0 < (tmp_path / "log" / "a.log").stat().st_size <= 5 << 20


def test_a_kill_from_outside_costs_one_task(fake, pool):
    opened = pool(fake("a", "once-killed"))
    jobs = list(batches("a", encodes(*[f"t{i}" for i in range(100)]), most_tasks=25))
    opened.introductions()
    for job in jobs:
        opened.submit(job)
    done = [opened.next() for _ in jobs]
    losses = [job.unattributed for job in done if job.unattributed]
    assert len(losses) == 1 and losses[0][0] == 0 and "SIGKILL" in losses[0][1].reason
    assert not any(isinstance(answer, Lost) for job in done for answer in job.answers)


@pytest.mark.parametrize("guilty", [7, 8])
def test_a_late_crash_is_attributed_to_its_task(fake, pool, guilty):
    texts = [f"t{i}" for i in range(40)]  # in parts of two
    texts[guilty] = "GUILTY"
    opened = pool(fake("a", "crash-next:GUILTY"))
    (job,) = batches("a", encodes(*texts))
    opened.submit(job)
    done = opened.next()
    check_only(done.answers, texts, (), None)
    index, lost = done.unattributed
    assert index == guilty and "the last that it had answered" in lost.reason


def test_sigkill_while_a_batch_is_out(fake, pool):
    opened = pool(fake("a", "late"), base=20, suspect=20)
    opened.introductions()
    pid = opened.workers["a"].process.process.pid
    threading.Timer(0.5, os.kill, (pid, signal.SIGKILL)).start()
    (job,) = batches("a", encodes("one", "two", "three"))
    opened.submit(job)
    done = opened.next()
    assert "SIGKILL" in done.unattributed[1].reason
    assert "a fresh process answered all 3 tasks of that batch (protobuf/fake)" in done.unattributed[1].reason
    check_only(done.answers, ["one", "two", "three"], (), None)


def test_sigkill_between_two_batches(fake, pool):
    opened = pool(fake("a"))
    opened.introductions()
    process = opened.workers["a"].process.process
    os.kill(process.pid, signal.SIGKILL)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    (job,) = batches("a", encodes("one", "two"))
    opened.submit(job)
    done = opened.next()
    assert "had ended before it was asked (signal 9, SIGKILL)" in done.unattributed[1].reason
    check_only(done.answers, ["one", "two"], (), None)


def test_a_peer_of_no_use_is_given_up(fake, pool, monkeypatch):
    monkeypatch.setattr("wirebed.peers.worker.PATIENCE", 3)
    answers = pool(fake("a", "crash")).run({"a": encodes(*map(str, range(50)))})["a"]
    assert all(answer.outcome is Outcome.CRASH for answer in answers)
    assert "given up" in answers[-1].reason


def test_a_peer_that_does_not_start_is_named_with_its_words(fake, pool):
    with pytest.raises(UserError, match="a peer did not start; the a peer: .*cannot find my class path"):
        pool(fake("a", "mute")).introductions()
    with pytest.raises(UserError, match="cannot start /no/such/program"):
        spec = fake("b")
        pool(PeerSpec("b", "B", spec.folder, ("/no/such/program",))).introductions()


def test_closing_kills_a_hanging_peer(fake, pool):
    opened = pool(fake("a", "hang:X"))
    opened.introductions()
    pid = opened.workers["a"].process.process.pid
    job = TaskJob("a")
    job.add("protobuf/fake", "a.B", encode=view("X"))
    opened.submit(job)
    time.sleep(0.2)
    opened.close(kill=True)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_an_ended_pool_neither_asks_nor_starts_anything_more(fake, pool):
    opened = pool(fake("a", "late"), fake("b", "crash"))
    opened.introductions()
    for job in (*batches("a", encodes(*map(str, range(40))), most_tasks=1), *batches("b", encodes("x") * 40, 1)):
        opened.submit(job)
    time.sleep(0.2)
    started = time.monotonic()
    opened.close(kill=True)
    assert time.monotonic() - started < 20, "all forty tasks take a minute"
    assert opened.workers["a"].restarts == 0
    assert not any(worker.is_alive() for worker in opened.workers.values())


def test_big_batches_do_not_block_on_the_pipe(fake, pool):
    texts = ["x" * 3_000_000, "y" * 3_000_000]
    check_only(pool(fake("a")).run({"a": encodes(*texts)})["a"], texts, (), None)


def test_discovery(tmp_path):
    (tmp_path / "go").mkdir()
    (tmp_path / "go" / "peer.yaml").write_text('name: go\nlanguage: Go\nrun: ["{root}/go/peer", "{tree}"]\n')
    (spec,) = discover(tmp_path)
    assert spec.command(tmp_path / "t") == [f"{ROOT}/go/peer", f"{tmp_path}/t"]
    (tmp_path / "go" / "peer.yaml").write_text("name: go\n")
    with pytest.raises(UserError, match="language"):
        discover(tmp_path)
    (tmp_path / "go" / "peer.yaml").write_text("name: [go\n")
    with pytest.raises(UserError, match=r"peer.yaml:\d+:\d+"):
        discover(tmp_path)


def test_a_peer_that_would_end_late_gets_another_process(fake, pool, monkeypatch):
    monkeypatch.setattr("wirebed.peers.backlog.PAYS", 0.001)
    monkeypatch.setattr("wirebed.peers.backlog.WARM", 0.0)
    monkeypatch.setattr("wirebed.peers.pool.LOOKS", 0.0)
    opened = pool(fake("a"), fake("b"))
    opened.cores = 2
    texts = [f"t{i}" for i in range(200)]
    jobs = list(batches("a", encodes(*texts), most_tasks=1))
    opened.introductions()
    for job in jobs:
        opened.submit(job)
    for _ in jobs:
        opened.next()
    assert [name for name, _ in opened.helpers] == ["a"]
    check_only([answer for job in jobs for answer in job.answers], texts, (), None)


def test_the_lowest_rank_goes_first(fake, tmp_path):
    ranks = [2, 0, 1, 0, 2, 1] * 5
    opened = Pool([fake("a")], tmp_path)
    for rank, job in zip(ranks, batches("a", encodes(*map(str, range(len(ranks)))), most_tasks=1), strict=True):
        job.tag = rank
        opened.submit(job, rank)
    with opened:
        assert [opened.next().tag for _ in ranks] == sorted(ranks)
