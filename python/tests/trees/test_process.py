"""Nothing that was started is left over, however the waiting ends."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from wirebed_build.trees.process import Processes, run_own

# A program whose child writes its own number, and outlives it if nobody ends the group.
PARENT = "import subprocess, sys; subprocess.run(['sh', '-c', 'echo $$ > ' + sys.argv[1] + '; exec sleep 600'])"


def number_in(path: Path) -> int:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if path.exists() and path.read_text().strip():
            return int(path.read_text())
        time.sleep(0.02)
    raise AssertionError("the child did not start")


def ended(number: int) -> bool:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


def interrupt_when_there(path: Path) -> None:
    """What Ctrl-C does to the main thread, as soon as the child runs."""

    def wait_and_interrupt() -> None:
        number_in(path)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=wait_and_interrupt, daemon=True).start()


def test_a_command_over_its_limit_is_ended_with_its_children(tmp_path):
    child = tmp_path / "child"
    found = Processes().run([sys.executable, "-c", PARENT, str(child)], tmp_path, tmp_path / "log", limit=1.0)
    assert found is None and ended(number_in(child))


def test_stop_ends_a_command_of_another_thread(tmp_path):
    child, processes = tmp_path / "child", Processes()
    command = [sys.executable, "-c", PARENT, str(child)]
    thread = threading.Thread(target=lambda: _quietly(processes, command, tmp_path))
    thread.start()
    number = number_in(child)
    processes.stop()
    thread.join(timeout=60)
    assert not thread.is_alive() and ended(number)


# What ninja does with each compiler: a group of its own, in the same session; and the parent ends first.
NINJA = f"""
import subprocess, sys, time
subprocess.Popen([sys.executable, "-c", {PARENT!r}, sys.argv[1]], process_group=0)
time.sleep(60)
"""


@pytest.mark.parametrize("program", [PARENT, NINJA], ids=["a child", "a child in a group of its own"])
def test_an_interrupted_wait_ends_the_children(tmp_path, program):
    child = tmp_path / "child"
    interrupt_when_there(child)
    with pytest.raises(KeyboardInterrupt):
        Processes().run([sys.executable, "-c", program, str(child)], tmp_path, tmp_path / "log")
    assert ended(number_in(child))


def _quietly(processes: Processes, command: list[str], folder: Path) -> None:
    try:
        processes.run(command, folder, folder / "log")
    except Exception:
        return


def test_a_command_of_our_own_cleans_up_first(tmp_path):
    child, cleaned = tmp_path / "child", tmp_path / "cleaned"
    own = f"""
import pathlib, time
pathlib.Path({str(child)!r}).write_text("1")
try:
    time.sleep(60)
except KeyboardInterrupt:
    time.sleep(1)
    pathlib.Path({str(cleaned)!r}).touch()
"""
    interrupt_when_there(child)
    with pytest.raises(KeyboardInterrupt):
        run_own([sys.executable, "-c", own], start_new_session=True)
    assert cleaned.exists()
