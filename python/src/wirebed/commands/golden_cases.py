"""The cases of a bed for `make golden`, and what a run makes of them, or of captured bytes, before they are kept."""

from collections.abc import Callable, Sequence

from wirebed.bed import PROGRAM, Bed, settings
from wirebed.bed.glob import listed, takes
from wirebed.bed.schema import Schema
from wirebed.cases import load as load_cases
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.case import Case
from wirebed.commands.golden_update import Batch, described
from wirebed.errors import unknown
from wirebed.peers import discover
from wirebed.run import Build, Peers, Selection, outcomes
from wirebed.run.leg import NOW
from wirebed.run.peers import Keep
from wirebed.run.taking_part import TakingPart
from wirebed.state.golden.checker import Checker
from wirebed.suites.interop.suite import suite
from wirebed_build.trees import ensure

_GENERATED = """\
generated values are never pinned: another schema, or another version of Wirebed, has other values under their names.
A value whose bytes are to stay is a file in <bed>/fixtures/cases (fixtures/cases/README.md of Wirebed)."""


class Cases:
    """A source of `golden_update.update`."""

    what, mark = "case", "a line `# golden` in its header, or `golden: true`"
    repeat = f"{PROGRAM} interop CASE="
    without: frozenset[str] = frozenset()  # the codecs that take no part

    def __init__(self, bed: Bed, glob: str | None, part: TakingPart, keep: Keep | None = None) -> None:
        self.part, self.keep = part, keep
        self.none = _GENERATED if settings.load(bed).generated else ""
        schema, cases = load(bed, part.here, lambda name: takes([name], listed(glob)))
        self.build = Build.of(bed, {NOW.reader: schema})
        self.golden = [case for case in cases if case.golden and takes([case.name], listed(glob))]
        self.batches = [Batch(Checker(bed, schema, cases), self.golden, schema.tree_dir)]

    def unexpected(self, format: str | None) -> list[tuple[str, str]]:
        return _run(self.build, self.golden, [], self.part, format, self.keep)


def load(
    bed: Bed, peers: Sequence[str] | None = None, takes: Callable[[str], bool] = lambda name: True
) -> tuple[Schema, list[Case]]:
    """The schema and the cases of the bed; `peers=[]` builds no more than that needs, `takes` is as for cases."""
    schema = Schema.load(ensure(bed, peers))
    return schema, load_cases(bed, schema, takes)


def of_bytes(build: Build, case: Case, format: str, data: bytes, name: str, part: TakingPart) -> list[str]:
    """The readers that do not see the case's value in these bytes, but for stated deviations."""
    source = ByteSource(
        name=name,
        case=case,
        format=format,
        message=case.message,
        data=data,
        options=dict(case.options.get(format, {})),
        expect=case.view,
    )
    return [text for _, text in _run(build, [], [source], part)]


def _run(
    build: Build,
    cases: Sequence[Case],
    sources: Sequence[ByteSource],
    part: TakingPart,
    format: str | None = None,
    keep: Keep | None = None,
) -> list[tuple[str, str]]:
    """The cells that are not as expected, as case and text; goldens are no part of it."""
    specs = discover(names=part.names)
    with Peers.of_tree(build.schema.tree_dir, specs, build.bed, keep, part.scope) as started:
        introductions = part.scope.within(started.pool.introductions())
        formats = {codec.format for peer in introductions.values() for codec in peer.codecs}
        for source in sources:
            if source.format not in formats:
                raise unknown("format", source.format, formats)
        prepared = suite(build, started, Selection(format=format), cases, sources)
        return [(cell.id.case, described(cell, build.schema)) for cell in outcomes(prepared)]
