"""Runs commands in sessions of their own, with output in a log file. The end of the waiting ends the whole session."""

import contextlib
import os
import re
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wirebed.bed import BUILD
from wirebed.errors import UserError, shown
from wirebed_build import os_sessions
from wirebed_build.trees.follow import EVERY, Follower, Watch

# Seconds in which a session, and a command of our own, can end by itself.
POLITE = 0.5
CLEANED_UP = 6.0
TELLING = re.compile(r"\berror\b|\bERROR\b|\bFAILED\b|undefined reference|cannot find symbol|Exception", re.IGNORECASE)


class Stopped(Exception):
    """The user stopped the build."""


class Processes:
    """Runs commands, also from several threads; `stop` ends them all."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def run(
        self,
        command: Sequence[str],
        folder: Path,
        log: Path,
        env: Mapping[str, str] | None = None,
        limit: float | None = None,
        watch: Watch | None = None,
    ) -> int | None:
        """Runs a command; returns its exit code, or None when it was ended after `limit` seconds. `watch` is told
        from time to time how far it is."""
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as output:
            output.write(f"$ cd {folder} && {' '.join(command)}\n".encode())
            output.flush()
            with self._lock:
                self.check()
                try:
                    process = os_sessions.start(
                        command,
                        cwd=folder,
                        stdin=subprocess.DEVNULL,
                        stdout=output,
                        stderr=subprocess.STDOUT,
                        env={**os.environ, **(env or {})},
                    )
                except OSError as error:
                    raise UserError(f"cannot run {command[0]}: {error.strerror}", folder / "peer.yaml") from error
                self._running.add(process)
            try:
                code = process.wait(timeout=limit) if watch is None else _followed(process, Follower(log, watch))
            except subprocess.TimeoutExpired:
                code = None
            finally:
                if process.returncode != 0:
                    os_sessions.end([process], POLITE)
                os_sessions.forget(process.pid)
                with self._lock:
                    self._running.discard(process)
            self.check()
            return code

    def check(self) -> None:
        if self._stopped:
            raise Stopped

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            running = list(self._running)
        os_sessions.end(running, POLITE)


def _followed(process: subprocess.Popen[bytes], follower: Follower) -> int:
    while True:
        try:
            return process.wait(timeout=EVERY)
        except subprocess.TimeoutExpired:
            follower.look()


def run_own(command: Sequence[str], **how: Any) -> int:
    """Runs another command of our own; returns its exit code. When the user stops this one, it waits until the other
    has ended its processes: Ctrl-C reaches both, and another signal is passed on."""
    process = subprocess.Popen(command, **how)
    try:
        return process.wait()
    except BaseException:
        for sign in (None, signal.SIGINT, signal.SIGKILL):
            if sign is not None:
                process.send_signal(sign)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=CLEANED_UP)
                break
        raise


def log_path(*parts: str) -> Path:
    return BUILD / "log" / f"{'-'.join(part.replace('/', '-') for part in parts)}.log"


def excerpt(log: Path, tail: int = 25, telling: int = 12) -> str:
    """The important lines of a log: the first lines about errors, and the end."""
    lines = log.read_text(errors="replace").splitlines()[1:]
    end = max(0, len(lines) - tail)
    first = [line for line in lines[:end] if TELLING.search(line)][:telling]
    return "\n".join([*first, *(["…"] if first else []), *lines[end:]])


def telling(words: str) -> str:
    """The most telling line of a compiler's output: the first with a place in a file, else the first but warnings."""
    lines = [line for line in words.splitlines() if line.strip()]
    problems = [line for line in lines if "warning" not in line.lower()]
    placed = (line for line in problems if re.search(r":\d+:\d+: ", line))
    return next(placed, (problems or lines or ["no reason given"])[0])


def failed(what: str, code: int | None, log: Path) -> UserError:
    return UserError(f"{what} failed with exit code {code}\n{excerpt(log)}\nall of its output: {shown(log)}")
