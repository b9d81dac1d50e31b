"""The codecs of a run, as their peers introduced them."""

from collections.abc import Mapping
from dataclasses import dataclass

from wirebed_protocol import peer_pb2

from wirebed.codec_id import NONE, codec_id, short


@dataclass(frozen=True)
class CodecRef:
    peer: str
    format: str
    library: str
    version: str
    encodes: bool
    decodes: bool
    model: str  # message | plain
    canonical: bool
    bare: bool
    id: str  # java:hessian2/caucho
    key: str  # hessian2/caucho

    @property
    def short(self) -> str:
        return short(self.id)


def codecs_of(introductions: Mapping[str, peer_pb2.Introduction]) -> list[CodecRef]:
    """All codecs, by peer and in the order in which the peer names them."""
    return [
        CodecRef(
            peer=peer,
            format=codec.format,
            library=codec.library,
            version=codec.version,
            encodes=codec.encodes,
            decodes=codec.decodes,
            model="message" if codec.model == peer_pb2.MESSAGE else "plain",
            canonical=codec.canonical,
            bare=codec.bare,
            id=codec_id(peer, f"{codec.format}/{codec.library}"),
            key=f"{codec.format}/{codec.library}",
        )
        for peer in sorted(introductions)
        for codec in introductions[peer].codecs
    ]


def format_order(name: str) -> tuple:
    """`none` comes first: what it shows explains the rest."""
    return (name != NONE, name)
