"""The name of a codec everywhere: `peer:format/library`, such as `java:hessian2/caucho`.

A process of one of several versions is `java@v1`. Reports say `java/caucho` where the format is known. A generation, a
peer with other versions of libraries, is `java~hessian-4.0.38`; a codec with a mapper of the bed is
`java:json/jackson~ours`. Globs that mean the base of either mean it, too.
"""

from collections.abc import Iterable

from wirebed.bed import glob as globs

NONE = "none"  # the format of the codecs without bytes
GENERATION = "~"  # between the name of a peer and the versions of a generation of it
MAPPER = "~"  # between the name of a codec and the name that a bed gives its mapper


def codec_id(peer: str, key: str) -> str:
    return f"{peer}:{key}"


def peer_of(codec: str) -> str:
    """`java:hessian2/caucho` -> `java`."""
    return codec.partition(":")[0]


def base_of(name: str) -> str:
    """`java~hessian-4.0.38:hessian2/caucho` -> `java:hessian2/caucho`; of a peer of today, and of its codecs, the name
    itself."""
    peer, colon, key = name.partition(":")
    return peer.partition(GENERATION)[0] + colon + key


def is_generation(name: str) -> bool:
    """Whether a peer, or the peer of a codec, is a generation."""
    return GENERATION in name and GENERATION in peer_of(name)


def plain_of(codec: str) -> str:
    """`java:json/jackson~ours` -> `java:json/jackson`; of any other codec, the name itself."""
    peer, colon, key = codec.partition(":")
    return peer + colon + key.partition(MAPPER)[0]


def has_mapper(codec: str) -> bool:
    """Whether a bed has made the mapper of a codec."""
    return MAPPER in codec and MAPPER in key_of(codec)


def key_of(codec: str) -> str:
    """`java:hessian2/caucho` -> `hessian2/caucho`, as the peer itself calls it."""
    return codec.partition(":")[2]


def format_of(codec: str) -> str:
    """`java:hessian2/caucho` -> `hessian2`."""
    return key_of(codec).partition("/")[0]


def library_of(codec: str) -> str:
    """`java:hessian2/caucho` -> `caucho`."""
    return key_of(codec).partition("/")[2]


def short(codec: str) -> str:
    """`java:hessian2/caucho` -> `java/caucho`; what is no codec, such as `given`, stays."""
    return f"{peer_of(codec)}/{library_of(codec)}" if ":" in codec else codec


def names(codec: str) -> tuple[str, ...]:
    """What globs may call a codec: `java:hessian2/caucho`, `java/caucho`, `java` for all of a peer. The names of its
    base mean a generation, too, and those of the codec that it is named after one with a mapper of the bed."""
    if GENERATION not in codec and MAPPER not in codec:
        return codec, short(codec), peer_of(codec)
    every = dict.fromkeys((codec, base_of(codec), plain_of(codec), plain_of(base_of(codec))))
    return tuple(dict.fromkeys(name for one in every for name in (one, short(one), peer_of(one))))


def matches(codec: str, glob: str | None) -> bool:
    """Whether a glob means this codec: `java/*`, `java:hessian2/caucho`, `java` for all of a peer."""
    return not glob or any(globs.matches(name, glob) for name in names(codec))


def takes(codec: str, listed: Iterable[str]) -> bool:
    """Whether a list of globs takes this codec."""
    return globs.takes(names(codec), listed)


def at(peer: str, version: str) -> str:
    """The name of a peer's process that is built against one of several versions, or against the only one."""
    return f"{peer}@{version}" if version else peer


def peer_and_version(process: str) -> tuple[str, str]:
    """`java@v1` -> `java`, `v1`; the version is empty where there is only one."""
    peer, _, version = process.partition("@")
    return peer, version
