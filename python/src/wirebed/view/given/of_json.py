"""The parts of JSON: the document, its members with their keys, and its elements, as far as the text is JSON."""

import re

from wirebed.view import dump
from wirebed.view.given.part import Part

_KEY = re.compile(rb'("(?:[^"\\\x00-\x1f]|\\.)*")[ \t\r\n]*:[ \t\r\n]*')


def parts(format: str, data: bytes) -> list[Part]:
    """The parts of a text, the document first. An object and a list end where they are closed, or with the text."""
    document = Part(0, len(data))
    known = [document]
    open_: list[tuple[Part, bytes]] = []
    for line in dump.lines(format, data):
        if line.malformed:
            break
        if not line.how:  # the end of an object or of a list
            closed, _ = open_.pop()
            closed.end = line.offset + 1 if open_ else len(data)
            continue
        start, part = line.offset, document
        if open_:
            within, bracket = open_[-1]
            key = _KEY.match(data, start) if bracket == b"{" else None
            start = key.end() if key is not None else start
            end = start + len(data[start : line.offset + line.size].rstrip(b" \t\r\n"))
            part = Part(start, end, within, Part(key.start(), key.end(1), within) if key is not None else None)
            known.append(part)
        if line.how in ("object", "array"):
            part.end = len(data)
            open_.append((part, data[start : start + 1]))
    return known
