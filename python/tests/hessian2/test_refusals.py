"""Where and why both strict readers refuse inputs in which the first fault is not the one that is met first.

Differences that the differential test found, each by its property.
"""

from __future__ import annotations

import pytest
from agreement import CPP, PYTHON
from causes import cause_of
from inputs import Input
from readers import Readers

from wirebed_peer.hessian2.writer import class_def

NODE, DECIMALS, ENUMS, NUMBERS = (
    f"interop.{name}" for name in ("Node", "Decimals", "Enums", "fields.Arrays.f_fixed32")
)
OTHER = class_def("A", ("x",))  # a class definition that may precede any value
DECIMAL = class_def("java.math.BigDecimal", ("value",))


def plain(name: str, *fields: str) -> bytes:
    return class_def(f"interop.plain.{name}", fields)


def hexadecimal(before: str, after: str) -> tuple[bytes, bytes]:
    return bytes.fromhex(before), bytes.fromhex(after)


# What it is, the message, the bytes before the fault and those from there on, and the cause.
FAULTS = [
    ("a bad unit before the end of the input", "", hexadecimal("06", "80"), "text"),
    ("a bad unit after a good one", "", hexadecimal("087f", "ff"), "text"),
    ("a unit with a bad byte inside", "", hexadecimal("03", "e2ff826162"), "text"),
    ("a unit that nothing can complete", "", hexadecimal("01", "e080"), "text"),
    ("half of a surrogate at the end", "", hexadecimal("01edb8", ""), "the input ends"),
    ("a list of more items than bytes", "", hexadecimal("79", "7f"), "count"),
    ("null before other bytes", NODE, hexadecimal("", "4e90"), "another byte"),
    ("a level too many in the long form of an object", "", (OTHER + b"\x79" * 512, b"\x4f\x90\x4e"), "depth"),
    (
        "an object of another class with a fault inside",
        NODE,
        (plain("Node", "next") + plain("Enums") + b"\x60", b"\x61\x40"),
        "another byte",
    ),
    (
        "an enum without its field",
        ENUMS,
        (plain("Enums", "one") + plain("Suit") + b"\x60", b"\x4f\x91"),
        "missing field",
    ),
    (
        "an unknown constant after a class definition, before another fault",
        ENUMS,
        (plain("Enums", "one") + plain("Suit", "name", "x") + b"\x60\x61" + OTHER, b"\x01a\x40"),
        "constant",
    ),
    (
        "a text that is no decimal, after a class definition",
        DECIMALS,
        (plain("Decimals", "value") + DECIMAL + b"\x60\x61" + OTHER, b"\x021e"),
        "decimal",
    ),
    (
        "a negative uint32 after a class definition",
        NUMBERS,
        (class_def("interop.fields.plain.Arrays_$f_fixed32", ("fFixed32",)) + b"\x60\x79" + OTHER, b"\x8f"),
        "uint32",
    ),
    (
        "a reference to a decimal where a list is declared",
        DECIMALS,
        (plain("Decimals", "value", "valueArray") + DECIMAL + b"\x60\x61\x011", b"\x51\x91"),
        "ref to another object",
    ),
    (
        "a field in a list that refers to that list, before the next item, which has another fault",
        NODE,
        (plain("Node", "others") + b"\x60\x7a" + plain("Node", "others", "name") + b"\x61\x51\x91", b"\x90\x40"),
        "another byte",
    ),
]


@pytest.mark.parametrize(("what", "message", "parts", "cause"), FAULTS)
def test_both_readers_name_the_first_fault(
    readers: Readers, what: str, message: str, parts: tuple[bytes, bytes], cause: str
) -> None:
    before, after = parts
    ((_, results),) = readers.run([Input(message, before + after)], 1)
    for name in (CPP, PYTHON):
        assert cause_of(name, results[name].decode_error.reason) == (len(before), cause), f"{name}: {what}"


def test_an_envelope_that_is_cut_ends_too_early(readers: Readers) -> None:
    ((_, results),) = readers.run([Input("", b"p\x02", envelope=True)], 1)
    for name in (CPP, PYTHON):
        assert cause_of(name, results[name].decode_error.reason) == (2, "the input ends")
