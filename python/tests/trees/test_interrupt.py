"""A run that is interrupted ends, whatever its main thread makes of it, and takes all that it has started along."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

# What starts these tests may ignore SIGHUP, or SIGINT.
PROGRAM = """
import pathlib, signal, subprocess, sys, time
for one in (signal.SIGINT, signal.SIGHUP):
    signal.signal(one, signal.{sighup})
from wirebed.bed import files
from wirebed_build import interrupt
try:
    interrupt.listen()
    child = subprocess.Popen(["sleep", "60"], start_new_session=True)
    draft = files.PartialFile(pathlib.Path(sys.argv[1]))
    draft.write("half")
    print(child.pid, flush=True)
    exec({code!r})
except KeyboardInterrupt:
    interrupt.leave()
finally:
    child.kill()
"""
WAYS = {
    "raised": "time.sleep(60)",
    "swallowed": """
while True:
    try:
        time.sleep(60)
    except KeyboardInterrupt:
        pass
""",
    "in a finalizer": """
class Slow:
    def __del__(self):
        time.sleep(60)
Slow()
time.sleep(60)
""",
}


def program(code: str, folder: Path, sighup: str = "SIG_DFL") -> list[str]:
    return [sys.executable, "-c", PROGRAM.format(code=code, sighup=sighup), str(folder / "report")]


def started(command: list[str]) -> subprocess.Popen:
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("way", WAYS)
def test_it_ends_long_before_its_work_and_leaves_nothing(way, sign, tmp_path):
    process = started(program(WAYS[way], tmp_path))
    child = int(process.stdout.readline())
    process.send_signal(sign)
    _, told = process.communicate(timeout=50)
    assert process.returncode == 130
    assert told.endswith("exit code 130: interrupted\n")
    assert gone(child) and list(tmp_path.iterdir()) == []


def test_deferred_work_is_finished_before_an_interruption(tmp_path):
    code = (
        "with interrupt.deferred():\n    print('held', flush=True)\n    time.sleep(0.5)\n    draft.keep()\nprint('on')"
    )
    process = started(program(code, tmp_path))
    process.stdout.readline()
    assert process.stdout.readline() == "held\n"
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=50)
    assert (process.returncode, out) == (130, "")
    assert (tmp_path / "report").read_text() == "half"


def test_a_signal_before_it_listens_is_not_lost(tmp_path):
    process = started(["env", "--block-signal=INT", "bash", "-c", 'echo up; sleep 0.2; exec "$@"', "bash",
                       *program("time.sleep(60)", tmp_path)])  # fmt: skip
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=50)
    assert process.returncode == 130 and told.endswith("exit code 130: interrupted\n")


def test_ignored_signals_stay_ignored(tmp_path):
    """`nohup`, and `&` in a script."""
    process = started(program("time.sleep(1)\ndraft.keep()", tmp_path, "SIG_IGN"))
    process.stdout.readline()
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=50)
    assert process.returncode == 0 and (tmp_path / "report").read_text() == "half"


def test_orphans_in_other_groups_are_ended_too(tmp_path):
    """As a compiler of ninja's does, when the shell above ninja ends first."""
    code = """
from wirebed_build import os_sessions
shell = os_sessions.start(["bash", "-c", "set -m; sleep 60 & echo $!"], stdout=subprocess.PIPE)
print(int(shell.stdout.readline()), shell.wait(), flush=True)
time.sleep(60)
"""
    process = started(program(code, tmp_path))
    process.stdout.readline()
    lost, _ = map(int, process.stdout.readline().split())
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=50)
    assert process.returncode == 130 and gone(lost)
