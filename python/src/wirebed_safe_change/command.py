"""`make evolution OLD= NEW=`: runs two versions of a user's schemas against each other. It needs no other file.

Peers answer for formats of protobuf messages from the descriptors alone. FULL=1, and a format of plain classes, compile
both versions.
"""

import sys
import time
from collections.abc import Collection
from functools import cached_property, partial

from wirebed.bed import Bed
from wirebed.bed.codec_id import peer_of
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.errors import UserError
from wirebed.report.steps.verdicts import Verdict
from wirebed.run.selection import check_list
from wirebed.run.taking_part import taking_part
from wirebed.state.roster import Roster
from wirebed.suites.evolution.load import known_formats
from wirebed.suites.evolution.model import Names
from wirebed.suites.evolution.plan import Selection, formats_with_bytes, names_of
from wirebed.suites.evolution.runner import ROSTER, VARIANTS
from wirebed.suites.evolution.variants import load_variants
from wirebed_build.loaded import Loaded
from wirebed_build.trees.process import telling
from wirebed_safe_change import accept_load as accepting
from wirebed_safe_change import changes as comparing
from wirebed_safe_change import descriptors, report
from wirebed_safe_change import names as naming
from wirebed_safe_change.carriers import Carriers
from wirebed_safe_change.changes import Question
from wirebed_safe_change.counting import Counting, beside
from wirebed_safe_change.directions import BACKWARD, FORWARD
from wirebed_safe_change.findings import Analysis
from wirebed_safe_change.gate import Gate, gate_of
from wirebed_safe_change.kept import KeptReport
from wirebed_safe_change.moved import moved_as_well
from wirebed_safe_change.observations import Observations
from wirebed_safe_change.places import Places
from wirebed_safe_change.samples import Samples
from wirebed_safe_change.sources import source_of

# The legs of each direction: the other version reads what this one wrote, or relays it.
_LEGS = {BACKWARD: ("backward", "relay-new", "mutate-new"), FORWARD: ("forward", "relay-old", "mutate-old")}
_VERSION = {BACKWARD: "v1", FORWARD: "v2"}
_LOG = "safe-change"
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
    codec: str | None = None,
    language: str | None = None,
    peers: Collection[str] | None = None,
    fresh: bool = False,
    bed: Bed | None = None,
) -> int:
    """Returns the exit code, which is 1 from the verdict of `fail` on. `peers`: only these are built and take part.

    `fresh`: everything is executed, also what an earlier run has answered. `bed`: its file says which peers take part;
    by default that of the repository does.
    """
    started = time.monotonic()
    if not old or not new:
        raise UserError(f"OLD= and NEW= are given together; {'NEW' if old else 'OLD'} is missing")
    if (mode or "full") not in MODES:
        raise UserError(f"MODE={mode} is none of {', '.join(MODES)}")
    gate = gate_of(fail, strict)
    formats = format or "protobuf"
    check_list("FORMAT", formats, known_formats())
    selection = Selection(format=formats, writer=writer, reader=reader, language=language)
    compiled = full or not descriptors.suffice(formats)
    if compiled and not full:
        print(f"FORMAT={formats} takes plain classes, so both versions are compiled", file=sys.stderr, flush=True)
    run = Run(old, new, MODES[mode or "full"], selection, accept, include, gate, peers, compiled, codec, bed)
    kept = KeptReport(run)
    lines = None if fresh else kept.read()
    if lines is None:
        run.execute()
        lines = report.lines(run)
        kept.write(lines)
        return report.write(lines, time.monotonic() - started)
    return report.write(lines, time.monotonic() - started, kept=True)


class Run:
    def __init__(
        self, old, new, directions, selection: Selection, accept=None, include=None, gate: Gate | None = None,
        peers: Collection[str] | None = None, compiled: bool = True, codec: str | None = None, bed: Bed | None = None,
    ):  # fmt: skip
        from wirebed.bed.schema import Schema
        from wirebed.peers import asked as by_globs
        from wirebed_build.trees import ensure_descriptors, ensure_tree

        self.directions, self.selection, self.gate = directions, selection, gate or Gate()
        self.compiled, self.accept, self.roster = compiled, accept, Roster.load(ROSTER)
        self.counting = Counting.of(codec, self.roster.interop_only)
        bed = bed or Bed.open(None, include)
        # What the user gives, for kept.py.
        self.given = [old, new, directions, vars(selection), accept, bed.include, vars(self.gate), compiled, codec]
        ensure = ensure_tree if compiled else ensure_descriptors
        sources = {"v1": ("OLD", old, new), "v2": ("NEW", new, old)}
        self.sources = {version: source_of(*given, bed.include) for version, given in sources.items()}
        trees = {version: source.tree for version, source in self.sources.items()}
        if compiled and (given := [source.given for source in self.sources.values() if source.tree.made]):
            problem = "is a descriptor set; FULL=1 and formats of plain classes need the .proto files"
            raise UserError(f"{given[0]} {problem}")
        # Mistakes of the schemas are reported before any compiler starts.
        schemas = {version: Schema.load(ensure(tree, [])) for version, tree in trees.items()}
        self.places = {version: Places(schemas[version], source.path_of) for version, source in self.sources.items()}
        self.accepted = accepting.load(accept, schemas["v1"], schemas["v2"], self.places["v2"])
        declared = moved_as_well(self.accepted.names, schemas["v1"], schemas["v2"])
        self.changes = comparing.compare(schemas["v1"], schemas["v2"], declared)
        self.named = naming.compare(schemas["v1"], schemas["v2"], declared)
        asked = {question.old: question.new for question in self.changes.questions} | self.changes.taken
        # An undeclared change of a name runs as a rename, so that the run shows all its other effects.
        self.names = Names({**declared.renamed, **self.changes.moved, **asked}, declared.apart)
        # What generated code does with one message can depend on others of its tree.
        self.samples = Samples(self.changes, self.names, tuple(_VERSION[way] for way in directions), compiled)
        # Without a message that both versions have, there is nothing to write and no peer to build.
        variants = load_variants(VARIANTS).values()
        formats = partial(formats_with_bytes, variants=variants)
        part = taking_part(bed, selection, names_of(variants), formats)
        self.peers = part.names if peers is None else list(peers)
        built = by_globs.here(self.peers) if self.samples.steps else []
        self.trees = {version: ensure(tree, built) for version, tree in trees.items()}
        self._take_part(self.peers)

    def _take_part(self, peers: Collection[str] | None):
        """Chooses the peers that support both versions: with one alone, a peer could not read what it relayed."""
        from wirebed.peers import discover

        self.specs, self.unsupported, self.refusing = [], {}, []
        for spec in discover(names=peers, compiled=self.compiled):
            if whys := [why for tree in self.trees.values() if (why := spec.unsupported(tree))]:
                self.unsupported[spec.name] = whys
                self.refusing += [] if spec.left_out else [spec]
            else:
                self.specs.append(spec)

    def execute(self):
        from wirebed.peers import asked
        from wirebed.suites.evolution.runner import Runner

        legs = [leg for direction in self.directions for leg in _LEGS[direction]]
        self.observations, self.own = Observations(self.samples), Observations(self.samples)
        begun = time.monotonic()
        carriers = Carriers(self.samples, self.compiled)

        def take(rows):
            self.observations.take(rows)
            carriers.take(rows)

        self.planned, self.executed, self.codecs = 0, 0, {}
        self.loaded: dict[str, Loaded] = {}
        if self.samples.steps:
            schemas = {"v1": self.changes.old, "v2": self.changes.new}
            with Runner(self.trees, self.specs, _LOG, schemas, interop_only=True) as runner:
                self.counting.check(ref.id for ref in runner.codecs.all)
                steps, given = self.samples.steps, self.samples.given
                self.planned, self.executed = runner.run(steps, self.selection, legs, take, given=given)
                self.codecs = {ref.id: ref.version for ref in runner.codecs.all}
                if self.compiled:
                    asked.remember(runner.pool.introductions(), self.peers)
                self._unchanged(runner)
                self.loaded = runner.pool.loaded()
        self.seconds = time.monotonic() - begun
        ran = dict.fromkeys(format_ for format_, *_ in self.observations.acted)
        self.formats = list(ran) or list(filter(self.selection.takes_format, known_formats()))
        self.carriers = carriers.formats
        differences = () if self.compiled else descriptors.known()
        self.unwritten = list(self.observations.lacked.unwritten(self._out()))
        counted, others = (
            Analysis(self.changes, self.samples, self.observations, self.own, carriers, differences, *more)
            for more in ((self.unwritten, self.counting.counts), ((), self.counting.others, self.counting.others))
        )
        self.findings = counted.findings(self.formats, self.directions)
        if others.observations:
            self.findings = beside(self.findings, others.findings(self.formats, self.directions))
        verdicts = {format_: self.verdicts(format_) for format_ in self.formats}
        self.stale = self.accepted.apply(self.findings, self.formats, self.directions, self.named, verdicts)

    def verdicts(self, format_: str) -> dict[str, Verdict]:
        """The verdict of each changed name in a format."""
        return {change.name: change.verdict(format_ in self.carriers) for change in self.named}

    def _unchanged(self, runner):
        """Runs the suspect samples with one version on both sides: the change does not cause a difference there."""
        suspects = {seen.probe.name for seen in self.observations.seen if seen.verdict > Verdict.SAFE}
        suspects |= {cell[0] for cell in self.observations.unsupported}
        for direction in self.directions:
            version = _VERSION[direction]
            if steps := self.samples.unchanged(suspects, version):
                runner.run(steps, self.selection, _LEGS[direction], self.own.take, version, self.samples.given)

    def new_name(self, name: str) -> str:
        """The name in NEW of something that OLD has."""
        renamed = self.names.renamed
        scope, _, short = name.rpartition(".")
        return renamed.get(name) or f"{renamed.get(scope, scope)}.{short}".lstrip(".")

    def declared_at(self, message: str, field: str) -> tuple[str, str]:
        """The full names in OLD and in NEW of a field, or of the message as a whole."""
        pair, change = self.changes.pairs[message], self.changes.change(message, field)
        names = [pair.of(version).full_name for version in ("v1", "v2")]
        if not field:
            return names[0], names[1]
        both = [change.of(version) if change else pair.fields[version].get(field) for version in ("v1", "v2")]
        short = field.partition(" -> ")[0]
        return tuple(
            here.full_name if here is not None else f"{name}.{short}" for here, name in zip(both, names, strict=True)
        )

    def accepted_text(self) -> str:
        """The content of the file of ACCEPT=, as it is now."""
        return accepting.read(self.accept)[1] if self.accept else ""

    @property
    def repeatable(self) -> bool:
        """Whether the same run would end in the same way."""
        return not self.missing and not self.observations.chance and not self.own.chance

    @property
    def missing(self) -> list[str]:
        """The reasons why this was not the whole run."""
        reasons = [
            f"{peer} {self._supports} one of the two versions only: {telling(whys[0])}"
            for peer, whys in self.unsupported.items()
            if len(whys) == 1
        ]
        reasons += [
            f"{peer} {self._supports} one of the two versions of {_listed(messages)} only: {why}"
            for peer, messages, both, why in self.observations.lacked.by_peer()
            if not both
        ]
        reasons += map(str, self.unwritten)
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
        lines = [f"{peer} takes no part, it {self._supports} neither: {telling(why)}" for peer, why in neither.items()]
        return lines + [
            f"{peer} takes no part for {_listed(messages)}, it {self._supports} neither: {why}"
            for peer, messages, both, why in self.observations.lacked.by_peer()
            if both
        ]

    def _out(self) -> dict[str, str]:
        """The formats that a language writes which compiles neither version, or one alone, with its words."""
        whys = {spec.name: self.unsupported[spec.name][0] for spec in self.refusing}
        return {
            member.format: f"{peer_of(member.codec)}: {telling(whys[peer_of(member.codec)])}"
            for member in self.roster.members
            if member.encodes and peer_of(member.codec) in whys and self.selection.takes_writer(member.codec)
        }

    @property
    def _supports(self) -> str:
        return "compiles" if self.compiled else "reads the descriptors of"

    @property
    def wrong(self) -> list:
        """Findings, names and hazards that make the run fail."""
        harms: list = [f for f in self.findings if self.gate.stops(f.verdict) and not f.accepted]
        for format_ in self.formats:
            verdicts = self.verdicts(format_)
            harms += [c for c in self.named if self.gate.stops(verdicts[c.name]) and format_ not in c.accepted]
        return harms + (self.hazards if self.gate.hazards else [])

    @cached_property
    def failing(self) -> set[int]:
        """The identities of the objects in `wrong`, once the run is over."""
        return set(map(id, self.wrong))

    @property
    def hazards(self) -> list:
        """The hazards of fields, messages, enums and rpcs: they do no harm yet."""
        places = (*self.changes.pairs.values(), *self.changes.enums.values(), *self.named)
        return [f for f in self.findings if f.hazard] + [hazard for place in places for hazard in place.hazards]

    @property
    def undeclared(self) -> list[Question]:
        """The questions that the user has to answer: in some format and direction, the values arrive either way."""
        asked = {finding.question for finding in self.findings if finding.question}
        keys = {(finding.message, finding.field) for finding in self.findings if finding.verdict < Verdict.CORRUPTING}
        of_enums = [
            question
            for enum in self.changes.enums.values()
            if any((pair.name, change.name) in keys for pair, change in self.changes.using(enum))
            for question in enum.questions
        ]
        return [question for question in self.changes.questions if question.declare in asked or question in of_enums]

    @property
    def exit(self) -> int:
        """The exit code. Findings count even where something is missing, and then no entry is stale."""
        if self.wrong or self.undeclared:
            return UNEXPECTED
        if self.missing:
            return NOT_WHOLE
        return UNEXPECTED if self.stale else AS_EXPECTED


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
