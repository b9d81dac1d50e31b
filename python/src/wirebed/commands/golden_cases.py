"""The cases of a bed for `make golden`, and what a run makes of them, or of captured bytes, before they are kept."""

from wirebed.bed import ROOT
from wirebed.bed.glob import matches
from wirebed.bed.schema import Schema
from wirebed.cases import load as load_cases
from wirebed.cases.byte_source import ByteSource
from wirebed.commands.golden_update import Batch, described
from wirebed.errors import unknown
from wirebed.peers import asked, discover
from wirebed.run import Selection
from wirebed.state.golden.checker import Checker
from wirebed.suites.interop.session import InteropSession
from wirebed_build.trees import ensure


class Cases:
    """A source of `golden_update.update`."""

    what, mark = "case", "a line `# golden` in its header, or `golden: true`"
    repeat = "make interop CASE="
    without: frozenset[str] = frozenset()  # the codecs that take no part

    def __init__(self, bed, glob: str | None, peers, keep=None):
        self.bed, self.peers, self.keep = bed, peers, keep
        self.schema, cases = load(bed, peers, lambda name: matches(name, glob))
        self.golden = [case for case in cases if case.golden and matches(case.name, glob)]
        self.batches = [Batch(Checker(bed, self.schema, cases), self.golden, bed.tree_dir)]

    def unexpected(self, format: str | None) -> list[tuple[str, str]]:
        return _run(self.bed, self.schema, self.golden, [], self.peers, format, self.keep)


def load(bed, peers=None, takes=lambda name: True):
    """The schema and the cases of the bed; `peers=[]` builds no more than that needs, `takes` is as for cases."""
    schema = Schema.load(ensure(bed, asked.here(peers)))
    return schema, load_cases(bed, schema, takes)


def of_bytes(bed, schema, case, format: str, data: bytes, name: str, peers=None) -> list[str]:
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
    return [text for _, text in _run(bed, schema, [], [source], peers)]


def _run(bed, schema, cases, sources, peers, format: str | None = None, keep=None) -> list[tuple[str, str]]:
    """The cells that are not as expected, as case and text; goldens are no part of it."""
    with InteropSession(bed, bed.tree_dir, ROOT, discover(names=peers), keep) as session:
        formats = {codec.format for peer in session.pool.introductions().values() for codec in peer.codecs}
        for source in sources:
            if source.format not in formats:
                raise unknown("format", source.format, formats)
        session.prepare(schema, cases=cases, sources=sources, selection=Selection(format=format))
        return [(cell.id.case, described(cell, schema)) for cell in session.outcomes()]
