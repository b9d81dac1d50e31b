"""The user's globs, which choose a part of a run; None is everything."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields

from wirebed.bed import codec_id, glob
from wirebed.bed.codec_id import NONE
from wirebed.errors import no_match
from wirebed.peers.asked import Side
from wirebed.peers.codecs import CodecRef
from wirebed.run.plan import nothing_left

Names = Callable[[str], Iterable[str]]  # what FORMAT= may call the format of a codec


def itself(format: str) -> Iterable[str]:
    return (format,)


@dataclass(frozen=True)
class Chosen:
    """The user's choice of a part of a run, in the fields of a subclass."""

    @property
    def given(self) -> dict[str, str]:
        """What was chosen, by name."""
        defaults = {part.name: part.default for part in fields(self)}
        return {name: str(value) for name, value in vars(self).items() if value and value != defaults[name]}

    @property
    def full(self) -> bool:
        """Whether nothing is left out."""
        return not self.given


@dataclass(frozen=True, kw_only=True)
class CodecSelection(Chosen):
    """The lists of globs that every suite has: FORMAT= WRITER= READER=, and LANGUAGE=, of which only the scope of a run
    knows (wirebed.run.taking_part)."""

    format: str | None = None
    writer: str | None = None
    reader: str | None = None
    language: str | None = None

    def takes_format(self, name: str) -> bool:
        return glob.takes([name], glob.listed(self.format))

    def takes_writer(self, codec: str) -> bool:
        return codec_id.takes(codec, glob.listed(self.writer))

    def takes_reader(self, codec: str) -> bool:
        return codec_id.takes(codec, glob.listed(self.reader))

    def sides(self, names: Names = itself) -> Sequence[Side]:
        """The writers and the readers, if these globs choose some."""
        if not (self.format or self.writer or self.reader):
            return ()

        def of_format(codec: CodecRef) -> bool:
            return any(map(self.takes_format, names(codec.format)))

        return (
            Side(self.writer, lambda codec: codec.encodes and of_format(codec) and self.takes_writer(codec.id)),
            Side(self.reader, lambda codec: codec.decodes and of_format(codec) and self.takes_reader(codec.id)),
        )

    def check_codecs(self, codecs: Iterable[CodecRef], formats: Iterable[str], given: Iterable[str] = ()) -> None:
        """Raises UserError for a glob that takes nothing. `given`: what else writes, such as goldens."""
        names = [name for codec in codecs for name in codec_id.names(codec.id)]
        check_list("FORMAT", self.format, formats)
        check_list("WRITER", self.writer, itertools.chain(names, (name for w in given for name in codec_id.names(w))))
        check_list("READER", self.reader, names)

    def check_together(self, codecs: Iterable[CodecRef], names: Names = itself, given: Iterable[str] = ()) -> None:
        """Raises UserError for globs that take something each, and together no writer with a reader. `given`: as for
        `check_codecs`."""
        if sum(map(bool, (self.format, self.writer, self.reader))) < 2:
            return

        def formats(codec: str) -> set[str]:
            return set(filter(self.takes_format, names(codec_id.format_of(codec))))

        known = list(codecs)
        readers = [(codec.id, formats(codec.id)) for codec in known if codec.decodes and self.takes_reader(codec.id)]
        now = ((codec.id, formats(codec.id)) for codec in known if codec.encodes and self.takes_writer(codec.id))
        before = ((w, formats(w) if ":" in w else None) for w in given if self.takes_writer(w))
        for writer, written in itertools.chain(now, before):
            for reader, read in readers:
                alone = codec_id.format_of(reader) == NONE and writer != reader
                if read and not alone and (written is None or written & read):
                    return
        raise nothing_left("FORMAT, WRITER and READER")


@dataclass(frozen=True, kw_only=True)
class Selection(CodecSelection):
    """The lists of globs of `make interop`: also CASE=; and VALUES= with SEED=, which take random values in place of
    cases."""

    case: str | None = None
    values: int = 0  # of each message
    seed: int = 1

    @property
    def random(self) -> tuple[str, ...]:
        """The variables of make that draw the same values again; none without random values."""
        return (f"VALUES={self.values}", f"SEED={self.seed}") if self.values else ()

    def takes_case(self, name: str) -> bool:
        return glob.takes([name], glob.listed(self.case))


def check(what: str, given: str | None, names: Iterable[str], takes: Callable[[str], bool]) -> None:
    """A glob that takes nothing is an error that names what is near."""
    names = list(names)
    if given and not any(map(takes, names)):
        raise no_match(what, given, names)


def check_list(what: str, given: str | None, names: Iterable[str]) -> None:
    """A glob of a list that takes none of these names is an error. Names that may be costly stand at the end."""
    known: list[str] = []
    more = iter(names)

    def one_by_one() -> Iterator[str]:
        yield from known
        for name in more:
            known.append(name)
            yield name

    for each in glob.listed(given):
        if not any(glob.matches(name, each.removeprefix("!")) for name in one_by_one()):
            raise no_match(what, each, known)
