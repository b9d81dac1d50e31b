"""`make evolution OLD= NEW=`: runs two versions of a user's schemas against each other. It needs no other file.

Peers answer for formats of protobuf messages from the descriptors alone. FULL=1, and a format of plain classes, compile
both versions.
"""

import sys
import time
from collections.abc import Collection
from pathlib import Path

from wirebed.bed import BUILD, Bed
from wirebed.codec_id import peer_and_version
from wirebed.errors import UserError, no_match
from wirebed.evolution.load import known_formats
from wirebed.evolution.model import Names
from wirebed.evolution.plan import Selection
from wirebed.evolution.runner import VARIANTS
from wirebed.evolution.variants import load_variants
from wirebed.evolution.verdicts import Verdict
from wirebed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.glob import matches
from wirebed.safe_change import accept as accepting
from wirebed.safe_change import changes as comparing
from wirebed.safe_change import descriptors, report
from wirebed.safe_change import names as naming
from wirebed.safe_change.carriers import Carriers
from wirebed.safe_change.changes import Question
from wirebed.safe_change.directions import BACKWARD, FORWARD
from wirebed.safe_change.findings import Analysis
from wirebed.safe_change.folders import tree_of
from wirebed.safe_change.gate import Gate, gate_of
from wirebed.safe_change.observations import Observations
from wirebed.safe_change.samples import Samples
from wirebed.trees.process import telling

# The legs of each direction: the other version reads what this one wrote, or relays it.
_LEGS = {BACKWARD: ("backward", "relay-new", "mutate-new"), FORWARD: ("forward", "relay-old", "mutate-old")}
_VERSION = {BACKWARD: "v1", FORWARD: "v2"}
_LOGS = BUILD / "log" / "peers" / "safe-change"
MODES = {"backward": (BACKWARD,), "forward": (FORWARD,), "full": (BACKWARD, FORWARD)}


def main(
    old: str | None,
    new: str | None,
    mode: str | None = None,
    format: str | None = None,
    accept: str | None = None,
    include: str | None = None,
    writer: str | None = None,
    reader: str | None = None,
    fail: str | None = None,
    strict: bool = False,
    full: bool = False,
    peers: Collection[str] | None = None,
) -> int:
    """Returns the exit code, which is 1 from the verdict of `fail` on. `peers`: only these are built and take part."""
    started = time.monotonic()
    if not old or not new:
        raise UserError(f"OLD= and NEW= are given together; {'NEW' if old else 'OLD'} is missing")
    if (mode or "full") not in MODES:
        raise UserError(f"MODE={mode} is none of {', '.join(MODES)}")
    gate = gate_of(fail, strict)
    formats = format or "protobuf"
    if not any(matches(one, formats) for one in known_formats()):
        raise no_match("FORMAT", formats, known_formats())
    selection = Selection(format=formats, writer=writer, reader=reader)
    compiled = full or not descriptors.suffice(formats)
    if compiled and not full:
        print(f"FORMAT={formats} takes plain classes, so both versions are compiled", file=sys.stderr, flush=True)
    run = Run(old, new, MODES[mode or "full"], selection, accept, include, gate, peers, compiled)
    run.execute()
    return report.write(run, time.monotonic() - started)


class Run:
    def __init__(
        self, old, new, directions, selection: Selection, accept=None, include=None, gate: Gate | None = None,
        peers: Collection[str] | None = None, compiled: bool = True,
    ):  # fmt: skip
        from wirebed.schema import Schema
        from wirebed.trees import asked as by_globs
        from wirebed.trees import ensure_descriptors, ensure_tree

        self.directions, self.selection, self.gate = directions, selection, gate or Gate()
        self.compiled = compiled
        ensure = ensure_tree if compiled else ensure_descriptors
        folders = Bed.open(None, include).include
        self.folders = {"v1": Path(old), "v2": Path(new)}
        trees = {"v1": tree_of("OLD", old, folders), "v2": tree_of("NEW", new, folders)}
        # Mistakes of the schemas are reported before any compiler starts.
        schemas = {version: Schema.load(ensure(tree, [])) for version, tree in trees.items()}
        self.accepted = accepting.load(accept, schemas["v1"], schemas["v2"])
        declared = self.accepted.names
        self.changes = comparing.compare(schemas["v1"], schemas["v2"], declared)
        self.named = naming.compare(schemas["v1"], schemas["v2"], declared)
        asked = {question.old: question.new for question in self.changes.questions} | self.changes.taken
        # An undeclared change of a name runs as a rename, so that the run shows all its other effects.
        self.names = Names({**declared.renamed, **self.changes.moved, **asked}, declared.apart)
        self.samples = Samples(self.changes, self.names, tuple(_VERSION[one] for one in directions))
        # Without a message that both versions have, there is nothing to write and no peer to build.
        sides = selection.sides_of(load_variants(VARIANTS).values())
        names = by_globs.peers(sides) if peers is None else peers
        built = by_globs.here(names) if self.samples.steps else []
        self.trees = {version: ensure(tree, built) for version, tree in trees.items()}
        self._take_part(names)

    def _take_part(self, peers: Collection[str] | None):
        """Chooses the peers that support both versions: with one alone, a peer could not read what it relayed."""
        from wirebed.peers import discover

        self.specs, self.unsupported = [], {}
        for spec in discover(names=peers, compiled=self.compiled):
            if whys := [why for tree in self.trees.values() if (why := spec.unsupported(tree))]:
                self.unsupported[spec.name] = whys
            else:
                self.specs.append(spec)

    def execute(self):
        from wirebed.peers import SchemaUnsupported

        try:
            self._execute()
        except SchemaUnsupported as refused:
            # Of a peer that answers from descriptors, only its start shows it.
            for process, why in refused.whys.items():
                self.unsupported.setdefault(peer_and_version(process)[0], []).append(why)
            self.specs = [spec for spec in self.specs if spec.name not in self.unsupported]
            self.execute()

    def _execute(self):
        from wirebed.evolution.runner import Runner

        legs = [leg for direction in self.directions for leg in _LEGS[direction]]
        self.observations, self.own = Observations(self.samples), Observations(self.samples)
        begun = time.monotonic()
        carriers = Carriers(self.samples, self.compiled)

        def take(rows):
            self.observations.take(rows)
            carriers.take(rows)

        self.planned, self.executed, self.codecs = 0, 0, {}
        if self.samples.steps:
            with Runner(self.trees, self.specs, logs=_LOGS) as runner:
                self.planned, self.executed = runner.run(self.samples.steps, self.selection, legs, take)
                self.codecs = {ref.id: ref.version for ref in runner.codecs.all}
            self._unchanged(Runner)
        self.seconds = time.monotonic() - begun
        ran = dict.fromkeys(format_ for format_, *_ in self.observations.acted)
        self.formats = list(ran) or [one for one in known_formats() if matches(one, self.selection.format)]
        self.carriers = carriers.formats
        differences = () if self.compiled else descriptors.known()
        analysis = Analysis(self.changes, self.samples, self.observations, self.own, carriers, differences)
        self.findings = analysis.findings(self.formats, self.directions)
        self.stale = self.accepted.apply(self.findings, self.formats, self.directions)
        self.stale += self.accepted.apply_names(
            self.named, {format_: self.verdicts(format_) for format_ in self.formats}
        )

    def verdicts(self, format_: str) -> dict[str, Verdict]:
        """The verdict of each changed name in a format."""
        return {one.name: one.verdict(format_ in self.carriers) for one in self.named}

    def _unchanged(self, runner_of):
        """Runs the suspect samples with one version on both sides: the change does not cause a difference there."""
        suspects = {one.probe.name for one in self.observations.seen if one.verdict > Verdict.SAFE}
        suspects |= {cell[0] for cell in self.observations.unsupported}
        for direction in self.directions:
            version = _VERSION[direction]
            if steps := self.samples.unchanged(suspects, version):
                trees = dict.fromkeys(("v1", "v2"), self.trees[version])
                with runner_of(trees, self.specs, logs=_LOGS) as runner:
                    runner.run(steps, self.selection, _LEGS[direction], self.own.take)

    @property
    def missing(self) -> list[str]:
        """The reasons why this was not the whole run."""
        reasons = [
            f"{peer} {self._supports} one of the two versions only: {telling(whys[0])}"
            for peer, whys in self.unsupported.items()
            if len(whys) == 1
        ]
        if self.planned != self.executed:
            reasons.append(f"{self.planned} cells were planned, {self.executed} came back")
        new = {cell: why for cell, why in self.observations.unsupported.items() if cell not in self.own.unsupported}
        if new:
            reasons.append(f"{len(new)} cells are unsupported since the change: {telling(next(iter(new.values())))}")
        return reasons

    @property
    def left_out(self) -> list[str]:
        """Languages that support neither version, which is not an effect of the change."""
        neither = {peer: whys[0] for peer, whys in self.unsupported.items() if len(whys) == 2}
        return [f"{peer} takes no part, it {self._supports} neither: {telling(why)}" for peer, why in neither.items()]

    @property
    def _supports(self) -> str:
        return "compiles" if self.compiled else "reads the descriptors of"

    @property
    def wrong(self) -> list:
        """Findings, names and hazards that make the run fail."""
        found: list = [one for one in self.findings if self.gate.stops(one.verdict) and not one.accepted]
        for format_ in self.formats:
            verdicts = self.verdicts(format_)
            found += [one for one in self.named if self.gate.stops(verdicts[one.name]) and format_ not in one.accepted]
        return found + (self.hazards if self.gate.hazards else [])

    @property
    def hazards(self) -> list:
        """The hazards of fields and enums: they do no harm yet."""
        of_enums = [hazard for enum in self.changes.enums.values() for hazard in enum.hazards]
        return [one for one in self.findings if one.hazard] + of_enums

    @property
    def undeclared(self) -> list[Question]:
        """The questions that the user has to answer: in some format and direction, the values arrive either way."""
        asked = {one.question for one in self.findings if one.question}
        fields = {(one.message, one.field) for one in self.findings if one.verdict < Verdict.CORRUPTING}
        of_enums = [
            question
            for enum in self.changes.enums.values()
            if any((pair.name, change.name) in fields for pair, change in self.changes.using(enum))
            for question in enum.questions
        ]
        return [one for one in self.changes.questions if one.declare in asked or one in of_enums]

    @property
    def exit(self) -> int:
        if self.missing:
            return NOT_WHOLE
        return UNEXPECTED if self.wrong or self.stale or self.undeclared else AS_EXPECTED
