"""The table of proto/CODECS.md: all codecs, with what makes each another one than its library as the manual begins."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from wirebed.peers.codecs import ENVIRONMENT, CodecRef, Setting

_AS_IN_MANUAL = "the library's defaults"


def table(codecs: Iterable[CodecRef], of_classes: Iterable[CodecRef] = ()) -> str:
    """`of_classes`: the codecs for classes that were written by hand."""
    lines = []
    for group, title in ((codecs, "{}"), (of_classes, "{}, classes by hand")):
        for peer, of_peer in groupby(group, key=lambda ref: ref.peer):
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
    if all(setting.role in ("guard", ENVIRONMENT) for setting in settings):
        yield f"| {names} | – | {_AS_IN_MANUAL} | | |"
        names = ""
    for s in settings:
        yield f"| {names} | {s.role} | {_cell(s.name)} | {_cell(s.value)} | {_cell(s.why)}{_converts(s)} |"
        names = ""


def _converts(setting: Setting) -> str:
    """The values that the code makes of what the library has read, and of which it makes what the library writes."""
    if setting.reads == setting.writes:
        return f" Converts {', '.join(setting.reads)}." * bool(setting.reads)
    ways = (setting.reads, "that are read"), (setting.writes, "that are written")
    return "".join(f" Converts {', '.join(values)} {when}." for values, when in ways if values)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
