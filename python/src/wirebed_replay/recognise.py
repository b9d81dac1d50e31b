"""Says where a corpus is not what the user declares: another framing fits, or text stands where bytes were."""

from collections.abc import Iterator

from wirebed.errors import UserError
from wirebed.view import dump
from wirebed_replay.corpus import Corpus, Index
from wirebed_replay.framing import CHECKABLE
from wirebed_replay.framing.record import Damage
from wirebed_replay.framing.source import Source

_LOOKS_AT = 1 << 20  # bytes of a file
_FILES = 16
# What decoders of UTF-8 put in the place of bytes that are none.
_REPLACED = "�".encode()
_MOST_REPLACED = 3


def check_files(corpus: Corpus, format: str) -> None:
    """Raises UserError where a binary format was recorded as text, as consumers on a console print it."""
    if dump.is_text(format):
        return
    for source in corpus.sources[:_FILES]:
        data = source.read(0, min(source.size, _LOOKS_AT))
        if data.count(_REPLACED) > _MOST_REPLACED and _is_text(data):
            raise UserError(
                f"has U+FFFD in {data.count(_REPLACED):,} places and no byte that is not UTF-8: a program has printed "
                f"{format} as text, and what the bytes were is lost; record them as base64, or as a file of bytes",
                source.name,
            )


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    return True


def check_index(corpus: Corpus, index: Index) -> None:
    """Raises UserError where no file has a record."""
    if index.records:
        return
    if not index.gaps:
        raise UserError("has no record: it is empty", corpus.root)
    gap = index.gaps[0]
    source = corpus.sources[gap.file]
    raise UserError(f"FRAMING={corpus.framing.name} does not fit: {gap.damage.why}{fitting(source)}", source.name)


def fitting(source: Source) -> str:
    """`; FRAMING=length32 would fit`: the framings that say of themselves whether they do."""
    names = [name for name in CHECKABLE if _fits(source, name)]
    return f"; FRAMING={' or '.join(names)} would fit" if names else ""


def _fits(source: Source, name: str) -> bool:
    """Whether the beginning of a file is records of a framing."""
    seen = 0
    for found in _beginning(source, name):
        if isinstance(found, Damage):
            return False
        seen += found.records
    return seen > 0


def _beginning(source: Source, name: str) -> Iterator:  # type: ignore[type-arg]
    for found in CHECKABLE[name].extents(source):
        yield found
        if not isinstance(found, Damage) and found.end > _LOOKS_AT:
            return
