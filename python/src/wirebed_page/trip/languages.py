"""The languages of the codecs of a run, and sets of codecs in words that say exactly which codecs they are."""

from collections.abc import Callable, Iterable, Set

from wirebed.bed.codec_id import peer_of, short
from wirebed.report.header import Header
from wirebed.state.deviations.products import products

# The writing language of bytes that no codec wrote: of `hex:` cases and of vectors.
GIVEN = "given bytes"
# A set of pairs that is no product of writers and readers is told in so many parts.
_MOST_PARTS = 3


class Languages:
    def __init__(self, header: Header):
        self._of_peer = {peer.peer: peer.language for peer in header.peers}

    def of(self, codec: str) -> str:
        peer = peer_of(codec)
        return self._of_peer.get(peer, peer) if ":" in codec else GIVEN


class Words:
    """The codecs of one format in words. `every` is said of those alone which are all that took part."""

    def __init__(self, pairs: Iterable[tuple[str, str]], language: Callable[[str], str]):
        """`pairs`: all writers of the format with their readers."""
        self._language = language
        known = set(pairs)
        self._writers = {writer for writer, _ in known if ":" in writer}
        self._readers = {reader for _, reader in known}
        self._number = len(known)

    def way(self, pairs: Set[tuple[str, str]]) -> str:
        """`from every writer to java/caucho`; each of these writers with each of these readers."""
        parts = products(pairs)
        if len(parts) > _MOST_PARTS:
            return f"between {len(pairs)} of the {self._number} pairs of a writer and a reader"
        return "; ".join(self._part(*part) for part in parts)

    def writers(self, pairs: Set[tuple[str, str]]) -> str:
        return self._from({writer for writer, _ in pairs})

    def _part(self, writers: Set[str], readers: Set[str]) -> str:
        if writers == readers and len(writers) == 1:
            return f"from {short(*writers)} to itself"
        return f"from {self._from(writers)} to {self._some(readers, self._readers, 'reader')}"

    def _from(self, writers: Set[str]) -> str:
        codecs = {writer for writer in writers if ":" in writer}
        return self._some(codecs, self._writers, "writer") if codecs else GIVEN

    def _some(self, codecs: Set[str], among: Set[str], role: str) -> str:
        """`every writer`, `every Java writer and python/orjson` or `every writer but java/gson`, the shortest."""
        if len(codecs) > 1 and codecs == among:
            return f"every {role}"
        options = [joined(self._by_language(codecs, among, role))]
        if (left := among - codecs) and len(left) < len(codecs):
            options.append(f"every {role} but {joined(sorted(map(short, left)))}")
        return min(options, key=len)

    def _by_language(self, codecs: Set[str], among: Set[str], role: str) -> list[str]:
        groups: list[str] = []
        for language in sorted({self._language(codec) for codec in codecs}):
            of = {codec for codec in among if self._language(codec) == language}
            here = {codec for codec in codecs if self._language(codec) == language}
            groups += [f"every {language} {role}"] if here == of and len(of) > 1 else sorted(map(short, here))
        return groups


def joined(words: Iterable[str]) -> str:
    """`a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
