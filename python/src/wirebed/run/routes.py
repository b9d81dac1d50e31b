"""Which routes a value has: its legs × formats × writers × relays × readers, as far as the user's globs take them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from wirebed.bed.codec_id import NONE, base_of
from wirebed.cases.byte_source import HEX_WRITER, ByteSource
from wirebed.cases.case import Case
from wirebed.peers.codecs import PLAIN, CodecRef, Codecs, Format
from wirebed.run.leg import NOW, Leg
from wirebed.run.route import Mutation, Route
from wirebed.run.selection import CodecSelection

Pair = tuple[CodecRef, tuple[CodecRef, ...]]  # a writer with its readers


class Routes:
    """The routes over one set of codecs.

    `given`: bytes of cases that were not written now, by the name of the case. `direct_only`: codecs that take no part
    where a relay stands in between. `alone`: codecs that meet nobody but themselves, and so no relay either.
    """

    def __init__(
        self,
        codecs: Codecs,
        formats: Sequence[Format],
        selection: CodecSelection,
        given: Mapping[str, Sequence[ByteSource]] | None = None,
        direct_only: Collection[str] = (),
        alone: Collection[str] = (),
    ) -> None:
        self.codecs, self.formats, self.selection = codecs, formats, selection
        self.given = given or {}
        self.relaying = codecs.without({*direct_only, *alone})
        self.alone = {*alone, *(ref.id for ref in codecs.all if ref.format == NONE)}
        self._known_pairs: dict[tuple[str, str], list[Pair]] = {}  # by leg and format
        self._known_readers: dict[tuple[str, str], list[CodecRef]] = {}

    def of(self, name: str, case: Case, leg: Leg = NOW, mutation: Mutation | None = None) -> Iterator[Route]:
        """The routes of a case or sample on one leg."""
        for format_ in self.formats:
            if leg.format not in ("", format_.name):
                continue
            # The bytes of a `hex:` case are given; `none` has no bytes.
            if not leg.given and (not case.wire or format_.base == NONE):
                for writer, readers in _of_case(case, self._pairs(leg, format_)):
                    for relay, into in self._relays(leg, format_):
                        yield Route(name, case, leg, format_, writer, readers, None, relay, into, mutation)
            for source in self.given.get(case.name, ()):
                if source.format == format_.base and _takes(source, leg):
                    yield from self._of_given(name, case, source, leg, format_, mutation)

    def of_source(self, source: ByteSource) -> Iterator[Route]:
        """The route of bytes that every reader of their format reads."""
        name = source.case.name if source.case is not None else source.name
        for format_ in self.formats:
            if format_.name == source.format:
                yield from self._of_given(name, source.case, source, NOW, format_)

    def _of_given(
        self,
        name: str,
        case: Case | None,
        source: ByteSource,
        leg: Leg,
        format_: Format,
        mutation: Mutation | None = None,
    ) -> Iterator[Route]:
        if not self.selection.takes_writer(source.writer):
            return
        readers = self._met(source.writer, self._readers(leg, format_))
        if not source.message:
            readers = tuple(reader for reader in readers if reader.bare)
        for relay, into in self._relays(leg, format_) if readers else ():
            yield Route(name, case, leg, format_, None, readers, source, relay, into, mutation)

    def _pairs(self, leg: Leg, format_: Format) -> list[Pair]:
        """Each writer with its readers."""
        key = (leg.name, format_.name)
        if key not in self._known_pairs:
            readers = self._readers(leg, format_)
            writers = self._of_leg(leg).find(leg.writer, format_.base, encodes=True)
            pairs = [(w, self._met(w.id, readers)) for w in writers if self.selection.takes_writer(w.id)]
            self._known_pairs[key] = [(writer, met) for writer, met in pairs if met]
        return self._known_pairs[key]

    def _readers(self, leg: Leg, format_: Format) -> list[CodecRef]:
        key = (leg.name, format_.name)
        if key not in self._known_readers:
            readers = self._of_leg(leg).find(leg.reader, leg.into or format_.base, decodes=True)
            self._known_readers[key] = [reader for reader in readers if self.selection.takes_reader(reader.id)]
        return self._known_readers[key]

    def _relays(self, leg: Leg, format_: Format) -> list[tuple[CodecRef | None, CodecRef | None]]:
        """Each relay, and what it writes with, where that is another codec."""
        if not leg.relay:
            return [(None, None)]
        relays = self.relaying.find(leg.relay, format_.base, encodes=not leg.into, decodes=True)
        if not leg.into:
            return [(relay, None) for relay in relays]
        pairs = [(relay, self.relaying.into(relay, leg.into)) for relay in relays]
        return [(relay, into) for relay, into in pairs if into is not None]

    def _met(self, writer: str, readers: Sequence[CodecRef]) -> tuple[CodecRef, ...]:
        return tuple(r for r in readers if r.id == writer or not {base_of(writer), base_of(r.id)} & self.alone)

    def _of_leg(self, leg: Leg) -> Codecs:
        return self.relaying if leg.relay else self.codecs


def _of_case(case: Case, pairs: Iterable[Pair]) -> Iterable[Pair]:
    """The pairs in which the writer or the reader is a codec of the case; without bytes, all plain objects."""
    if case.codecs is None:
        yield from pairs
        return
    for writer, readers in pairs:
        if writer.format == NONE:
            met = readers if writer.model == PLAIN else ()
        else:
            met = readers if writer.id in case.codecs else tuple(r for r in readers if r.id in case.codecs)
        if met:
            yield writer, met


def _takes(source: ByteSource, leg: Leg) -> bool:
    """Whether given bytes take a leg: those of a `hex:` case stand for a writer, goldens are read only."""
    return not leg.given if source.writer == HEX_WRITER else not leg.relay


def hex_sources(case: Case) -> list[ByteSource]:
    """The byte sources that a `hex:` case is."""
    return [
        ByteSource(
            name=case.name,
            case=case,
            format=format_,
            message=case.message,
            data=data,
            options=case.options.get(format_, {}),
            writer=HEX_WRITER,
            expect=None if case.expect_reject else case.view,
            reject=case.expect_reject,
        )
        for format_, data in sorted(case.wire.items())
    ]
