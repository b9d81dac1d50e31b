"""What an entry says is read (`reads:`): the value that it is, and no other."""

import pytest
from ruamel.yaml import YAML

from wirebed.state.deviations.read_value import read_value
from wirebed.view import grammar as g
from wirebed.view import parse


def _int(value):
    return b"i" + g.I64.pack(value)


def _double(value):
    return b"d" + g.F64.pack(value)


def _text(value, tag=b"s"):
    data = value.encode() if isinstance(value, str) else value
    return tag + g.U32.pack(len(data)) + data


def _set(*elements):
    return b"z" + g.U32.pack(len(elements)) + b"".join(elements)


# `reads:`, what was written, what is read, and something else.
READS = [
    ("5", _int(7), _int(5), _int(6)),
    ("0", _double(-0.0), _double(0.0), _double(-0.0)),
    ("'?'", _text("a"), _text("?"), _text("??")),
    ("{cast: int64}", b"u" + g.U64.pack(2**64 - 1), _int(-1), _int(1)),
    ("{cast: int32}", _double(-1.5), _int(-1), _int(-2)),
    ("{nearest: float}", _double(123456789.125), _double(123456792.0), _double(123456789.0)),
    ("{nearest: float text}", _double(2147483.647), _double(2147483.8), _double(2147483.75)),
    ("{nearest: 'float text'}", _double(2.0**53), _double(9007199300000000.0), _double(2.0**53)),
    # What FloatingDecimal makes of 123456792 has nine digits.
    ("{nearest: float text}", _double(123456789.125), _double(123456792.0), _double(123456789.0)),
    ("{multiple: 1000}", _int(1999), _int(1000), _int(1999)),
    ("{julian: read}", _int(-62135596800), _int(-62135769600), _int(-62135424000)),
    ("{julian: written}", _int(-62135596800), _int(-62135424000), _int(-62135769600)),
    ("{decimal: normal}", _text("+1e3"), _text("1E+3"), _text("1000")),
    ("{decimal: plain}", _text("1E+3"), _text("1000"), _text("1E+3")),
    ("{decimal: float}", _text("123.4500"), _text("123.45"), _text("123.4500")),
    ("{decimal: float}", _text("1E+100"), _text("1.0E+100"), _text("1E+100")),
    ("{joined: 0}", _set(_int(0), _int(-1)), _set(_int(0)), _set(_int(-1))),
    ("{replace: {'[\\ud800-\\udfff]': '?'}}", _text(b"a\xed\xa0\xbdb", b"x"), _text("a?b"), _text("ab")),
    ("{replace: {'(.)L$': '<\\1>'}}", _text("75L"), _text("7<5>"), _text("7<\\1>")),
    ("{each: {a: b, 1: c}}", _text("a"), _text("b"), _text("c")),
    ("{cases: {M/*: 4}}", _int(3), _int(4), _int(3)),
    ("'0x0801'", _text(b"\x08", b"b"), _text(b"\x08\x01", b"b"), _text(b"\x08\x02", b"b")),
    ("{sha256: ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb}", _text("b"), _text("a"), _text("b")),
]


@pytest.mark.parametrize(("reads", "written", "read", "other"), READS)
def test_what_is_read_is_pinned(reads, written, read, other):
    value = read_value(YAML(typ="safe").load(reads))
    was, is_, is_not = map(parse, (written, read, other))
    assert value.explains(was, is_, "M/a", None)
    assert not value.explains(was, is_not, "M/a", None)
    assert not value.explains(was, None, "M/a", None)
