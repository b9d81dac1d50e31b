"""A bed of evolution steps of its own, run by the Python peer alone: the others take part in `make evolution`."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

from wirebed.bed import ROOT, Bed
from wirebed.commands.evolution import load_steps
from wirebed.peers import discover
from wirebed.report import load
from wirebed.run import Build, run
from wirebed.suites.evolution.goldens import Goldens
from wirebed.suites.evolution.plan import Selection
from wirebed.suites.evolution.runner import Runner
from wirebed.suites.evolution.suite import suite
from wirebed.suites.evolution.trees import stage
from wirebed_build.trees import ensure_tree

ODD = Path(__file__).with_name("odd_peer.py")
HEAD = 'syntax = "proto3";\npackage evolution.{step};\n'
REASON = "reason: r, authority: a, nature: by-design"


class Steps:
    """`step(name, v1=…, v2=…, yaml=…)` writes one; `run()` gives the exit code and the report."""

    def __init__(self, root: Path):
        self.root = root
        (root / "proto" / "evolution").mkdir(parents=True)
        (root / "fixtures" / "evolution").mkdir(parents=True)
        self.bed = Bed.open(root)
        self.built = set()

    def step(self, name: str, yaml: str, **versions: str):
        folder = self.root / "proto" / "evolution" / name
        folder.mkdir(exist_ok=True)
        for version, text in versions.items():
            (folder / f"{version}.proto").write_text(HEAD.format(step=name) + text)
        (self.root / "fixtures" / "evolution" / f"{name}.yaml").write_text(yaml)

    def trees(self) -> dict[str, Path]:
        found = {version: ensure_tree(tree, ["python"]) for version, tree in stage(self.bed).items()}
        self.built |= set(found.values())
        return found

    @staticmethod
    def specs() -> list:
        return [spec for spec in discover(ROOT) if spec.name == "python"]

    def run(self, wrong: str = "", cannot: str = "", **globs):
        """(exit code, report); `wrong` is what the peer does wrong, `cannot` one more that compiles no version."""
        selection = Selection(**globs)
        schemas, steps, entries = load_steps(self.bed, selection)
        path = self.root / "report.jsonl"
        specs = self.specs()
        if wrong:
            specs = [replace(spec, run=(spec.run[0], str(ODD), wrong, "{tree}")) for spec in specs]
        trees = self.trees()
        if cannot:
            specs.append(replace(specs[0], name=cannot))
            for tree in trees.values():
                (tree / cannot).mkdir(exist_ok=True)
                (tree / cannot / "unsupported").write_text("[WARNING] no syntax\nt.proto:2:1: no edition is known\n")
        build, goldens = Build.of(self.bed, schemas), Goldens(self.bed, schemas, steps)
        with Runner(trees, specs, schemas=schemas) as versions:
            code = run(suite(build, versions, steps, entries, selection, goldens), path, 0.0, progress=False)
        return code, load(path)

    def remove(self):
        for tree in self.built:
            shutil.rmtree(tree, ignore_errors=True)


def told(report) -> list[str]:
    """All that is wrong in a report, as text."""
    problems = [f"{cell.case} {cell.leg}: {p}" for cell in report.cells for p in cell.problems]
    return [*problems, *report.footer.uncovered, *report.footer.stale, *report.footer.goldens]


def kinds(report, **where) -> set[str]:
    """The kinds in the cells that are so: `leg="forward"`."""
    cells = [cell for cell in report.cells if all(getattr(cell, key) == value for key, value in where.items())]
    assert cells, json.dumps(where)
    return {d.kind for cell in cells for d in cell.differences}
