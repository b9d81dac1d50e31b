"""Starts benchmark programs (proto/wirebed/README.md, "Benchmark programs").

Whatever ends the run (the user, a time limit, an error of ours) ends the forks of JMH and the workers of pyperf, too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirebed.errors import shown
from wirebed.languages.peer_yaml import Peer, fill
from wirebed.trees.process import Processes, excerpt

# After so many tasks in a row that fail by themselves, the program is what does not work.
HOPELESS = 3


class Failed(Exception):
    """The program ended without a result; str() is why, in one line, with the file of all it said."""


@dataclass(frozen=True)
class Program:
    peer: Peer  # the benchmark program of a peer, as wirebed.languages.peer_yaml.Peer.bench gives it
    tree: Path
    folder: Path  # for what is written to and by it

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
        """What the program wrote for these tasks. `limit`: seconds after which it is ended; Failed then, too."""
        out = self.folder / f"{self.name}.{mode}"
        out.unlink(missing_ok=True)
        command = [fill(str(word), self.tree) for word in self.peer.data["run"]]
        command += ["--tasks", str(self.tasks), "--mode", mode, "--out", str(out), "--only", ",".join(only)]
        if seconds is not None:
            command += ["--seconds", f"{seconds:g}"]
        return self._result(command, out, limit)

    def ruler(self, limit: float, seconds: float) -> Path:
        """What the hand-written programs of the language wrote."""
        out = self.folder / f"{self.name}.ruler"
        out.unlink(missing_ok=True)
        command = [fill(str(word), self.tree) for word in self.peer.data["ruler"]]
        return self._result([*command, "--out", str(out), "--seconds", f"{seconds:g}"], out, limit)

    def _result(self, command: list[str], out: Path, limit: float) -> Path:
        code = Processes().run(command, self.peer.folder, self.log, limit=limit)
        if code is None:
            raise Failed(f"no end after {limit:.0f} s; {shown(self.log)}")
        if code != 0 or not out.exists():
            what = f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
            raise Failed(f"{what if code else 'wrote no result'}: {self._last_words()}; {shown(self.log)}")
        return out

    def _last_words(self) -> str:
        lines = [line.strip() for line in excerpt(self.log, tail=5).splitlines() if line.strip()]
        return lines[-1][:200] if lines else "no word on stderr"


def each(run: Callable[[Sequence[str]], None], tasks: Sequence[str], failed: Callable[[str, str], None]) -> None:
    """Runs the tasks together; when that fails, halves of them, until those that fail are alone: `failed(task, why)`.

    When the first ones all fail, so do the rest: then it is the program that does not work.
    """
    alone = 0
    waiting = [list(tasks)]
    while waiting:
        some = waiting.pop()
        try:
            run(some)
            alone = 0
        except Failed as error:
            if len(some) > 1:
                half = len(some) // 2
                waiting += [some[half:], some[:half]]
                continue
            alone += 1
            failed(some[0], str(error))
            if alone >= HOPELESS:
                for task in (task for rest in waiting for task in rest):
                    failed(task, str(error))
                return
