"""The verdicts of works, which are kept: a work of which nothing has changed is neither asked nor judged again.

A verdict follows from what a work is of (`Work.inputs`), what is stated of it (the entries that select its cells, and
the goldens of its values), the answers of the processes, and the code that judges. It is kept under the digest of all
of these. The answers follow from the builds of the processes, so none is asked where these are the same. Where a build
is another one, its processes are asked, and the verdict stands if they give the same answers. What is red is never
kept, and neither is what follows from the loss of a process.

One in 25 of the works with a kept verdict is judged anew in each run, others each time, from answers that one process
gives anew, each time another process. What then differs is an error, and all verdicts are dropped.
"""

import fnmatch
import platform
import random
import re
from collections.abc import Sequence
from functools import cache, cached_property
from importlib.metadata import distributions
from pathlib import Path

import msgspec
import zstandard
from msgspec.structs import replace
from wirebed_protocol.peer_pb2 import Introduction

import wirebed
from wirebed.bed import ROOT
from wirebed.errors import UserError
from wirebed.peers.kept import AnswerCache
from wirebed.run.same_verdict import same
from wirebed.run.selected import Selectable
from wirebed.run.suite import AnySuite
from wirebed.run.verdict import Verdict
from wirebed.run.work import Work
from wirebed.state.deviations import Entry
from wirebed.state.row import Row
from wirebed_build.trees.fingerprint import FileHashes

EVERY = 25
# So many works are named.
_SHOWN = 5
# Judging also follows from the protocol of the peers, and from these two lists.
_FILES = (
    *("fixtures/roster.yaml", "fixtures/evolution/variants.yaml"),
    *(f"proto/wirebed/{name}.proto" for name in ("peer", "plain", "options")),
)


class KeptWorks:
    """Those of one run."""

    def __init__(self, suite: AnySuite, answers: AnswerCache) -> None:
        self.suite, self.answers, self.folder = suite, answers, answers.store.verdicts
        self.about = {work: self._digest(work) for work in suite.plan.works}
        for work in self.about:
            work.keeps = True
        self.stated = [(_said(entry), entry) for entry in suite.matcher.entries]
        self.known = {} if answers.fresh else self._look()  # whose lines are still compressed
        count = min(len(self.known), len(self.known) // EVERY + 1)
        self.sample = random.Random(answers.seed).sample([*self.known], count)
        self.new: dict[Work, tuple[Verdict, bytes]] = {}  # with the `Selectable` of those that have one
        self.others: list[Work] = []  # of the sample, those whose verdict is another one now
        if self.known:
            answers.turn = self._turn()
            suite.peers.pool.start(answers.turn)
        else:
            suite.peers.pool.start_all()

    @classmethod
    def of(cls, suite: AnySuite) -> "KeptWorks | None":
        """None where nothing is kept. A part of a run keeps nothing: its works are others than those of a whole one."""
        answers = suite.peers.answer_cache
        return cls(suite, answers) if answers is not None and suite.keeps and suite.selection.full else None

    def _look(self) -> dict[Work, Verdict]:
        builds = self._builds()
        found = {work: self._of(work, self._read(self._answered(work, builds))) for work in self.about}
        return {work: verdict for work, verdict in found.items() if verdict is not None}

    def _turn(self) -> str:
        """The process that answers again in this run."""
        names, file = sorted(self.suite.peers.pool.specs), f"turn-{self.suite.name}-{self.suite.build.bed}"
        turn = self.folder.parsed_or_none(file, int) or 0
        self.folder.write(file, str(turn + 1).encode())
        return names[turn % len(names)]

    def verdict(self, work: Work) -> Verdict:
        """The kept verdict of a work."""
        return _whole(self.known[work])

    def of_answers(self, work: Work) -> Verdict | None:
        """The kept verdict of a work that was asked and has the same answers as before."""
        if self.answers.fresh or not work.answered:
            return None
        found = self._of(work, work.answered)
        return None if found is None else _whole(found)

    def compare(self, work: Work, verdict: Verdict, red: bool) -> None:
        """Sees the verdict that a work of the sample has now."""
        if red or not same(self.verdict(work), verdict):
            self.others.append(work)

    def add(self, work: Work, rows: Sequence[Row], verdict: Verdict) -> None:
        """Keeps the verdict of a work, when the run is over."""
        if work.answered:
            self.new[work] = verdict, b"" if work.schema is None else Selectable.of(rows).encode()

    def save(self) -> None:
        """Keeps the new verdicts. UserError where a work of the sample has another one than before."""
        if self.others:
            self.answers.store.drop_verdicts()
            names = ", ".join(work.name for work in self.others[:_SHOWN])
            more = len(self.others) - _SHOWN
            raise UserError(
                f"kept verdicts that were given again, and were others: {names}{f' and {more} more' * (more > 0)}\n"
                f"A verdict must follow from what it is kept under. All verdicts that were kept are dropped"
            )
        if self.new and not self.answers.builds.young and not _code_is_young():
            builds = self._builds()
            for work, (verdict, selectable) in self.new.items():
                self._write(work, verdict, selectable)
                self.folder.write(self._answered(work, builds), work.answered.encode())

    def _write(self, work: Work, verdict: Verdict, selectable: bytes) -> None:
        base = self._base(work, work.answered)
        if selectable:
            known = {key: entry.name in verdict.tally.shown.selected for key, entry in self._may(work)}
            self.folder.write(f"{base}-selectable", selectable)
            self.folder.write(f"{base}-selected", msgspec.json.encode(known))
        self.folder.write(self._key(work, base), _encode(verdict))

    def _read(self, name: str) -> str:
        return self.folder.parsed_or_none(name, bytes.decode) or ""

    def _answered(self, work: Work, builds: str) -> str:
        """The file that has the digest of the answers which processes of these builds give to a work."""
        return f"{FileHashes.of_texts(self.about[work], builds)}-answered"

    def _base(self, work: Work, answered: str) -> str:
        """The digest of all that the verdict of a work follows from but the entries."""
        return FileHashes.of_texts(self.about[work], self._judging, answered)

    def _of(self, work: Work, answered: str) -> Verdict | None:
        """The kept verdict of a work with these answers; "": they are not known."""
        return self.folder.parsed_or_none(self._key(work, self._base(work, answered)), _decode) if answered else None

    def _key(self, work: Work, base: str) -> str:
        """The file that has the verdict of a work. Of the entries those count that select a cell of it; where that is
        not known of one, it counts."""
        may, file = self._may(work), f"{base}-selected"
        known = self.folder.parsed_or_none(file, _selected) if work.schema is not None else None
        unknown = [] if known is None else [(key, entry) for key, entry in may if key not in known]
        if known is not None and work.schema is not None and unknown:
            selectable = self.folder.parsed_or_none(f"{base}-selectable", Selectable.decode)
            if selectable is not None:
                found = {key: selectable.selected_by(entry, self.suite.versions, work.schema) for key, entry in unknown}
                known = {key: known.get(key, found.get(key, True)) for key, _ in may}
                self.folder.write(file, msgspec.json.encode(known))
        digest = FileHashes.of_texts(base, *(key for key, _ in may if known is None or known.get(key, True)))
        return f"{digest}-verdict"

    def _builds(self) -> str:
        """The digest of the builds of all processes, as far as these are known, and of what judges their answers."""
        builds = self.answers.builds
        return FileHashes.of_texts(
            self._judging, *(f"{name} {builds.digest(name)}" for name in sorted(self.suite.peers.pool.specs))
        )

    @cached_property
    def _judging(self) -> str:
        """The digest of what the verdicts of all works follow from beside the answers."""
        suite, pool = self.suite, self.suite.peers.pool
        baseline = suite.baseline.entries if suite.baseline is not None else {}
        return FileHashes.of_texts(
            *_code(),
            *(suite.name, suite.build.bed),
            # The bed may name the codecs that take part, and others may give the same answers.
            *sorted(codec.id for codec in (*suite.codecs, *suite.class_codecs)),
            *(f"{version} {schema.digest}" for version, schema in sorted(suite.build.schemas.items())),
            *(f"{name} {_text(intro)}" for name, intro in sorted(pool.introductions().items())),
            *(f"{name} {sorted(spec.objects.items())}" for name, spec in sorted(pool.specs.items())),
            repr((sorted(pool.left_out), sorted(pool.unsupported))),
            repr([(fact, entry.cells, entry.reason) for fact, entry in baseline.items()]),
        )

    def _digest(self, work: Work) -> str:
        """The digest of what the verdict of one work follows from beside that."""
        goldens = self.suite.goldens.inputs(work.names) if self.suite.goldens is not None else ()
        return FileHashes.of_texts(*work.inputs(), *goldens)

    def _may(self, work: Work) -> list[tuple[str, Entry]]:
        """The entries that may be about some values of a work, as far as these are not looked at, by what they say."""
        text = "\n".join(work.names)
        return [
            (key, entry)
            for key, entry in self.stated
            if not entry.cases or _any_of(entry.cases).search(text) is not None
        ]


@cache
def _any_of(globs: tuple[str, ...]) -> re.Pattern[str]:
    """Finds a line that some of these globs take."""
    lines = (fnmatch.translate(glob).removeprefix("(?s:").removesuffix(")\\Z") for glob in globs)
    return re.compile("|".join(f"^(?:{line})$" for line in lines), re.MULTILINE)


def _said(entry: Entry) -> str:
    """A short digest of what an entry says."""
    return FileHashes.of_texts(f"{entry.name} {entry.foreign} {entry.digest}")[:16]


def _modules() -> dict[str, Path]:
    package = Path(wirebed.__file__).parent
    return {str(file.relative_to(package)): file for file in sorted(package.rglob("*.py"))}


def _code_is_young() -> bool:
    """Whether a module was written after the first one was loaded: which of its texts has judged, nobody knows."""
    return any(file.stat().st_ctime_ns > wirebed.LOADED for file in _modules().values())


@cache
def _code() -> tuple[str, ...]:
    """What judges, and what it follows from in every bed."""
    hashes, modules = FileHashes(), _modules().items()
    lines = [f"{name} {hashes.hash(str(file))}" for name, file in (*modules, *((name, ROOT / name) for name in _FILES))]
    hashes.save()
    libraries = sorted(f"{library.name} {library.version}" for library in distributions())
    return platform.python_version(), *libraries, *lines


def _text(introduction: Introduction) -> str:
    return introduction.SerializeToString(deterministic=True).hex()


def _encode(verdict: Verdict) -> bytes:
    lines = zstandard.compress(verdict.written.lines)
    return msgspec.msgpack.encode(Verdict(replace(verdict.written, lines=lines), verdict.tally))


def _whole(verdict: Verdict) -> Verdict:
    return Verdict(replace(verdict.written, lines=zstandard.decompress(verdict.written.lines)), verdict.tally)


def _selected(data: bytes) -> dict[str, bool]:
    return msgspec.json.decode(data, type=dict[str, bool])


def _decode(data: bytes) -> Verdict:
    return msgspec.msgpack.decode(data, type=Verdict)
