"""Starts and ends sessions of processes: one for each command of a build or benchmark, and for each peer.

A process can leave its group (ninja gives each compiler a group of its own), and its parent may have ended, but it
stays in its session.
"""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_open: set[int] = set()


_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Living:
    pid: int
    parent: int
    session: int
    used: float  # seconds of processor time, with those of its children that have ended


def start(command: Sequence[str], **how: Any) -> subprocess.Popen[bytes]:
    """Starts a process in a new session, which is open until `end` or `forget`."""
    process = subprocess.Popen(command, start_new_session=True, **how)
    _open.add(process.pid)
    return process


def forget(session: int) -> None:
    """Removes a session that has ended from the open ones."""
    _open.discard(session)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kills the whole session. The caller waits for its first process, and then calls `forget`."""
    _send(signal.SIGKILL, {process.pid})


def used(session: int) -> float:
    """The seconds of processor time that a session has used."""
    return sum(process.used for process in _living({session}))


def waited(pid: int) -> float:
    """The seconds for which the threads of a process had work and no processor; 0 where the system does not tell."""
    return sum(waited for _, waited in _threads(pid).values()) / 1e9


def ran(pid: int) -> dict[str, float]:
    """The seconds of processor time of each thread of a process; none where the system does not tell."""
    return {thread: ran / 1e9 for thread, (ran, _) in _threads(pid).items()}


def _threads(pid: int) -> dict[str, tuple[int, int]]:
    """For how many nanoseconds each thread of a process ran, and for how many it waited for a processor."""
    threads = f"/proc/{pid}/task"
    found = {}
    with contextlib.suppress(OSError):
        for thread in os.listdir(threads):
            with contextlib.suppress(OSError, ValueError), open(f"{threads}/{thread}/schedstat") as file:
                ran, waited, *_ = map(int, file.read().split())
                found[thread] = ran, waited
    return found


def end(processes: Collection[subprocess.Popen[bytes]], polite: float) -> None:
    """Ends the whole sessions of these first processes: with SIGTERM, and after `polite` seconds with SIGKILL."""
    sessions = {process.pid for process in processes}
    for sign in (signal.SIGTERM, signal.SIGKILL):
        sent: int = sign
        until = time.monotonic() + polite
        while _send(sent, sessions) and time.monotonic() < until:
            sent = 0
            time.sleep(0.01)
            for process in processes:
                process.poll()
    for session in sessions:
        forget(session)


def end_all() -> None:
    """Kills all open sessions and every other process below this one, with the processes that they start meanwhile."""
    for _ in range(20):
        alive = list(_living())
        below, waiting = set(), {os.getpid()}
        while waiting:
            below |= waiting
            waiting = {process.pid for process in alive if process.parent in waiting} - below
        sessions = _open | {process.session for process in alive if process.pid in below} - {os.getsid(0)}
        ours = {process.pid for process in alive if process.pid in below or process.session in sessions} - {os.getpid()}
        for pid in ours:
            _kill(pid, signal.SIGKILL)
        if not ours:
            return
        time.sleep(0.01)


def processes(session: int) -> list[int]:
    """The ids of the processes that live in a session."""
    return [process.pid for process in _living({session})]


def _send(sign: int, sessions: Collection[int]) -> bool:
    """Sends a signal to all processes of these sessions; returns whether there were any."""
    pids = [process.pid for process in _living(sessions)]
    for pid in pids:
        _kill(pid, sign)
    return bool(pids)


def _kill(pid: int, sign: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, sign)


def _living(sessions: Collection[int] | None = None) -> Iterator[Living]:
    """The processes of these sessions, or of all. The system is asked for the session of each, which is much cheaper
    than to read about each."""
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            if sessions is not None and os.getsid(int(name)) not in sessions:
                continue
            with open(f"/proc/{name}/stat") as file:
                state, parent, _, session, *rest = file.read().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if state not in "ZX":
            ticks = sum(map(int, rest[7:11]))  # utime, stime, cutime and cstime of proc(5)
            yield Living(int(name), int(parent), int(session), ticks / _TICK)
