"""The table of proto/CODECS.md: all codecs, with what makes each another one than its library as the manual begins."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from wirebed.peers.codecs import ENVIRONMENT, CodecRef, Setting

_AS_IN_MANUAL = "the library's defaults"


def table(codecs: Iterable[CodecRef], of_classes: Iterable[CodecRef] = ()) -> str:
    """`of_classes`: the codecs for classes that were written by hand."""
    lines = []
    for some, title in ((codecs, "{}"), (of_classes, "{}, classes by hand")):
        for peer, of_peer in groupby(some, key=lambda one: one.peer):
            lines += [f"## {title.format(peer)}", "", "| codec | role | what | value | why |", "|---|---|---|---|---|"]
            alike: dict[tuple[Setting, ...], list[CodecRef]] = {}
            for codec in of_peer:
                alike.setdefault(codec.settings, []).append(codec)
            for settings, refs in alike.items():
                lines += _rows(refs, settings)
            lines.append("")
    return "\n".join(lines)


def _rows(refs: list[CodecRef], settings: tuple[Setting, ...]) -> Iterator[str]:
    names = ", ".join(f"`{ref.key}`" for ref in refs)
    # Guards only refuse, and a process has some environment anyway.
    if all(one.role in ("guard", ENVIRONMENT) for one in settings):
        yield f"| {names} | – | {_AS_IN_MANUAL} | | |"
        names = ""
    for one in settings:
        yield f"| {names} | {one.role} | {_cell(one.name)} | {_cell(one.value)} | {_cell(one.why)}{_converts(one)} |"
        names = ""


def _converts(one: Setting) -> str:
    """The values that the code makes of what the library has read, and of which it makes what the library writes."""
    if one.reads == one.writes:
        return f" Converts {', '.join(one.reads)}." * bool(one.reads)
    ways = (one.reads, "that are read"), (one.writes, "that are written")
    return "".join(f" Converts {', '.join(values)} {when}." for values, when in ways if values)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
