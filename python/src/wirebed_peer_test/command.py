"""`wirebed peer-test`: builds the chosen peers and tests each against the contract, one after the other."""

import time
from collections.abc import Callable, Collection
from pathlib import Path

from wirebed.bed import document
from wirebed.bed.document import ERROR, NOTE
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.bed.folders import REPORTS, ROOT, Bed
from wirebed.bed.glob import any_matches, matches
from wirebed.cases import of_bed
from wirebed.errors import UserError, no_match
from wirebed.peers import PeerSpec, discover
from wirebed.peers.scope import Scope
from wirebed.run import Build, Peers, Selection
from wirebed.run.leg import NOW
from wirebed.run.taking_part import taking_part
from wirebed.suites.interop.suite import suite
from wirebed_peer_test import cases, columns, damage, edits, garbage, output, unknown
from wirebed_peer_test.examiner import Examiner, Group
from wirebed_peer_test.pipe import PipeQuestions
from wirebed_peer_test.values import new_objects


def main(bed: Bed, peer: str | None, chosen: str | None = None, reports: str | None = None) -> int:
    """The exit code: 0 as the contract says, 1 a peer answered otherwise, 3 a peer could not be asked."""
    from wirebed.bed.schema import Schema
    from wirebed_build.trees import ensure

    part = taking_part(bed)
    specs = selected(peer, part.names)
    here = [spec for spec in specs if not spec.left_out]
    tree = ensure(bed, [spec.name for spec in here])
    schema = Schema.load(tree)
    codes = [AS_EXPECTED]
    for spec in specs:
        if why := spec.unsupported(tree):
            print(f"peer-test: {spec.name}: not asked: {why}", flush=True)
            document.find("missing", f"{spec.name}: not asked: {why}", NOTE if spec.left_out else ERROR)
            codes.append(AS_EXPECTED if spec.left_out else NOT_WHOLE)
            continue
        run = PeerTest(bed, spec, tree, schema, chosen, scope=part.scope)
        run.ask()
        codes.append(run.report(Path(reports or REPORTS / "peer-test") / f"{spec.name}.xml"))
    return UNEXPECTED if UNEXPECTED in codes else max(codes)


def selected(peer: str | None, names: Collection[str] | None = None) -> list[PeerSpec]:
    """The peers that PEER= names by globs with commas between; all without it. `names`: those that the bed is about."""
    specs = [spec for spec in discover(ROOT) if names is None or spec.name in names]
    if not peer:
        return specs
    globs = [glob.strip() for glob in peer.split(",")]
    for glob in globs:
        if not any(matches(spec.name, glob) for spec in specs):
            raise no_match("PEER", glob, [spec.name for spec in specs])
    return [spec for spec in specs if any_matches(spec.name, globs)]


class PeerTest:
    """One peer and all groups. In tests, `own_cases` and `root` replace those of the bed and the repository."""

    def __init__(
        self, bed: Bed, spec: PeerSpec, tree: Path, schema, chosen=None, own_cases=None, root: Path = ROOT,
        scope: Scope | None = None,
    ):  # fmt: skip
        self.bed, self.spec, self.tree, self.schema, self.scope = bed, spec, tree, schema, scope
        self.chosen, self.own_cases, self.root = chosen, own_cases, root
        self.groups: list[Group] = []
        self.started = time.monotonic()

    def ask(self):
        print(f"peer-test: {self.spec.name}, tree {self.tree.name}", flush=True)
        pipe = PipeQuestions(self.spec, self.tree, lambda name: matches(name, self.chosen))
        self._timed(pipe.group, pipe.ask)
        if pipe.group.failed:
            return
        with Peers.of_tree(self.tree, [self.spec], self.bed.name, scope=self.scope) as peers:
            asked = of_bed(self.bed, self.schema) if self.own_cases is None else self.own_cases
            build = Build.of(self.bed, {NOW.reader: self.schema}, root=self.root)
            prepared = suite(build, peers, Selection(format="none"), asked)
            examiner = Examiner(prepared, self.chosen)
            examiner.leftovers.new_objects = new_objects(examiner)
            for group in (cases, columns, unknown, damage, edits, garbage):
                name = group.__name__.rpartition(".")[2]
                # Whether the choice can include questions of the group.
                if self.chosen is None or matches(name, self.chosen.split(" ")[0]):
                    self._timed(examiner.begin(name), group.ask, examiner)

    def _timed(self, group: Group, ask: Callable[..., object], *examiner: Examiner):
        started = time.monotonic()
        ask(*examiner)
        group.seconds = time.monotonic() - started
        if group.questions:
            self.groups.append(group)
            print(output.line(group), flush=True)

    def report(self, path: Path) -> int:
        """Writes the XML and prints the failures; returns the exit code."""
        if not self.groups:
            raise UserError(f"QUESTION={self.chosen} is the name of no question for {self.spec.name}")
        output.write_junit(self.groups, self.spec.name, path, self.bed.variables)
        failed = sum(group.failed for group in self.groups)
        for group in self.groups:
            for failure in output.failures(group, self.spec.name, self.bed.variables):
                print(failure)
                document.find("question", failure)
        if self.groups[-1].name == "pipe" and failed:
            print("the other groups build on this one and were not asked")
        count = sum(group.questions for group in self.groups)
        document.report(path)
        document.count(questions=count, failed=failed)
        seconds = time.monotonic() - self.started
        wrong = f"{failed:,} answered otherwise than the contract says" if failed else "all as the contract says"
        print(f"peer-test: {self.spec.name}: {count:,} questions, {wrong}, {seconds:.1f} s", flush=True)
        return 1 if failed else 0
