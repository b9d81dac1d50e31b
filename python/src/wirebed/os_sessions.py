"""Starts and ends sessions of processes: one for each command of a build or benchmark, and for each peer.

A process can leave its group (ninja gives each compiler a group of its own), and its parent may have ended, but it
stays in its session.
"""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

_open: set[int] = set()


@dataclass(frozen=True)
class Living:
    pid: int
    parent: int
    session: int


def start(command, **how) -> subprocess.Popen:
    """Starts a process in a new session, which is open until `end` or `forget`."""
    process = subprocess.Popen(command, start_new_session=True, **how)
    _open.add(process.pid)
    return process


def forget(session: int):
    """Removes a session that has ended from the open ones."""
    _open.discard(session)


def kill(process: subprocess.Popen):
    """Kills the whole session. The caller waits for its first process, and then calls `forget`."""
    _send(signal.SIGKILL, {process.pid})


def end(processes: Collection[subprocess.Popen], polite: float):
    """Ends the whole sessions of these first processes: with SIGTERM, and after `polite` seconds with SIGKILL."""
    sessions = {process.pid for process in processes}
    for sign in (signal.SIGTERM, signal.SIGKILL):
        until = time.monotonic() + polite
        while _send(sign, sessions) and time.monotonic() < until:
            sign = 0
            time.sleep(0.01)
            for process in processes:
                process.poll()
    for session in sessions:
        forget(session)


def end_all():
    """Kills all open sessions and every other process below this one, with the processes that they start meanwhile."""
    for _ in range(20):
        found = list(_living())
        below, waiting = set(), {os.getpid()}
        while waiting:
            below |= waiting
            waiting = {one.pid for one in found if one.parent in waiting} - below
        sessions = _open | {one.session for one in found if one.pid in below} - {os.getsid(0)}
        ours = {one.pid for one in found if one.pid in below or one.session in sessions} - {os.getpid()}
        for pid in ours:
            _kill(pid, signal.SIGKILL)
        if not ours:
            return
        time.sleep(0.01)


def _send(sign: int, sessions: Collection[int]) -> bool:
    """Sends a signal to all processes of these sessions; returns whether there were any."""
    found = [one.pid for one in _living() if one.session in sessions]
    for pid in found:
        _kill(pid, sign)
    return bool(found)


def _kill(pid: int, sign: int):
    with contextlib.suppress(OSError):
        os.kill(pid, sign)


def _living() -> Iterator[Living]:
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent, _, session = path.read_text().rpartition(")")[2].split()[:4]
        except (OSError, ValueError):
            continue
        if state not in "ZX":
            yield Living(int(path.parent.name), int(parent), int(session))
