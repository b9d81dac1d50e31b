"""`serve`: starts the listeners, says where they are, and ends cleanly."""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import select
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from wirebed_echo.echoer import Echoers
from wirebed_echo.transports import TRANSPORTS, Listener, Settings, known, module_of
from wirebed_peer.peer import deepen_threads, spare_collector
from wirebed_peer.tree import Tree

# Seconds for the listeners to close.
_CLOSING = 1.0


def add_options(parser: argparse.ArgumentParser) -> None:
    defaults = Settings()
    parser.add_argument("--bind", default=defaults.bind, metavar="ADDRESS", help="of every listener")
    parser.add_argument("--port", type=int, default=0, metavar="N", help="of the first transport; 0 takes free ports")
    parser.add_argument("--transports", default=",".join(TRANSPORTS), metavar="A,B", help=", ".join(TRANSPORTS))
    parser.add_argument("--max-message", type=int, default=defaults.max_message, metavar="BYTES")
    parser.add_argument("--idle", type=float, default=defaults.idle, metavar="SECONDS")


def serve(tree_folder: Path, options: argparse.Namespace) -> int:
    """Serves until stdin ends, or a signal comes. Raises KeyError for a transport that is not in the list."""
    transports = known(options.transports.split(","))
    deepen_threads()
    _permit_descriptors()
    signals = _signals()
    with _own_stdout() as out:
        echoers = Echoers(Tree(tree_folder), options.max_message)
        listeners = _listen(transports, options, echoers, out)
        spare_collector()
        _wait_for_end(signals)
        _close(listeners)
        counts = echoers.counts()
        print(f"echoed {counts.echoed} refused {counts.refused} cancelled {counts.cancelled}", file=out, flush=True)
    # A thread that is still at work does not delay the end.
    os._exit(0)


def _listen(transports: list[str], options: argparse.Namespace, echoers: Echoers, out: TextIO) -> list[Listener]:
    listeners = []
    for offset, name in enumerate(transports):
        port = options.port + offset if options.port else 0
        settings = Settings(options.bind, port, options.max_message, options.idle)
        listeners.append(module_of(name).serve(settings, echoers))
        print(f"ready {name} {listeners[-1].port}", file=out)
    print("ready", file=out, flush=True)
    return listeners


def _signals() -> int:
    """A descriptor that can be read after a signal, whichever thread has got it."""
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(waking)
    return woken


def _wait_for_end(signals: int) -> None:
    while True:
        ready, _, _ = select.select([0, signals], [], [])
        if signals in ready or not os.read(0, 1 << 12):
            return


def _close(listeners: list[Listener]) -> None:
    """Gives them a second. grpcio waits for the end of all calls, which has been seen not to come."""

    def close() -> None:
        for listener in listeners:
            listener.close()

    closing = threading.Thread(target=close, daemon=True)
    closing.start()
    closing.join(_CLOSING)


@contextlib.contextmanager
def _own_stdout() -> Iterator[TextIO]:
    """Sends the output of libraries to stderr."""
    sys.stdout.flush()
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)
        yield out


def _permit_descriptors() -> None:
    """As many connections as there may be."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
