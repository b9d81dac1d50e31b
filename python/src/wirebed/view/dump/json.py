"""Annotates JSON text: the place and the literal of each member."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wirebed.bed.schema import Schema
from wirebed.view.dump.lines import MOST_DEPTH, Line, child, quote, stop, too_deep

_TOKEN = re.compile(
    rb'("(?:[^"\\\x00-\x1f]++|\\.)*+"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|[A-Za-z]+|-Infinity|[{}\[\],:])'
    rb"[ \t\r\n]*"
)
_SPACE = re.compile(rb"[ \t\r\n]*")
_CLOSING = {b"{": b"}", b"[": b"]"}


@dataclass
class _Frame:
    closing: bytes
    path: str
    depth: int
    count: int = 0
    key: str = ""
    after_value: bool = False  # a comma or the end must follow


def annotate(data: bytes, schema: Schema | None = None, message: str = "") -> Iterator[Line]:
    """Lines in the order of the text: one for each bracket, and for each key with its literal."""
    stack: list[_Frame] = []
    at = _after_space(data, 0)
    key_at: int | None = None
    done = False
    while at < len(data):
        frame = stack[-1] if stack else None
        path, depth = (frame.path, frame.depth) if frame else ("", -1)
        match = _TOKEN.match(data, at)
        if match is None or done:
            yield stop(data, at, depth + 1, path, "trailing text" if done else "no JSON token starts here")
            return
        token, end = match[1], match.end()
        problem = _misplaced(token, frame, key_at is not None)
        if problem:
            yield stop(data, at, depth + 1, path, problem)
            return
        if frame and token == b",":
            frame.after_value = False
        elif frame and token == frame.closing:
            stack.pop()
            yield Line(at, end - at, depth, path, token.decode())
            done = not stack
        elif frame and frame.closing == b"}" and key_at is None:
            frame.key, key_at = token[1:-1].decode(errors="replace"), at
            if data[end : end + 1] != b":":
                yield stop(data, at, depth + 1, path, "a key without a colon")
                return
            end = _after_space(data, end + 1)
        else:
            label = frame.key if frame and frame.closing == b"}" else f"[{frame.count}]" if frame else "value"
            inner = child(path, label) if frame else ""
            start = at if key_at is None else key_at
            if frame:
                frame.count, frame.after_value = frame.count + 1, True
            key_at = None
            yield Line(start, end - start, depth + 1, inner, label, *_literal(token))
            if token in _CLOSING:
                stack.append(_Frame(_CLOSING[token], inner, depth + 1))
                if len(stack) > MOST_DEPTH:
                    yield too_deep(data, end, inner)
                    return
            else:
                done = not stack
        at = end
    if not done:
        yield stop(data, at, 0, stack[-1].path if stack else "", "the text ends early")


def _after_space(data: bytes, at: int) -> int:
    space = _SPACE.match(data, at)
    return space.end() if space else at


def _misplaced(token: bytes, frame: _Frame | None, has_key: bool) -> str:
    if frame is None:
        return "" if token not in b",:}]" else f"{token.decode()} where a value must stand"
    if frame.after_value and token not in (b",", frame.closing):
        return f"neither a comma nor {frame.closing.decode()} after a value"
    if not frame.after_value and token in (b",", b":", b"}", b"]") and not (token == frame.closing and not frame.count):
        return f"{token.decode()} where a value must stand"
    if frame.closing == b"}" and not frame.after_value and not has_key and token[:1] != b'"' and token != b"}":
        return "a key must be a string"
    return ""


def _literal(token: bytes) -> tuple[str, str]:
    if token in _CLOSING:
        return "", {b"{": "object", b"[": "array"}[token]
    if token[:1] == b'"':
        return quote(token[1:-1].decode(errors="replace")), "string"
    return token.decode(errors="replace"), "number" if token[:1] in b"-0123456789" else "literal"
