"""Which cells a run has: the codecs, the cases and byte sources, and what the filters leave of them."""

from collections.abc import Iterable, Sequence

from wirebed.codec_id import NONE
from wirebed.errors import UserError
from wirebed.matrix.selection import Selection, check
from wirebed.matrix.source import ByteSource
from wirebed.peers.codecs import CodecRef, format_order

HEX_WRITER = "bytes"
FATAL = "fatal"  # the tag of a case that a peer is not expected to survive


class Plan:
    """Everything that a run does, in the order in which it is reported.

    `each_reads`: a reader decodes anew for every cell, also the same bytes of two writers (a benchmark wants that).
    """

    def __init__(
        self,
        codecs: Sequence[CodecRef],
        cases: Iterable,
        sources: Iterable[ByteSource] = (),
        selection: Selection | None = None,
        each_reads: bool = False,
    ):
        self.each_reads = each_reads
        self.selection = selection or Selection()
        self.codecs = list(codecs)
        self.by_id = {codec.id: codec for codec in self.codecs}
        cases, sources = list(cases), list(sources)
        self._check_globs(cases, sources)
        takes = self.selection
        self.formats = sorted({c.format for c in self.codecs if takes.takes_format(c.format)}, key=format_order)
        self.writers = {f: self._of(f, "encodes", takes.takes_writer) for f in self.formats}
        self.readers = {f: self._of(f, "decodes", takes.takes_reader) for f in self.formats}
        # A cell of `none` is one codec with itself.
        both = [c for c in self.writers.get(NONE, ()) if takes.takes_reader(c.id)]
        self.none = both
        # What kills its peer comes first: all that a JVM has compiled is lost with it, and nothing is compiled yet.
        taken = (case for case in cases if takes.takes_case(case.name))
        self.cases = sorted(taken, key=lambda case: FATAL not in case.tags)
        given = [source for case in self.cases for source in hex_sources(case)]
        self.sources = [source for source in (*given, *sources) if self._takes(source)]
        if not self.cells:
            raise UserError(
                "no cell is left: each of CASE, FORMAT, WRITER and READER matches something, together nothing"
            )

    def _of(self, format_: str, direction: str, takes) -> list[CodecRef]:
        return [c for c in self.codecs if c.format == format_ and getattr(c, direction) and takes(c.id)]

    def _takes(self, source: ByteSource) -> bool:
        name = source.case.name if source.case is not None else source.name
        return (
            self.selection.takes_case(name)
            and source.format in self.formats
            and self.selection.takes_writer(source.writer)
            and bool(self.readers_of(source))
        )

    def readers_of(self, source: ByteSource) -> list[CodecRef]:
        readers = self.readers[source.format]
        return readers if source.message else [codec for codec in readers if codec.bare]

    def pairs(self, case) -> list[tuple[str, CodecRef, list[CodecRef]]]:
        """(format, writer, its readers) of a case whose bytes are written now."""
        if case.formats is not None:
            return []
        return [(f, w, self.readers[f]) for f in self.formats if f != NONE for w in self.writers[f] if self.readers[f]]

    @property
    def cells(self) -> int:
        written = sum(len(readers) for case in self.cases for _, _, readers in self.pairs(case))
        read = sum(len(self.readers_of(source)) for source in self.sources)
        return written + read + len(self.none) * len([case for case in self.cases if not case.expect_reject])

    def _check_globs(self, cases, sources):
        """A glob that matches nothing is an error that names what is near."""
        takes = self.selection
        names = [case.name for case in cases] + [source.name for source in sources if source.case is None]
        codecs = [name for codec in self.codecs for name in (codec.short, codec.id, codec.peer)]
        labels = [HEX_WRITER, *(source.writer for source in sources)]
        check("CASE", takes.case, names, takes.takes_case)
        check("FORMAT", takes.format, {codec.format for codec in self.codecs}, takes.takes_format)
        check("WRITER", takes.writer, [*codecs, *labels], takes.takes_writer)
        check("READER", takes.reader, codecs, takes.takes_reader)


def hex_sources(case) -> list[ByteSource]:
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
