"""The suites, each run over the codecs that are chosen. The roster says which codecs there are."""

from collections.abc import Callable, Collection, Mapping
from functools import partial

from wirebed.bed import ROOT, Bed, glob
from wirebed.bed.codec_id import base_of, codec_id, format_of, key_of, peer_of, short
from wirebed.peers import discover
from wirebed.peers.client import connect
from wirebed.run import other_versions
from wirebed.run.selection import CodecSelection
from wirebed.run.taking_part import taking_part
from wirebed.state.roster import Member, Roster
from wirebed_build.languages import generations
from wirebed_build.progress import Progress
from wirebed_build.trees import ensure
from wirebed_conformance import documents, hold, tests
from wirebed_conformance.entries import Entries
from wirebed_conformance.hold import OfCodec
from wirebed_conformance.suite import SOURCE, Suite

PROTOBUF, JSON, XML = "protobuf", "JSONTestSuite", "W3C-XML"
DOCUMENTS = {JSON: documents.JSON, XML: documents.XML}
FORMATS = tuple(dict.fromkeys((*tests.SUITES, *(name for of in DOCUMENTS.values() for name in of.forms))))


def of_protobuf(bed: Bed, selection: CodecSelection, case: str, entries: Entries) -> list[OfCodec]:
    """Protobuf's own suite: what each of the codecs fails. The peers answer from the descriptors of its messages."""
    codecs = _chosen(bed, selection, tests.SUITES, "descriptors")
    peers, found = list(dict.fromkeys(map(peer_of, codecs))), list[OfCodec]()
    if not peers:
        return found
    suite = Suite(peers)
    with Progress("conformance", len(peers)) as bar:
        for peer in peers:
            of_peer = [codec for codec in codecs if peer_of(codec) == peer]
            ran = suite.run(peer, [format_of(codec) for codec in of_peer], case)
            bar.advance(1)
            for codec in of_peer:
                outcomes, listed = hold.of_format(ran, format_of(codec)), entries.listed(codec, SOURCE)
                unexplained = entries.unexplained(codec, hold.failed(outcomes), listed)
                found.append(OfCodec(PROTOBUF, codec, outcomes, ran.words, listed, unexplained))
    return sorted(found, key=lambda of: list(tests.SUITES).index(format_of(of.codec)))


def of_documents(name: str, bed: Bed, selection: CodecSelection, case: str, entries: Entries) -> list[OfCodec]:
    """A suite of documents: what each reader of their formats fails."""
    suite = DOCUMENTS[name]
    codecs = _chosen(bed, selection, suite.forms, "peers")
    peers = list(dict.fromkeys(map(peer_of, codecs)))
    if not peers:
        return []
    chosen = [document for document in suite.documents() if glob.matches(document.name, case)]
    with connect(ensure(bed, peers), peers, taking_part(bed, selection).scope) as client:
        readers = [codec for codec in client.codecs if codec.id in codecs]
        ran = documents.run(client, readers, suite, chosen)
    for codec in (codec for codec in codecs if codec not in ran):
        print(f"{name} {format_of(codec)} {short(codec)}: not asked: it refuses what its class does not have")
    found = list[OfCodec]()
    for codec, of in ran.items():
        unexplained = entries.unexplained(codec, hold.failed(of.outcomes), ())
        found.append(OfCodec(name, codec, of.outcomes, of.words, unexplained=unexplained))
    return sorted(found, key=lambda of: list(suite.forms).index(format_of(of.codec)))


Run = Callable[[Bed, CodecSelection, str, Entries], list[OfCodec]]
SUITES: Mapping[str, Run] = {PROTOBUF: of_protobuf, **{name: partial(of_documents, name) for name in DOCUMENTS}}


def known(suite: str) -> list[str]:
    """The ids of the readers of the roster that a suite asks, whatever takes part in a run."""
    formats, section = (DOCUMENTS[suite].forms, "peers") if suite in DOCUMENTS else (tests.SUITES, "descriptors")
    return [m.codec for m in _members(section) if format_of(m.codec) in formats]


def _members(section: str) -> list[Member]:
    return [m for m in Roster.load(ROOT / "fixtures" / "roster.yaml", section).members if m.decodes]


def _chosen(bed: Bed, selection: CodecSelection, formats: Collection[str], section: str) -> list[str]:
    """The ids of the readers that are asked, of a section of the roster. With other versions of libraries, each is
    asked beside that of today."""
    part, versions = taking_part(bed, selection), bool(generations.variables())
    specs = discover(names=other_versions.peers() if versions else part.here, compiled=section == "peers")
    peers = [spec.name for spec in specs if not spec.left_out]
    members = _members(section)
    every = [codec_id(peer, key_of(m.codec)) for peer in peers for m in members if peer_of(m.codec) == base_of(peer)]
    chosen = [codec for codec in part.scope.of(every) if format_of(codec) in formats]
    taken = [c for c in chosen if selection.takes_format(format_of(c)) and selection.takes_reader(c)]
    return sorted(dict.fromkeys(codec for each in taken for codec in (base_of(each), each)))
