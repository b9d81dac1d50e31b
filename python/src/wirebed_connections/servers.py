"""The server processes of a run: one for each peer and address, started when first needed and again when lost."""

import os
import select
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from wirebed.errors import UserError, shown
from wirebed_build import os_sessions

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
ADDRESSES = (LOOPBACK, EVERYWHERE)
# Seconds until a server must be ready, and those that it has to end by itself.
READY, POLITE = 30.0, 3.0


@dataclass
class Server:
    """One process of `run… serve`. It ends when its stdin does, so none outlives a runner that was killed."""

    peer: str
    command: list[str]
    folder: Path
    log: Path
    bind: str
    port: int = 0
    ports: dict[str, int] = field(default_factory=dict)  # by transport
    process: subprocess.Popen | None = None

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self):
        command = [*self.command, "serve", "--bind", self.bind, "--port", str(self.port)]
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as errors:
            self.process = os_sessions.start(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, cwd=self.folder, bufsize=0
            )
        self.ports = dict(self._ready())

    def _ready(self) -> Iterator[tuple[str, int]]:
        """The lines `ready TRANSPORT PORT`, until `ready`."""
        for line in self._lines():
            words = line.split()
            if words == ["ready"]:
                return
            if len(words) == 3 and words[0] == "ready":
                yield words[1], int(words[2])
        raise UserError(f"the echo server of {self.peer} did not become ready: {shown(self.log)}")

    def _lines(self) -> Iterator[str]:
        """Yields the lines of its stdout until READY seconds have passed or it ends."""
        until, text = time.monotonic() + READY, b""
        assert self.process is not None and self.process.stdout is not None, "it was started with a pipe"
        out = self.process.stdout.fileno()
        while (left := until - time.monotonic()) > 0:
            if not select.select([out], [], [], left)[0]:
                break
            data = os.read(out, 4096)
            if not data:
                break
            *whole, text = (text + data).split(b"\n")
            yield from (line.decode(errors="replace") for line in whole)

    def stop(self):
        if self.process is None:
            return
        process, self.process = self.process, None
        process.stdin.close()
        try:
            process.wait(timeout=POLITE)
        except subprocess.TimeoutExpired:
            pass
        finally:
            os_sessions.end([process], POLITE)
            process.stdout.close()


def ending(process: subprocess.Popen[bytes] | None) -> str:
    """`had ended (signal 9)`; empty while it runs, or before it was started."""
    code = None if process is None else process.poll()
    if code is None:
        return ""
    return f"had ended (signal {-code})" if code < 0 else f"had ended (exit code {code})"


class Servers:
    """`with Servers(commands, folder, logs) as servers:` — every process that was started ends with it."""

    def __init__(self, commands: dict[str, list[str]], folder: Path, logs: Path, port: int = 0):
        """`commands`: by peer. `port`: where the listeners of the first server begin; 0 takes free ports."""
        self.commands, self.folder, self.logs, self.port = commands, folder, logs, port
        self.known: dict[tuple[str, str], Server] = {}

    def __enter__(self) -> "Servers":
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Ends all that run; `get` starts them again."""
        for server in self.known.values():
            server.stop()

    def get(self, peer: str, bind: str) -> Server:
        """The server, which is started, or started again, if it does not run."""
        if (peer, bind) not in self.known:
            # Room for the listeners of one server before those of the next.
            port = self.port + 20 * len(self.known) if self.port else 0
            log = self.logs / f"{peer}-{bind}.log"
            log.unlink(missing_ok=True)
            self.known[peer, bind] = Server(peer, self.commands[peer], self.folder, log, bind, port)
        server = self.known[peer, bind]
        if not server.alive:
            server.stop()
            server.start()
        return server
