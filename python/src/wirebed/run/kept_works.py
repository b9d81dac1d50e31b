"""The verdicts of works, which are kept: a work of which nothing has changed is neither asked nor judged again.

A verdict follows from what a work is of (`Work.inputs`), what is stated of it (the entries that may be about its values
and the goldens of these), the builds of the processes, and the code that judges. It is kept under the digest of all of
these. What is red is never kept, and neither is what follows from the loss of a process.

One in 25 of the works with a kept verdict is judged anew in each run, others each time, from answers that one process
gives anew, each time another process. What then differs is an error, and all verdicts are dropped.
"""

import fnmatch
import platform
import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
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
from wirebed.run.suite import AnySuite
from wirebed.run.verdict import Verdict
from wirebed.run.work import Work
from wirebed.state.deviations import Entry
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
        self.known = {} if answers.fresh else self._look()  # whose lines are still compressed
        count = min(len(self.known), len(self.known) // EVERY + 1)
        self.sample = random.Random(answers.seed).sample([*self.known], count)
        self.new: dict[Work, Verdict] = {}
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
        common = self._common()
        found = {work: self.folder.parsed_or_none(_key(about, common), _decode) for work, about in self.about.items()}
        return {work: verdict for work, verdict in found.items() if verdict is not None}

    def _turn(self) -> str:
        """The process that answers again in this run."""
        names, file = sorted(self.suite.peers.pool.specs), f"turn-{self.suite.name}-{self.suite.build.bed}"
        turn = self.folder.parsed_or_none(file, int) or 0
        self.folder.write(file, str(turn + 1).encode())
        return names[turn % len(names)]

    def verdict(self, work: Work) -> Verdict:
        """The kept verdict of a work."""
        known = self.known[work]
        return Verdict(replace(known.written, lines=zstandard.decompress(known.written.lines)), known.tally)

    def compare(self, work: Work, verdict: Verdict, red: bool) -> None:
        """Sees the verdict that a work of the sample has now."""
        if red or not same(self.verdict(work), verdict):
            self.others.append(work)

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
            common = self._common()
            for work, verdict in self.new.items():
                self.folder.write(_key(self.about[work], common), _encode(verdict))

    def _common(self) -> str:
        """The digest of what the verdicts of all works follow from."""
        suite, pool = self.suite, self.suite.peers.pool
        baseline = suite.baseline.entries if suite.baseline is not None else {}
        return FileHashes.of_texts(
            *_code(),
            *(suite.name, suite.build.bed, suite.build.sources),
            *(f"{name} {self.answers.builds.digest(name)}" for name in sorted(pool.specs)),
            *(f"{name} {_text(intro)}" for name, intro in sorted(pool.introductions().items())),
            *(f"{name} {sorted(spec.objects.items())}" for name, spec in sorted(pool.specs.items())),
            repr((sorted(pool.left_out), sorted(pool.unsupported))),
            repr([(fact, entry.cells, entry.reason) for fact, entry in baseline.items()]),
        )

    def _digest(self, work: Work) -> str:
        """The digest of what the verdict of one work follows from beside that."""
        names = list(work.names)
        goldens = self.suite.goldens.inputs(names) if self.suite.goldens is not None else ()
        about = (f"{entry.name} {entry.foreign} {entry.digest}" for entry in self._about(work, names))
        return FileHashes.of_texts(*work.inputs(), *goldens, *about)

    def _about(self, work: Work, names: Sequence[str]) -> Iterator[Entry]:
        """The entries that may be about some values of a work."""
        text = "\n".join(names)
        for entry in self.suite.matcher.entries:
            if (not entry.cases or _any_of(entry.cases).search(text)) and work.may_show(entry):
                yield entry


@cache
def _any_of(globs: tuple[str, ...]) -> re.Pattern[str]:
    """Finds a line that some of these globs take."""
    lines = (fnmatch.translate(glob).removeprefix("(?s:").removesuffix(")\\Z") for glob in globs)
    return re.compile("|".join(f"^(?:{line})$" for line in lines), re.MULTILINE)


def _key(about: str, common: str) -> str:
    return FileHashes.of_texts(about, common)


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


def _decode(data: bytes) -> Verdict:
    return msgspec.msgpack.decode(data, type=Verdict)
