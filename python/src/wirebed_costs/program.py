"""Starts benchmark programs (proto/wirebed/README.md, "Benchmark programs").

The end of a run, by the user, a time limit or an error, also ends the forks of JMH and the workers of pyperf.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirebed.errors import shown
from wirebed_build.languages.peer_yaml import Peer, fill
from wirebed_build.trees.process import Processes, excerpt

# When this many tasks in a row fail one by one, the program itself does not work.
HOPELESS = 3


class Failed(Exception):
    """The program ended without a result; str() is the reason in one line, with the file of its output."""


@dataclass(frozen=True)
class Program:
    peer: Peer  # the benchmark program of a peer, as wirebed_build.languages.peer_yaml.Peer.program gives it
    tree: Path
    folder: Path  # of its input and output files

    @property
    def name(self) -> str:
        """The peer's name: java."""
        return self.peer.name.removesuffix("-bench")

    @property
    def harness(self) -> str:
        return self.peer.data["harness"]

    @property
    def tasks(self) -> Path:
        return self.folder / f"{self.name}.tasks"

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    def run(self, mode: str, only: Sequence[str], limit: float, seconds: float | None = None) -> Path:
        """The output file for these tasks. The program is ended after `limit` seconds; Failed then."""
        out = self.folder / f"{self.name}.{mode}"
        out.unlink(missing_ok=True)
        command = [fill(str(word), self.tree) for word in self.peer.data["run"]]
        command += ["--tasks", str(self.tasks), "--mode", mode, "--out", str(out), "--only", ",".join(only)]
        if seconds is not None:
            command += ["--seconds", f"{seconds:g}"]
        return self._result(command, out, limit)

    def ruler(self, limit: float, seconds: float) -> Path:
        """The output file of the programs of this language that are written by hand."""
        out = self.folder / f"{self.name}.ruler"
        out.unlink(missing_ok=True)
        command = [fill(str(word), self.tree) for word in self.peer.data["ruler"]]
        return self._result([*command, "--out", str(out), "--seconds", f"{seconds:g}"], out, limit)

    def _result(self, command: list[str], out: Path, limit: float) -> Path:
        code = Processes().run(command, self.peer.folder, self.log, limit=limit)
        if code is None:
            raise Failed(f"did not end within {limit:.0f} s; {shown(self.log)}")
        if code != 0 or not out.exists():
            what = f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
            raise Failed(f"{what if code else 'wrote no result'}: {self._last_words()}; {shown(self.log)}")
        return out

    def _last_words(self) -> str:
        lines = [line.strip() for line in excerpt(self.log, tail=5).splitlines() if line.strip()]
        return lines[-1][:200] if lines else "no word on stderr"


def each(run: Callable[[Sequence[str]], None], tasks: Sequence[str], failed: Callable[[str, str], None]):
    """Runs the tasks together and, when that fails, their halves, until each failing task has run by itself and
    `failed(task, why)` was called. After HOPELESS such failures in a row all other tasks fail as well.
    """
    in_a_row = 0
    waiting = [list(tasks)]
    while waiting:
        part = waiting.pop()
        try:
            run(part)
            in_a_row = 0
        except Failed as error:
            if len(part) > 1:
                half = len(part) // 2
                waiting += [part[half:], part[:half]]
                continue
            in_a_row += 1
            failed(part[0], str(error))
            if in_a_row >= HOPELESS:
                for task in (task for rest in waiting for task in rest):
                    failed(task, str(error))
                return
