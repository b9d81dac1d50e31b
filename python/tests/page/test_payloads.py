"""Bytes as the page has them: cut where they are long, with the lines of their dump."""

import pytest
from made_up import sent

from wirebed.view import dump
from wirebed.view.dump import Line
from wirebed_page.payloads import MOST_BYTES, MOST_LINES, Payloads


def block(format: str, *payloads: bytes | None) -> dict:
    found = Payloads(format)
    for data in payloads:
        found.add(data, None, "")
    return sent(found.block())


def lines(block: dict, number: int) -> list[tuple]:
    """Offset, size, depth, label, value, encoding and place of each line, as browser/cell/payload.js makes them."""
    found, offset = [], 0
    for step, length, depth, label, value in zip(*(block["lines"][key][number] for key in block["lines"]), strict=True):
        offset += step
        name, how, path = block["labels"][label]
        found.append((offset, length, depth, name, value, how, path))
    return found


def test_lines_are_those_of_the_dump():
    first, second = b'{"a":[1,{"b":"x"}]}', b'{"a":[2]}'
    found = block("json", first, second)
    for number, data in enumerate((first, second)):
        wanted = [(o.offset, o.size, o.depth, o.label, o.value, o.how, o.path) for o in dump.lines("json", data)]
        assert wanted and lines(found, number) == wanted


def test_a_text_format_is_text_and_others_are_hex():
    assert block("xml", "<a>ü</a>".encode())["text"] == ["<a>ü</a>"]
    found = block("cereal", b"<a>")
    assert (found["text"], found["hex"]) == ([None], ["3c613e"])


@pytest.mark.parametrize("data", [b"<a>\xff</a>", b"<a>\xc3", "<a/>".encode("utf-16")])
def test_text_that_is_not_utf_8_is_hex(data):
    found = block("xml", data)
    assert (found["text"], found["hex"]) == ([None], [data.hex()])


@pytest.mark.parametrize("format", ["raw", "cereal", "protobuf", "hessian2"])
def test_long_bytes_are_cut_and_keep_their_size(format):
    found = block(format, bytes(MOST_BYTES), bytes(MOST_BYTES + 1))
    assert found["size"] == [MOST_BYTES, MOST_BYTES + 1]
    assert [len(one) // 2 for one in found["hex"]] == [MOST_BYTES, MOST_BYTES]


def test_a_long_text_is_cut_between_two_characters():
    text = "a" + "ü" * MOST_BYTES
    found = block("xml", text.encode())
    assert found["size"] == [2 * MOST_BYTES + 1]
    assert found["text"] == [text[: MOST_BYTES // 2]]


def test_no_line_begins_behind_the_cut_and_a_dump_has_an_end():
    text = b"[" + b'"12345678901234567890123456789",' * 500 + b"0]"
    found = lines(block("json", text), 0)
    assert found and all(offset < MOST_BYTES for offset, *_ in found)
    assert len(lines(block("json", b"[" + b"1," * 1000 + b"0]"), 0)) == MOST_LINES


def test_bytes_that_are_not_there_have_no_size():
    found = block("json", None, b"1")
    assert found["size"] == [None, 1] and found["hex"][0] is found["text"][0] is None
    assert lines(found, 0) == [] and len(lines(found, 1)) == 1


def test_a_name_with_a_lone_surrogate_is_escaped(monkeypatch):
    line = Line(0, 1, 0, "\ud800", "\ud800", "\udfff", "\ud801")
    monkeypatch.setattr(dump, "lines", lambda *_: iter([line]))
    assert lines(block("hessian2", b"x"), 0) == [(0, 1, 0, "\\ud800", "\\udfff", "\\ud801", "\\ud800")]
