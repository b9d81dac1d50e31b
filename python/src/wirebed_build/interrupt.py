"""Ends a run within SECONDS after Ctrl-C, SIGTERM or a closed terminal, even when it hangs.

The first signal raises KeyboardInterrupt in the main thread, so that each `with` and `finally` cleans up. Later signals
change nothing. A thread sees the signal as well, even while the main thread is inside of a library. After the clean-up,
or when the time is over, `leave` ends every process below this one, and then this one.
"""

import contextlib
import os
import select
import signal
import threading
import time
from collections.abc import Iterator

from wirebed.bed import exit_codes, files
from wirebed_build import os_sessions

CODE = exit_codes.INTERRUPTED
WORDS = f"exit code {CODE}: {exit_codes.MEANINGS[CODE]}"
SECONDS = 2.0
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

_deferred = 0
_seen = False


def listen() -> None:
    """Installs the handlers, once, in the main thread. An ignored signal stays ignored: `nohup`, `&` in a script."""
    heard, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(heard,), name="interrupt", daemon=True).start()
    for signal_ in SIGNALS:
        if signal.getsignal(signal_) is not signal.SIG_IGN:
            signal.signal(signal_, _interrupt)
    # python/wirebed starts this process with these signals blocked, so that none is lost before the handlers exist.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def seen() -> bool:
    """Whether there was a signal: a finalizer or a library may have swallowed the KeyboardInterrupt."""
    return _seen


def ignore() -> None:
    """Blocks the signals from now on: the run is over, and its exit code is decided."""
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)


def _interrupt(*_: object) -> None:
    global _seen
    if not _seen:
        _seen = True
        if not _deferred:
            raise KeyboardInterrupt


@contextlib.contextmanager
def deferred() -> Iterator[None]:
    """Defers an interruption to the end of some milliseconds of work that must not be left half done."""
    global _deferred
    _deferred += 1
    before = _seen
    try:
        yield
    finally:
        _deferred -= 1
    if _seen and not before and not _deferred:
        raise KeyboardInterrupt


def _watch(heard: int) -> None:
    while not set(os.read(heard, 64)) & set(SIGNALS):
        pass
    time.sleep(SECONDS)
    leave()


def leave() -> None:
    """Ends an interrupted run: ends every process below this one, removes partial files, and exits."""
    os_sessions.end_all()
    files.drop_all()
    if select.select([], [2], [], 0)[1]:  # the reader of stderr may have stopped reading
        os.write(2, f"\n{WORDS}\n".encode())
    os._exit(CODE)
