"""Other versions of libraries beside those of today: the peers that have them (GENERATIONS=), and which codecs
differ."""

from collections.abc import Sequence

from wirebed.bed.codec_id import base_of, is_generation
from wirebed.errors import UserError
from wirebed.peers.codecs import CodecRef
from wirebed_build.languages import discovery, generations


def peers() -> list[str]:
    """The peers that have other versions of libraries, and those of today."""
    names = [peer.name for peer in discovery.discover()]
    bases = {base_of(name) for name in names if is_generation(name)}
    return [name for name in names if base_of(name) in bases]


def that_differ(codecs: Sequence[CodecRef]) -> list[CodecRef]:
    """Those that load another version than today's, and these; UserError where none does."""
    today = {codec.id: codec for codec in codecs}
    pairs = [
        (codec, today[base_of(codec.id)]) for codec in codecs if is_generation(codec.id) and base_of(codec.id) in today
    ]
    differing = [pair for pair in pairs if _versions(pair[0]) != _versions(pair[1])]
    if not differing:
        raise UserError(f"no reader that is asked loads another version: {', '.join(generations.variables())}")
    return list(dict.fromkeys(codec for pair in differing for codec in pair))


def _versions(codec: CodecRef) -> tuple[str, str]:
    return codec.version, codec.loaded.version
