"""The codecs that a run is about: those that the file of its bed takes, as far as LANGUAGE= takes their languages.

All others take no part: they are not asked, and nobody misses them. A peer of which no codec takes part is not built.
The codecs without bytes (`none`) take part with the other codecs of their peer, since these are held against them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wirebed_protocol.peer_pb2 import Codec, Introduction

from wirebed.bed import codec_id, glob
from wirebed.bed.codec_id import NONE, format_of, peer_of


@dataclass(frozen=True)
class Scope:
    without: frozenset[str] = frozenset()  # the peers that their language, or a switch, leaves out
    formats: tuple[str, ...] = ()  # lists of globs
    codecs: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing is left out."""
        return not (self.without or self.formats or self.codecs)

    def of(self, codecs: Iterable[str]) -> frozenset[str]:
        """The codecs among these that take part."""
        every = frozenset(codecs)
        if self.whole:
            return every
        with_bytes = {codec for codec in every if format_of(codec) != NONE and self._takes(codec)}
        peers = {peer_of(codec) for codec in with_bytes}
        return frozenset(c for c in every if c in with_bytes or (format_of(c) == NONE and peer_of(c) in peers))

    def takes_given(self, writer: str) -> bool:
        """Whether bytes are read that this codec once wrote: they are held against what its language can hold. Bytes
        that are no codec's always are."""
        return ":" not in writer or self._takes(writer)

    def _takes(self, codec: str) -> bool:
        return (
            peer_of(codec) not in self.without
            and glob.takes([format_of(codec)], self.formats)
            and codec_id.takes(codec, self.codecs)
        )

    def within(self, introductions: Mapping[str, Introduction]) -> dict[str, Introduction]:
        """The introductions of processes, with those of their codecs that take part."""
        return dict(introductions) if self.whole else {name: self._part(i) for name, i in introductions.items()}

    def _part(self, introduction: Introduction) -> Introduction:
        part = Introduction()
        part.CopyFrom(introduction)
        taken = self.of(_id(introduction, codec) for codec in (*introduction.codecs, *introduction.class_codecs))
        del part.codecs[:], part.class_codecs[:]
        part.codecs.extend(codec for codec in introduction.codecs if _id(introduction, codec) in taken)
        part.class_codecs.extend(codec for codec in introduction.class_codecs if _id(introduction, codec) in taken)
        return part


def _id(introduction: Introduction, codec: Codec) -> str:
    return codec_id.codec_id(introduction.peer, f"{codec.format}/{codec.library}")
