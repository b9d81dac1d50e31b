"""Asks OLD= NEW= of some pairs at once, as two trees with a package for each pair."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from wirebed.bed import BUILD, files
from wirebed.suites.evolution.plan import Selection
from wirebed_fuzz.schemas.answers import Answer, of_report
from wirebed_fuzz.schemas.edit import RENAMED
from wirebed_fuzz.schemas.known import explained
from wirebed_fuzz.schemas.pair import Pair
from wirebed_fuzz.schemas.text import text
from wirebed_safe_change import report
from wirebed_safe_change.command import MODES, Run

FORMATS = ("protobuf", "protojson", "prototext")
PLACE = BUILD / "fuzz" / "schemas"
ACCEPT = "accept.yaml"


class Asked:
    """`answers`: by the names of the pairs. `missing`: why it was not the whole run."""

    def __init__(self, pairs: Sequence[Pair], folder: Path, compiled: bool = False) -> None:
        write(pairs, folder)
        accept = folder / ACCEPT
        run = Run(
            str(folder / "old"), str(folder / "new"), MODES["full"], Selection(format=",".join(FORMATS)),
            str(accept) if accept.exists() else None, compiled=compiled,
        )  # fmt: skip
        run.execute()  # type: ignore[no-untyped-call]
        found = of_report(report.lines(run), explained(run))
        self.answers = {pair.name: found.get(pair.name, Answer()) for pair in pairs}
        self.missing, self.cells, self.left_out = list(run.missing), int(run.executed), list(run.left_out)


def write(pairs: Sequence[Pair], folder: Path) -> None:
    """The two trees, and the file of ACCEPT= where an author declares something."""
    for side in ("old", "new"):
        wanted = {f"{pair.name}.proto": text(pair.old if side == "old" else pair.new) for pair in pairs}
        for path in (folder / side).glob("*"):
            if path.name not in wanted:
                path.unlink()
        for name, content in wanted.items():
            path = folder / side / name
            if not path.exists() or path.read_text(encoding="utf-8") != content:
                files.write(path, content)
    declared = [each for pair in pairs for each in pair.declared]
    accept = folder / ACCEPT
    if declared:
        files.write(accept, "".join(f"{line}\n" for line in _declared(declared)))
    else:
        accept.unlink(missing_ok=True)


def _declared(every: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    renamed = [f"  {name}: {to}" for how, name, to in every if how == RENAMED]
    reused = [f"  - {name}" for how, name, _ in every if how != RENAMED]
    yield from ["renamed:", *renamed] if renamed else []
    yield from ["reused:", *reused] if reused else []
