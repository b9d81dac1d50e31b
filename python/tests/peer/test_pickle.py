"""pickle/stdlib: what it writes, and hostile pickles."""

from __future__ import annotations

import copyreg
import datetime
import enum
import importlib
import io
import os
import pickle
import pickletools
import random
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from pickles import HEAD, decode, encode, named, reason, text
from wirebed_protocol import peer_pb2

from wirebed_peer.tasks import Tasks


@pytest.fixture(scope="module")
def stock(tasks: Tasks, cases: list[tuple[str, str, bytes]]) -> bytes:
    (view,) = [view for case, _, view in cases if case == "Stock/article_java"]
    return encode(tasks, "interop.Stock", view).encoded


def test_it_is_what_the_standard_library_writes(tasks: Tasks, view_of: Callable[[str, str], bytes]) -> None:
    data = encode(tasks, "interop.Testobject", view_of("interop.Testobject", 'a: "abc" b: 100 c: 42')).encoded
    plain = importlib.import_module("plain.interop").Testobject(a="abc", b=100, c=42)
    assert data == pickle.dumps(plain, protocol=4)
    assert pickle.loads(data) == plain


FORMS: dict[str, Callable[[enum.Enum], Any]] = {
    "number": lambda member: (type(member), (member.value,)),
    "name": lambda member: (getattr, (type(member), member.name)),
}


class EnumPickler(pickle.Pickler):
    """Writes enums in one of the two forms, whichever this Python has."""

    form: str

    def reducer_override(self, value: Any) -> Any:
        return FORMS[self.form](value) if isinstance(value, enum.Enum) else NotImplemented


@pytest.mark.parametrize("form", FORMS)
def test_an_enum_by_its_number_or_its_name(tasks: Tasks, view_of: Callable[[str, str], bytes], form: str) -> None:
    """CPython 3.11.2, which Debian 12 has, writes the name, and 3.11.7 the number; each reads what the other wrote."""
    view = view_of("interop.Enums", "one: HEARTS many: CLUBS")
    data = io.BytesIO()
    pickler = EnumPickler(data, protocol=4)
    pickler.form = form
    pickler.dump(
        tasks.codecs["pickle/stdlib"].decode("interop.Enums", encode(tasks, "interop.Enums", view).encoded, {})
    )
    assert decode(tasks, data.getvalue(), "interop.Enums").decoded == view
    ours = "name" if sys.version_info < (3, 11, 3) else "number"
    assert (encode(tasks, "interop.Enums", view).encoded == data.getvalue()) == (form == ours)


def test_a_reused_pickler(tasks: Tasks) -> None:
    """The caller owns the bytes that it returns, and the next pickle does not depend on them."""
    plain = importlib.import_module("plain.interop")
    encode = tasks.codecs["pickle/stdlib"].reusing_encoder("interop.Testobject", {}).call
    values = [plain.Testobject(a=text, b=100, c=42) for text in ("abc" * 100, "x", "abc" * 100)]
    written = [encode(value) for value in values]
    assert written == [pickle.dumps(value, protocol=4) for value in values]


def test_all_cases_come_back(tasks: Tasks, cases: list[tuple[str, str, bytes]]) -> None:
    held = 0
    for name, message, view in cases:
        plain = tasks.run(peer_pb2.Task(id=1, codec="none/plain", message=message, encode=view))
        if plain.WhichOneof("outcome") != "encoded":
            continue
        held += 1
        written = encode(tasks, message, view)
        assert decode(tasks, written.encoded, message).decoded == plain.encoded, name
    assert held > 150


def test_truncated_and_trailing_bytes_are_refused(tasks: Tasks, stock: bytes) -> None:
    for end in range(len(stock)):
        assert decode(tasks, stock[:end]).WhichOneof("outcome") == "decode_error", end
    assert reason(tasks, stock + b".") == "1 bytes behind the value"


class Calls:
    def __init__(self, function: Any, *arguments: Any) -> None:
        self.how = function, arguments

    def __reduce__(self) -> Any:
        return self.how


def touch(path: str) -> None:
    open(path, "w").close()


@pytest.mark.parametrize(
    "function",
    [os.system, eval, exec, getattr, __import__, pickle.loads, copyreg._reconstructor, datetime.datetime.fromtimestamp],
    ids=lambda function: function.__qualname__,
)
@pytest.mark.parametrize("protocol", [0, 2, 4, 5])
def test_nothing_else_is_called(tasks: Tasks, tmp_path: Any, function: Any, protocol: int) -> None:
    sentinel = tmp_path / "called"
    data = pickle.dumps(Calls(function, f"open({str(sentinel)!r}, 'w')"), protocol=protocol)
    said = reason(tasks, data)
    assert "is not allowed" in said or said == "not a pickle of protocol 4" or "which plain objects" in said, said
    assert not sentinel.exists()


def test_a_constant_as_python_3_11_2_writes_it(tasks: Tasks, view_of: Callable[[str, str], bytes]) -> None:
    plain = importlib.import_module("plain.interop")
    person = plain.Person(sex=Calls(getattr, plain.Sex, "FEMALE"))
    read = decode(tasks, pickle.dumps(person, protocol=4), "interop.Person").decoded
    assert read == view_of("interop.Person", "sex: FEMALE")


@pytest.mark.parametrize("name", ["mro", "__class__", "__members__", "NEUTER", 7])
def test_getattr_yields_nothing_else(tasks: Tasks, name: Any) -> None:
    plain = importlib.import_module("plain.interop")
    for owner in (plain.Sex, plain.Person, plain.Person()):
        data = pickle.dumps(plain.Person(sex=Calls(getattr, owner, name)), protocol=4)
        assert "is not allowed" in reason(tasks, data)


def test_the_sentinel_would_be_seen(tmp_path: Any) -> None:
    sentinel = tmp_path / "called"
    pickle.loads(pickle.dumps(Calls(touch, str(sentinel))))
    assert sentinel.exists()


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("os", "system"),
        ("builtins", "eval"),
        ("copyreg", "__newobj__"),
        ("copyreg", "_reconstructor"),
        ("plain.interop", "dataclasses.sys.modules"),
        ("plain.interop", "Stock.__init__"),
        ("plain.interop", "enum"),
        ("datetime", "datetime.now"),
        ("datetime", "date"),
        ("decimal", "setcontext"),
        ("wirebed_peer.tree", "Tree"),
    ],
)
def test_names_out_of_the_list_are_refused(tasks: Tasks, module: str, name: str) -> None:
    assert reason(tasks, HEAD + named(module, name) + b".") == f"{module}.{name} is not allowed"


def test_an_enum_is_called_with_numbers_only(tasks: Tasks) -> None:
    """The error of an enum quotes what it was called with."""

    def asked(value: bytes) -> str:
        return reason(tasks, HEAD + named("plain.interop", "Sex") + value + b"\x85R.")

    lists = b"]\x94(]\x94" + b"".join(b"]\x94(h" + bytes([n]) + b"h" + bytes([n]) + b"e" for n in range(1, 20)) + b"e"
    for value in (lists, text("1"), b"\x88", b"N", b"G?\xf0" + bytes(6)):
        assert asked(value) == "Sex by something else than a number"
    assert asked(b"K\x02") == "2 is not a valid Sex"


def test_an_object_without_its_fields_is_reported_when_it_is_used(tasks: Tasks) -> None:
    error = decode(tasks, HEAD + named("plain.interop", "Range") + b")\x81.", "interop.Range").decode_error
    assert (error.stage, error.reason) == (peer_pb2.USE, "low: has no value at all")


# The instructions by their names in pickletools, without those that call, import, or claim memory.
KNOWN = """
    NONE NEWTRUE NEWFALSE BININT BININT1 BININT2 LONG1 BINFLOAT SHORT_BINUNICODE BINUNICODE SHORT_BINBYTES BINBYTES
    EMPTY_LIST APPEND APPENDS EMPTY_TUPLE TUPLE1 TUPLE2 TUPLE3 EMPTY_DICT SETITEM SETITEMS EMPTY_SET ADDITEMS MARK
    MEMOIZE BINGET LONG_BINGET STACK_GLOBAL REDUCE BUILD NEWOBJ FRAME STOP
""".split()
OTHERS = [code for code in pickletools.opcodes if code.name not in KNOWN]


@pytest.mark.parametrize("code", OTHERS, ids=lambda code: code.name)
def test_other_instructions_are_refused(tasks: Tasks, code: pickletools.OpcodeInfo) -> None:
    assert "which plain objects do not need" in reason(tasks, HEAD + code.code.encode("latin-1") + b"\0\0\0\0\n.")


def test_all_known_instructions_are_needed(tasks: Tasks, cases: list[tuple[str, str, bytes]]) -> None:
    plain = importlib.import_module("plain.interop")
    late = plain.Tree(name="x" * 300)
    large = plain.Tree(branches=[*(plain.Tree() for _ in range(300)), late, late])
    written = [tasks.codecs["pickle/stdlib"].encode("interop.Tree", large, {})]
    written += filter(None, (encode(tasks, message, view).encoded for _, message, view in cases))
    needed = {code.name for data in written for code, _, _ in pickletools.genops(data)}
    assert needed == {*KNOWN, "PROTO"}


NESTED = HEAD + b")" + b"".join(b"\x94h" + bytes([n]) + b"h" + bytes([n]) + b"\x86" for n in range(60)) + b"."


@pytest.mark.parametrize(
    "data",
    [
        HEAD + b"Nr\xff\xff\xff\xff.",
        HEAD + b"X\xff\xff\xff\xffa.",
        HEAD + b"B\xff\xff\xff\xffa.",
        HEAD + b"\x8e" + b"\xff" * 7 + b"\x7fa.",
        HEAD + b"\x8d" + b"\xff" * 7 + b"\x7fa.",
        HEAD + b"\x95" + b"\xff" * 7 + b"\x7f.",
        HEAD + b"\x8b\xff\xff\xff\x7f.",
        HEAD + b"]\x94" + b"]" * 1_000_000 + b"a" * 1_000_000 + b".",
        HEAD + b"(" * 1_000_000 + b".",
        NESTED,
        HEAD + b"\x8f(" + NESTED[2:-1] + b"\x90.",
    ],
    ids=["memo", "text", "bytes", "long bytes", "long text", "frame", "number", "deep", "marks", "tuples", "hashed"],
)
def test_hostile_bytes_are_refused_at_once(tasks: Tasks, data: bytes) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    assert decode(tasks, data).WhichOneof("outcome") == "decode_error"
    assert time.process_time() - start < 10
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000


def test_no_bytes_are_a_defect_of_the_peer(tasks: Tasks, stock: bytes) -> None:
    chance = random.Random(1)
    start = time.process_time()
    read = 0
    for _ in range(20_000):
        data = bytearray(stock)
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.choice((*b"\x85\x86\x93\x94hRb}]).", chance.randrange(256)))
        result = decode(tasks, bytes(data)).WhichOneof("outcome")
        assert result in ("decoded", "decode_error"), bytes(data).hex()
        read += result == "decoded"
    assert read
    assert time.process_time() - start < 60
