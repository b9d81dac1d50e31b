"""Asks versions of a library: a few at a time are built, and run beside today's peers.

Today's answers are kept from the first run on, so that later runs start the generations alone. The reports stay, for
the boundaries that are shown from them.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wirebed.bed import Bed
from wirebed.bed.codec_id import NONE, base_of, is_generation, peer_of
from wirebed.cases.case import Case
from wirebed.errors import UserError
from wirebed.peers import discover
from wirebed.peers.codecs import CodecRef, codecs_of
from wirebed.report import Report, value_store
from wirebed.report.load import load
from wirebed.run import Peers, Selection
from wirebed.run.peers import Keep
from wirebed.run.taking_part import taking_part
from wirebed_build.languages import discovery
from wirebed_build.languages.generations import GENERATIONS, Pin
from wirebed_build.progress import Progress
from wirebed_build.trees import ensure
from wirebed_upgrade import signature
from wirebed_upgrade.run import run
from wirebed_upgrade.sides import Side, bases_of_today
from wirebed_upgrade.signature import Answered
from wirebed_upstream.history import Answer, Gap
from wirebed_upstream.releases import Known

REPORT = "bisect"
# The most versions that run beside each other.
AT_ONCE = 8
# What Maven says where a release lacks what a peer of this machine needs of it, such as a protoc.
_NOT_RELEASED = "Could not find artifact"
# The words of the runner before those of a process that did not start; they name the generation, which the row does.
_ENDED = re.compile(r"^the \S+ peer: ended with tasks outstanding \(exit code \d+\): ")


@dataclass(frozen=True)
class Version:
    """A version that is asked: the names of its generations, by the peers that they are of."""

    side: Side
    peers: dict[str, str]

    @property
    def generations(self) -> frozenset[str]:
        return frozenset(self.peers.values())


class Sweep:
    def __init__(self, bed: Bed, known: Known, selection: Selection, keep: Keep | None) -> None:
        self.bed, self.known, self.selection, self.keep = bed, known, selection, keep
        bases = bases_of_today()
        part = taking_part(bed, selection)
        sides = {version: Side((Pin(known.library.name, version),)) for version in known.versions}
        of_side = {name: side.generations(bases).items() for name, side in sides.items()}
        peers = {
            name: {base: of for base, of in made if base not in part.scope.without} for name, made in of_side.items()
        }
        if not any(peers.values()):
            raise UserError(f"LANGUAGE={selection.language} takes no peer that has {known.library.name}")
        self.versions = {name: Version(side, peers[name]) for name, side in sides.items()}
        self.tree = ensure(bed, part.here)
        self.answered: dict[str, Answered] = {}
        self.days: dict[str, str] = {}
        self.reports: dict[str, Path] = {}
        self.cases: dict[str, Case] = {}
        # Of these names without their generation: the codecs that load the library, and those whose order of bytes is
        # by chance.
        self.codecs: set[str] = set()
        self.unstable: frozenset[str] = frozenset()
        for path in bed.reports.glob(f"{REPORT}-*"):
            path.unlink()

    @property
    def answers(self) -> dict[str, Answer]:
        return {version: answered.signature for version, answered in self.answered.items()}

    def ask(self, versions: Sequence[str], progress: Progress) -> None:
        start, total = len(self.answered), len(self.answered) + len(versions)
        for at in range(0, len(versions), AT_ONCE):
            part = versions[at : at + AT_ONCE]
            first, name = start + at + 1, self.known.library.name.rpartition(":")[2]
            numbers = f"{first} to {first + len(part) - 1}" if len(part) > 1 else f"{first}"
            progress.note(f"{numbers} of {total}: {name} {' '.join(part)}")
            self._ask(part)

    def _ask(self, versions: Sequence[str]) -> None:
        here = []
        for version in versions:
            day = self.known.day(version)
            if isinstance(day, Gap):
                self.answered[version] = Answered(day, "")
            else:
                self.days[version] = day
                here.append(version)
        failures = self._built(here)
        if built := [version for version in here if self.versions[version].generations - failures.keys()]:
            report = self._run(built, failures)
            for version in built:
                self._take(version, report, failures)
        for version in here:
            if version not in self.answered:
                words = [failures[name] for name in self.versions[version].generations if name in failures]
                self.answered[version] = Answered(_gap(words[0]), "")

    def _built(self, versions: Sequence[str]) -> dict[str, str]:
        """Builds the generations: those that cannot be built, and why. The first failure ends the other builds, which
        are then made one after the other."""
        self.know(versions)
        failures: dict[str, str] = {}
        try:
            ensure(self.bed, self._generations(versions))
        except UserError:
            for name in self._generations(versions):
                try:
                    ensure(self.bed, [name])
                except UserError as error:
                    failures[name] = words_of(error)
        return failures

    def _generations(self, versions: Iterable[str]) -> list[str]:
        return [name for version in versions for name in sorted(self.versions[version].generations)]

    def know(self, versions: Iterable[str]) -> None:
        """The runner knows the generations of these versions, and no others."""
        os.environ[GENERATIONS] = " ".join(self.versions[version].side.spelled for version in versions)

    def _run(self, versions: Sequence[str], failures: dict[str, str]) -> Report:
        """The report of a run; adds the generations that do not start to `failures`."""
        self.know(versions)
        generations = self._generations(versions)
        path = self.bed.reports / f"{REPORT}-{len(set(self.reports.values())) + 1}.jsonl"
        part = taking_part(self.bed, self.selection)
        everyone = [peer.name for peer in discovery.discover()] if part.names is None else part.names
        while True:
            names = [name for name in everyone if name not in failures]
            with Peers.of_tree(self.tree, discover(names=names), REPORT, self.keep, part.scope) as peers:
                new = {name: why for name, why in peers.pool.failures().items() if name in generations}
                if not new:
                    selection = self._selection(codecs_of(part.scope.within(peers.pool.introductions())))
                    ran = run(self.bed, selection, peers, self.tree, path)
                    self.cases = ran.cases
                    self.reports |= dict.fromkeys(versions, path)
                    failures |= {name: why for name, why in peers.pool.unsupported.items() if name in generations}
                    return ran.report
                failures |= new

    def _selection(self, codecs: Sequence[CodecRef]) -> Selection:
        """Without the codecs of generations that load nothing else than those of today do."""
        today = {codec.id: (codec.version, codec.loaded.version) for codec in codecs}
        own = [codec for codec in codecs if is_generation(codec.id) and codec.format != NONE]
        differing = {
            base_of(codec.id) for codec in own if today.get(base_of(codec.id)) != (codec.version, codec.loaded.version)
        }
        self.codecs |= differing
        asked = [codec for codec in own if not self.codecs or base_of(codec.id) in self.codecs]
        formats = sorted({codec.format for codec in asked if self.selection.takes_format(codec.format)})
        if own and not formats:
            raise UserError(f"FORMAT={self.selection.format} takes no codec that loads {self.known.library.name}")
        without = [f"!{codec.id}" for codec in own if codec not in asked]
        writer, reader = (",".join(filter(None, [g, *without])) for g in (self.selection.writer, self.selection.reader))
        return replace(self.selection, format=",".join(formats) or None, writer=writer or None, reader=reader or None)

    def _take(self, version: str, report: Report, failures: dict[str, str]) -> None:
        peers = self.versions[version].generations
        answered = signature.of(report, peers, self.unstable, self._bytes(version, report) if self.unstable else {})
        if isinstance(answered.signature, Gap) and (words := [failures[name] for name in peers if name in failures]):
            answered = Answered(_gap(words[0]), "")
        self.answered[version] = answered

    def by_chance(self, codecs: frozenset[str]) -> None:
        """Takes note that the order of bytes of these codecs is by chance: what was answered is taken without it."""
        self.unstable |= {base_of(codec) for codec in codecs}
        for path in sorted(set(self.reports.values())):
            report = load(path)
            for version in (version for version, of in self.reports.items() if of == path):
                if not isinstance(self.answered[version].signature, Gap):
                    self._take(version, report, {})

    def is_unstable(self, codec: str) -> bool:
        return base_of(codec) in self.unstable

    def _bytes(self, version: str, report: Report) -> dict[str, bytes]:
        """What the unstable codecs of a version have written."""
        lines = signature.lines_of(report, self.versions[version].generations)
        names = {line.bytes for line in lines if line.bytes and base_of(line.writer) in self.unstable}
        return value_store.find(self.reports[version].with_suffix(value_store.SUFFIX), names) if names else {}

    def both(self, before: str, after: str) -> Iterator[Report]:
        """The reports of the runs that had these versions, each with the lines of these alone."""
        for path in dict.fromkeys((self.reports[before], self.reports[after])):
            report = load(path)
            of_path = [self.versions[v].generations for v in (before, after) if self.reports[v] == path]
            lines = [line for peers in of_path for line in signature.lines_of(report, peers)]
            yield replace(report, lines=lines)


def words_of(error: UserError) -> str:
    """What a step of a build that failed has said, without its title and the place of its log."""
    lines = [line for line in error.message.splitlines() if not line.startswith("all of its output: ")]
    return " ".join(" ".join(lines[1:] or lines).split()).removeprefix("error: ")


def _gap(words: str) -> Gap:
    why = "not released for this runtime" if _NOT_RELEASED in words else "does not load"
    return Gap(why, _ENDED.sub("", " ".join(words.split()))[:200])


def codec_ids(report: Report, peers: frozenset[str]) -> frozenset[str]:
    """The codecs of these generations that took part."""
    ids = (name for line in report.lines for name in (line.writer, *line.readers) if peer_of(name) in peers)
    return frozenset(ids)
