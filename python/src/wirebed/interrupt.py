"""Ctrl-C, SIGTERM and a closed terminal end a run, at the latest SECONDS later, whatever it hangs in.

The first signal raises KeyboardInterrupt in the main thread, and each `with` and `finally` on the way out ends what it
began. Later signals change nothing. A thread sees the signal as well, even while the main thread is inside of a
library. When its time is over, or at the end of the way out, `leave` ends every process below this one, then this one.
"""

import contextlib
import os
import select
import signal
import threading
import time

from wirebed import exit_codes, files, sessions

CODE = exit_codes.INTERRUPTED
WORDS = f"exit code {CODE}: {exit_codes.MEANINGS[CODE]}"
SECONDS = 2.0
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

_deferred = 0
_seen = False


def listen() -> None:
    """Called once, by the main thread. A signal that the starter ignores stays ignored: `nohup`, `&` in a script."""
    heard, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(heard,), name="interrupt", daemon=True).start()
    for one in SIGNALS:
        if signal.getsignal(one) is not signal.SIG_IGN:
            signal.signal(one, _interrupt)
    # python/wirebed starts us with them blocked: none comes before it can be heard, and none is lost.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def seen() -> bool:
    """Whether there was one: a finalizer, or a library, may have swallowed the KeyboardInterrupt."""
    return _seen


def ignore() -> None:
    """From now on: the run is over, and its code is told."""
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)


def _interrupt(*_: object) -> None:
    global _seen
    if not _seen:
        _seen = True
        if not _deferred:
            raise KeyboardInterrupt


@contextlib.contextmanager
def deferred():
    """For some milliseconds of work that must not be left half done: an interruption waits for its end."""
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
    """The end of an interrupted run: no process below this one, no draft of a file, and no return."""
    sessions.end_all()
    files.drop_all()
    if select.select([], [2], [], 0)[1]:  # whoever reads it may have stopped reading
        os.write(2, f"\n{WORDS}\n".encode())
    os._exit(CODE)
