"""Flattens a view into its fields, each with the path that leads to it. A shared record appears at each place."""

from __future__ import annotations

from wirebed_peer.bridge import nodes

Path = tuple[str, ...]
Field = tuple[Path, bytes]


def fields(view: bytes) -> list[Field]:
    """The fields in the order of the view. A list, set or map also has its count as a field, and a record its name."""
    found: list[Field] = []
    _walk(view, 0, (), found, set())
    return found


def _walk(view: bytes, at: int, path: Path, found: list[Field], around: set[int]) -> int:
    """Adds the fields of the node at `at` and returns its end. A cycle ends at a record of `around`, its parents."""
    tag = view[at]
    if tag == nodes.RECORD:
        return _walk_record(view, at, path, found, around)
    if tag == nodes.SAME:
        target = nodes.u32_from(view, at + 1)[0]
        if target in around:
            found.append((path, b"="))
        else:
            _walk(view, target, path, found, around)
        return at + 5
    if tag in (nodes.LIST, nodes.SET, nodes.MAP):
        count, end = nodes.counted(view, at + 1, 1)
        found.append(((*path, "count"), view[at:end]))
        for index in range(count * 2 if tag == nodes.MAP else count):
            place = (*path, "key") if tag == nodes.MAP and index % 2 == 0 else path
            end = _walk(view, end, place, found, around)
        return end
    end = nodes.skip(view, at)
    found.append((path, view[at:end]))
    return end


def _walk_record(view: bytes, at: int, path: Path, found: list[Field], around: set[int]) -> int:
    end = at + 3 + nodes.U16.unpack_from(view, at + 1)[0]
    found.append(((*path, "record"), view[at:end]))
    inside = around | {at}
    while number := nodes.u32_from(view, end)[0]:
        end = _walk(view, end + 4, (*path, str(number)), found, inside)
    return end + 4
