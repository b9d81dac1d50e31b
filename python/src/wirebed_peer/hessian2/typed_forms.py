"""Source text that reads one value: what the typed reader puts together for a class.

`b` is the input, `p` where it is read, `s` the state, `d` the depth; the value ends up in `x`. The usual forms of a
scalar are read in place, the functions of read_scalars.py read the others.
"""

from wirebed_protocol.plain_pb2 import PlainType

_T = PlainType

INT = """\
c = b[p]
if 0x80 <= c <= 0xBF:
    x = c - 0x90
    p += 1
else:
    x, p = read_int(b, p)"""
LONG = """\
c = b[p]
if 0xD8 <= c <= 0xEF:
    x = c - 0xE0
    p += 1
else:
    x, p = read_integer(b, p)"""
UNSIGNED_LONG = f"{LONG}\nif x < 0:\n    x += 1 << 64"
UNSIGNED_INT = """\
c = b[p]
if 0xE0 <= c <= 0xEF:
    x = c - 0xE0
    p += 1
else:
    x, p = read_uint32(b, p)"""
DOUBLE = """\
c = b[p]
if c == 0x5F:
    x = 0.001 * i32(b, p + 1)[0]
    p += 5
elif c == 0x44:
    x = f64(b, p + 1)[0]
    p += 9
else:
    x, p = read_double(b, p)"""
STRING = """\
c = b[p]
q = p + 1 + c
t = b[p + 1:q]
if c <= 0x1F and len(t) == c and t.isascii():
    x = t.decode()
    p = q
else:
    x, p = read_string(b, p)"""
DATE = """\
ms, q = (i64(b, p + 1)[0], p + 9) if b[p] == 0x4A else read_date(b, p)
try:
    x = EPOCH + timedelta(0, 0, 0, ms)
except OverflowError:
    raise HessianError(p, f"{ms} ms since 1970 are out of the range of datetime") from None
p = q"""
BOXED_FLOAT = """\
if b[p] in OBJECT_CODES:
    q = p
    x, p = read_object(b, p, s, d)
    if x.__class__ is not float:
        raise other_class(b, q, x, "a Float")
else:
    x, p = read_float(b, p)"""
OBJECT = """\
q = p
k = b[p] - 0x60
if 0 <= k <= 15 and k < len(s.readers):
    x, p = s.readers[k](b, p + 1, s, d)
else:
    x, p = read_object(b, p, s, d, {name!r})
if x.__class__ is not {expected}:
    raise other_class(b, q, x, {name!r})"""
PLAIN = {
    _T.INT32: INT,
    _T.INT64: LONG,
    _T.UINT32: UNSIGNED_INT,
    _T.UINT64: UNSIGNED_LONG,
    _T.BOOL: "x, p = read_bool(b, p)",
    _T.FLOAT: "x, p = read_float(b, p)",
    _T.DOUBLE: DOUBLE,
    _T.STRING: STRING,
    _T.BYTES: "x, p = read_bytes(b, p)",
    _T.DATE: DATE,
}
# A class-def may come before any value.
BEFORE = """\
if b[p] == 0x43:
    p = s.define(b, p)
"""
# A list of unknown length is read by the same loop, as one that is longer than any.
LIST = """\
def {{name}}(b, p, s, d):
    if b[p] == 0x51:
        return earlier(b, p, s, d, {{name}})
    if b[p] not in LIST_CODES:
        raise unexpected(b, p, "a list")
    d = deeper(p, d)
    start = p
    _, n, p = list_head(b, p, s.types)
    v = {container}()
    s.objects.append((v, {{name}}, start))
    add = v.{add}
    for _ in range(n) if n is not None else forever(None):
        if n is None and b[p] == 0x5A:
            return v, p + 1
{item}
        add(x)
    return v, p
"""
MAP = """\
def {{name}}(b, p, s, d):
    if b[p] == 0x51:
        return earlier(b, p, s, d, {{name}})
    if b[p] != 0x48 and b[p] != 0x4D:
        raise unexpected(b, p, "a map")
    d = deeper(p, d)
    start = p
    if b[p] == 0x4D:
        _, p = read_type(b, p + 1, s.types)
    else:
        p += 1
    v = dict()
    s.objects.append((v, {{name}}, start))
    while b[p] != 0x5A:
{key}
        y = x
{item}
        v[y] = x
    return v, p + 1
"""
STEP = """\
def {{name}}(b, p, s, d, v):
{read}
    v.{attribute} = x
    return p
"""


def indented(source: str, columns: int) -> str:
    return "\n".join(" " * columns + line for line in source.split("\n"))


def or_none(source: str) -> str:
    return f"if b[p] == 0x4E:\n    x = None\n    p += 1\nelse:\n{indented(source, 4)}"


def or_empty(source: str, empty: str) -> str:
    """With a null for what cannot be null: the empty value. Behind the usual forms, where there are some."""
    if source.startswith("c = b[p]\n"):
        return source.replace("\nelse:\n", f"\nelif c == 0x4E:\n    x = {empty}\n    p += 1\nelse:\n", 1)
    return f"if b[p] == 0x4E:\n    x = {empty}\n    p += 1\nelse:\n{indented(source, 4)}"
