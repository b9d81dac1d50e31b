"""Benchmark programs as processes: nothing of them stays, whatever ends them."""

import os
import signal
import threading
import time

import pytest
from programs import fake_program, made_rows

from wirebed.errors import UserError
from wirebed_costs.probe import probe
from wirebed_costs.program import Failed, each


def gone(pid: int) -> bool:
    """Within some seconds; a process that nobody has waited for yet is gone, too."""
    for _ in range(50):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                if stat.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except FileNotFoundError:
            return True
        time.sleep(0.1)
    return False


def child_of(program) -> int:
    path = program.folder / "child"
    for _ in range(100):
        if path.exists() and path.read_text():
            return int(path.read_text())
        time.sleep(0.1)
    raise AssertionError("no child was started")


def test_a_time_limit_ends_the_program_and_its_children(tmp_path):
    program = fake_program(tmp_path, made_rows(), "cpp", "child")
    with pytest.raises(Failed, match="did not end within 2 s"):
        program.run("warm", ["r1"], 2.0)
    assert gone(child_of(program))


def test_ctrl_c_ends_the_program_and_its_children(tmp_path):
    program = fake_program(tmp_path, made_rows(), "cpp", "child")
    stop = threading.Timer(0.1, lambda: (child_of(program), os.kill(os.getpid(), signal.SIGINT)))
    stop.start()
    with pytest.raises(KeyboardInterrupt):
        program.run("warm", ["r1"], 60.0)
    stop.join()
    assert gone(child_of(program))


def test_the_last_line_of_stderr_is_reported_with_the_file(tmp_path):
    program = fake_program(tmp_path, made_rows(), "cpp", "crash")
    with pytest.raises(Failed, match=r"ended with exit code 2: there is no such class: Nowhere; .*cpp\.log"):
        program.run("warm", ["r1"], 60.0)


def test_an_old_result_is_never_taken_for_a_new_one(tmp_path):
    program = fake_program(tmp_path, made_rows())
    program.run("warm", ["r1"], 60.0)
    silent = fake_program(tmp_path, made_rows(), "cpp", "silent")
    with pytest.raises(Failed, match="wrote no result"):
        silent.run("warm", ["r1"], 60.0)


def test_a_missing_command_is_an_error_in_peer_yaml(tmp_path):
    program = fake_program(tmp_path, made_rows())
    program.peer.data["run"] = ["nosuchprogram"]
    with pytest.raises(UserError, match=r"peer\.yaml: cannot run nosuchprogram"):
        program.run("warm", ["r1"], 60.0)


def test_the_probe_gives_what_is_kept_or_why_a_row_is_refused(tmp_path):
    rows = made_rows(peers=("cpp",))
    program = fake_program(tmp_path, rows, "cpp", "refuse:r1", "mute:r2", "crash:r3")
    rows[4].why = "not as expected"
    probe({"cpp": program}, rows)
    assert (rows[0].kept, rows[0].why) == ("a mapper", None)
    assert rows[1].why == "this library keeps nothing more"
    assert rows[2].why == "the benchmark program gave no answer"
    assert "exit code 2" in rows[3].why
    assert (rows[4].kept, rows[4].why) == ("", "not as expected")


def test_a_row_that_writes_another_number_of_bytes_than_its_cell_is_refused(tmp_path):
    rows = made_rows(peers=("cpp",))
    probe({"cpp": fake_program(tmp_path, rows, "cpp", "empty:r0")}, rows)
    assert rows[0].why == "it writes 0 bytes in the benchmark, and 10 in the cell"
    assert [row.why for row in rows[1:]] == [None] * (len(rows) - 1)


def test_failing_tasks_are_found_by_halves():
    asked, failed = [], []

    def run(some):
        asked.append(list(some))
        if {"c", "g"} & set(some):
            raise Failed("no")

    each(run, "abcdefgh", lambda task, why: failed.append(task))
    assert failed == ["c", "g"]
    done = [task for some in asked if not {"c", "g"} & set(some) for task in some]
    assert sorted(done) == list("abdefh")
