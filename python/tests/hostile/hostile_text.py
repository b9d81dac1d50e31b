"""Inputs in text formats that make a careless reader slow: about `n` bytes each."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

Make = Callable[[int], str]

NUMBERS: dict[str, Make] = {
    "digits": lambda n: "9" * n,
    "fraction": lambda n: "0." + "3" * n,
    "digits of an exponent": lambda n: "1e" + "9" * n,
    "digits and an exponent": lambda n: "9" * n + "e-9",
    "a large exponent": lambda n: "1e999999999",
    "digits and a letter": lambda n: "9" * n + "x",
}
DATES: dict[str, Make] = {
    "fraction of a second": lambda n: "2020-01-01T00:00:00." + "1" * n + "Z",
    "year": lambda n: "9" * n + "-01-01T00:00:00Z",
    "zone": lambda n: "2020-01-01T00:00:00+" + "0" * n,
    "milliseconds of XStream": lambda n: "2020-01-01 00:00:00." + "1" * n + " UTC",
    "year of XStream": lambda n: "2" * n + "-01-01 00:00:00.1 UTC",
    "day of Gson": lambda n: "Jan " + "1" * n + ", 2020 10:00:00 AM",
}


def same_hash(count: int) -> list[str]:
    """Texts that have the same hash in Java."""
    return ["".join(some) for some in itertools.islice(itertools.product(("Aa", "BB"), repeat=16), count)]


def json(proto: bool) -> Iterator[tuple[str, str, Make]]:
    """Yields name, message and maker; `proto` selects ProtoJSON."""
    for name, text in NUMBERS.items():
        for field in ("fInt32", "fUint64", "fDouble", "unknown"):
            yield f"{field}: {name}", "Scalars", lambda n, f=field, t=text: f'{{"{f}":{t(n)}}}'
        yield f"decimal: {name}", "Decimals", lambda n, t=text: f'{{"value":"{t(n)}"}}'
        yield f"uint64 as text: {name}", "Scalars", lambda n, t=text: f'{{"fUint64":"{t(n)}"}}'
        yield f"key: {name}", "MapKeys", lambda n, t=text: f'{{"fInt64":{{"{t(n)}":""}}}}'
    for name, text in DATES.items():
        yield f"date: {name}", "Dates", lambda n, t=text: f'{{"date":"{t(n)}"}}'
    yield "duration", "Times", lambda n: f'{{"span":"{"9" * n}s"}}'
    yield "bytes", "Scalars", lambda n: f'{{"fBytes":"{"A" * n}!"}}'
    yield "text that looks like a list", "Scalars", lambda n: f'{{"fString":"[{"9" * n}]"}}'
    yield "deep lists, unknown", "Scalars", lambda n: '{"zz":' + "[" * (n // 2) + "]" * (n // 2) + "}"
    yield "deep objects, unknown", "Scalars", lambda n: '{"zz":' + '{"a":' * (n // 6) + "1" + "}" * (n // 6) + "}"
    yield "deep objects", "Tower", lambda n: '{"next":' * (n // 9) + "{}" + "}" * (n // 9)
    yield "deep lists, open", "Scalars", lambda n: '{"zz":' + "[" * n
    yield "many names", "Scalars", lambda n: "{" + ",".join(f'"z{i}":1' for i in range(n // 10)) + "}"
    yield "names of one hash", "Scalars", lambda n: "{" + ",".join(f'"{s}":1' for s in same_hash(n // 36)) + "}"
    yield "keys of one hash", "MapKeys", lambda n: _keys(same_hash(n // 38))
    yield "one name", "Scalars", lambda n: "{" + ",".join(['"fInt32":1'] * (n // 11)) + "}"
    yield "spaces", "Scalars", lambda n: "{" + " " * n + "}"
    yield "nothing but lists", "Lists", lambda n: '{"zz":[' + ",".join(["[]"] * (n // 3)) + "]}"
    if proto:
        yield "deep lists of a Value", "WellKnown", lambda n: '{"value":' + "[" * (n // 2) + "]" * (n // 2) + "}"
        any_ = '{"@type":"type.googleapis.com/google.protobuf.Any","value":'
        yield "deep Any", "WellKnown", lambda n: '{"any":' + any_ * (n // 60) + "{}" + "}" * (n // 60) + "}"


def _keys(keys: list[str]) -> str:
    return '{"fString":{' + ",".join(f'"{key}":""' for key in keys) + "}}"


def xml(root: str) -> Iterator[tuple[str, str, Make]]:
    """Yields name, message and maker; `root` precedes the message in the name of the root element."""

    def document(message: str, inside: str, attributes: str = "") -> str:
        return f"<{root}{message}{attributes}>{inside}</{root}{message}>"

    for name, text in NUMBERS.items():
        for field in ("fInt32", "fUint64", "fDouble", "unknown"):
            yield (
                f"{field}: {name}",
                "Scalars",
                lambda n, f=field, t=text: document("Scalars", f"<{f}>{t(n)}</{f}>"),
            )
        yield f"decimal: {name}", "Decimals", lambda n, t=text: document("Decimals", f"<value>{t(n)}</value>")
    for name, text in DATES.items():
        yield f"date: {name}", "Dates", lambda n, t=text: document("Dates", f"<date>{t(n)}</date>")
    for name, text in {
        "references": lambda n: "&#49;" * (n // 5),
        "a long reference": lambda n: f"&#{'0' * n}49;",
        "comments": lambda n: "<!---->" * (n // 7) + "1",
        "sections": lambda n: "<![CDATA[1]]>" * (n // 13),
    }.items():
        yield f"int32: {name}", "Scalars", lambda n, t=text: document("Scalars", f"<fInt32>{t(n)}</fInt32>")
    yield "bytes", "Scalars", lambda n: document("Scalars", f"<fBytes>{'A' * n}!</fBytes>")
    yield "deep, unknown", "Scalars", lambda n: document("Scalars", "<a>" * (n // 7) + "</a>" * (n // 7))
    yield "deep", "Tower", lambda n: document("Tower", "<next>" * (n // 13) + "</next>" * (n // 13))
    yield "attributes", "Scalars", lambda n: document("Scalars", "", "".join(f' a{i}=""' for i in range(n // 9)))
    yield (
        "attributes of one hash",
        "Scalars",
        lambda n: document("Scalars", "", "".join(f' {s}=""' for s in same_hash(n // 36))),
    )
    yield (
        "elements of one hash",
        "Scalars",
        lambda n: document("Scalars", "".join(f"<{s}/>" for s in same_hash(n // 36))),
    )
    yield (
        "namespaces",
        "Scalars",
        lambda n: document("Scalars", "", "".join(f' xmlns:a{i}="u"' for i in range(n // 16))),
    )
    yield "namespaces inside each other", "Scalars", lambda n: document("Scalars", _nested(n // 30))
    yield "a long path", "Node", lambda n: document("Node", f'<next reference="{"../" * (n // 3)}"/>')
    yield "a long index", "Node", lambda n: document("Node", f'<next reference="../next[{"9" * n}]"/>')


def _nested(levels: int) -> str:
    return "".join(f'<a xmlns:a{i}="u">' for i in range(levels)) + "<a/>" * levels


def prototext() -> Iterator[tuple[str, str, Make]]:
    more: dict[str, Make] = {
        "hexadecimal": lambda n: "0x" + "f" * n,
        "octal": lambda n: "0" + "7" * n,
        "minus": lambda n: "-" * n + "1",
        "comments": lambda n: "#\n" * (n // 2) + "1",
    }
    for name, text in (NUMBERS | more).items():
        for field in ("f_int32", "f_uint64", "f_double", "unknown", "99"):
            yield f"{field}: {name}", "Scalars", lambda n, f=field, t=text: f"{f}: {t(n)}"
        yield f"number of a field: {name}", "Scalars", lambda n, t=text: f"{t(n)}: 1"
    yield "text", "Scalars", lambda n: f'f_string: "{"9" * n}"'
    yield "pieces of text", "Scalars", lambda n: "f_string:" + '"a"' * (n // 3)
    yield "deep", "Tower", lambda n: "next{" * (n // 6) + "}" * (n // 6)
    yield "deep, unknown", "Scalars", lambda n: "zz{" * (n // 4) + "}" * (n // 4)
    yield "keys of one hash", "MapKeys", lambda n: "".join(f'f_string{{key:"{s}"}}' for s in same_hash(n // 49))
