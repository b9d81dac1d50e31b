"""Comparison: which two views are equal, and in what way they are not."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wirebed_protocol import peer_pb2

from wirebed.view import ViewWriter, spell
from wirebed.view.compare import compare
from wirebed.view.outcome import By, Kind, Manner, Stage


def one(write):
    """A record with one field."""
    w = ViewWriter()
    w.record("M")
    w.field(1)
    write(w)
    w.end()
    return w.finish()


def integer(value):
    return one(lambda w: w.integer(value))


def double(value):
    return one(lambda w: w.float64(value))


def text(value):
    return one(lambda w: w.text(value))


def items(*values):
    return one(lambda w: (w.list(len(values)), [w.integer(v) for v in values]))


def singles(*values):
    return one(lambda w: (w.list(len(values)), [w.float32(v) for v in values]))


def set_of(*values):
    in_order = sorted(values, key=little)
    return one(lambda w: (w.set(len(values)), [w.integer(v) for v in in_order]))


def little(value):
    """Elements of sets and keys of maps stand in the order of their bytes."""
    return value.to_bytes(8, "little")


def numbered(**values):
    """A map of integer keys; the words are `k5=…`."""

    def write(w):
        w.map(len(values))
        for key in sorted(values, key=lambda name: little(int(name[1:]))):
            w.integer(int(key[1:]))
            w.integer(values[key])

    return one(write)


def records(*fields):
    """A list of records N, each of the fields given by number."""

    def write(w):
        w.list(len(fields))
        for held in fields:
            w.record("N")
            for number, value in held.items():
                w.field(number)
                w.integer(value)
            w.end()

    return one(write)


def mapping(**values):
    def write(w):
        w.map(len(values))
        for key in sorted(values):
            w.text(key)
            w.integer(values[key])

    return one(write)


EMPTY = ViewWriter()
EMPTY.record("M")
EMPTY.end()
EMPTY = EMPTY.finish()


def kinds(expected, actual, **how):
    return [found.kind for found in compare(expected, actual, **how)]


@pytest.mark.parametrize(
    ("expected", "actual", "kind"),
    [
        (integer(2**53 + 1), integer(2**53), Kind.NARROWED),
        (integer(2**32 + 5), integer(5), Kind.NARROWED),
        (integer(3_000_000_000), integer(3_000_000_000 - 2**32), Kind.NARROWED),
        (integer(2**40), integer(2**31 - 1), Kind.NARROWED),
        (integer(2**32), integer(0), Kind.NARROWED),
        (integer(2**64 - 1), integer(-1), Kind.REINTERPRETED),
        (integer(7), integer(-4), Kind.REINTERPRETED),
        (integer(7), integer(0), Kind.DROPPED),
        (double(0.1), double(0.10000000149011612), Kind.NARROWED),
        (double(1.5), double(1.0), Kind.NARROWED),
        (double(-0.0), double(0.0), Kind.NARROWED),
        (double(0.0), double(-0.0), Kind.REINTERPRETED),
        (double(1e300), double(math.inf), Kind.NARROWED),
        (double(math.nan), double(0.0), Kind.DROPPED),
        (double(math.inf), double(1.7e308), Kind.REINTERPRETED),
        (double(2.0), integer(2), Kind.WIDENED),
        (text("abc"), text("ab"), Kind.NARROWED),
        (text("abc"), text(""), Kind.DROPPED),
        (text("abc"), text("a?c"), Kind.REINTERPRETED),
        (text("é"), text("e\u0301"), Kind.REINTERPRETED),
        (one(lambda w: w.boolean(True)), one(lambda w: w.boolean(False)), Kind.DROPPED),
        (integer(0), EMPTY, Kind.PRESENCE_LOST),
        (integer(5), EMPTY, Kind.DROPPED),
        (EMPTY, integer(0), Kind.DEFAULT_FILLED),
        (EMPTY, integer(5), Kind.REINTERPRETED),
        (items(1, 2, 3), items(3, 2, 1), Kind.REORDERED),
        (items(1, 2, 3), items(1, 2), Kind.COLLAPSED),
        (items(1, 2, 3), items(), Kind.DROPPED),
        (items(1), items(1, 1), Kind.REINTERPRETED),
        # Fewer elements: those that are there say what has become of the list.
        (items(1, 2, 3, 4), items(67305985), Kind.REINTERPRETED),
        (items(1, 2, 3), items(1, 1), Kind.REINTERPRETED),
        (items(1, 2, 3), items(0), Kind.REINTERPRETED),
        (items(1, 0), items(0), Kind.COLLAPSED),
        (items(1, 2, 1), items(1, 1), Kind.COLLAPSED),
        (items(3, 2, 1), items(1, 3), Kind.COLLAPSED),
        (items(2**32 + 5, 7), items(5), Kind.NARROWED),
        (items(2**32 + 5, 7, 8), items(5, 9), Kind.REINTERPRETED),
        (items(1, 2, 3), singles(1.0, 2.0), Kind.COLLAPSED),
        (singles(math.nan, 1.0, 2.0), singles(math.nan, 1.0), Kind.COLLAPSED),
        (items(*range(300)), items(*range(150, 300)), Kind.COLLAPSED),
        (items(*range(300)), items(*range(1000, 1200)), Kind.REINTERPRETED),
        (set_of(1, 2, 3), set_of(1, 3), Kind.COLLAPSED),
        (set_of(1, 2, 3), set_of(9), Kind.REINTERPRETED),
        (set_of(5, 2**32 + 5), set_of(5), Kind.COLLAPSED),
        (set_of(7, 2**32 + 5), set_of(5, 7), Kind.NARROWED),
        (set_of(1), set_of(1, 2), Kind.REINTERPRETED),
        (records({1: 1, 2: 2}, {1: 3}), records({1: 3}), Kind.COLLAPSED),
        (records({1: 1, 2: 2}, {1: 3}), records({1: 1}), Kind.COLLAPSED),
        (records({1: 1, 2: 2}, {1: 3}), records({}), Kind.REINTERPRETED),
        (records({1: 1, 2: 2}, {1: 3}), records({1: 4}), Kind.REINTERPRETED),
        (records({1: 2**40 + 1}, {1: 3}), records({1: 1}), Kind.NARROWED),
        (numbered(k5=1, k4294967301=1), numbered(k5=1), Kind.COLLAPSED),
        (numbered(k4294967301=1), numbered(k5=1), Kind.REINTERPRETED),
        (numbered(k4294967301=1, k8589934597=2), numbered(k5=2), Kind.NARROWED),
        (numbered(k1=1, k2=2, k3=3), numbered(k1=1, k9=3), Kind.REINTERPRETED),
        (numbered(k1=1), numbered(k1=1, k2=2), Kind.REINTERPRETED),
        (mapping(a=1, b=2), mapping(c=2), Kind.REINTERPRETED),
        (mapping(a=1, b=2), mapping(b=2), Kind.COLLAPSED),
        (mapping(a=1), mapping(), Kind.DROPPED),
        (mapping(a=1), mapping(b=1), Kind.REINTERPRETED),
        (mapping(a=1), mapping(a=0), Kind.DROPPED),
        (integer(1), text("1"), Kind.REINTERPRETED),
    ],
)
def test_kinds(expected, actual, kind):
    assert kinds(expected, actual) == [kind]


def test_a_width_that_the_schema_declares():
    class Schema:
        """Just enough of a schema: field 1 of M is a 32-bit integer."""

        class pool:
            @staticmethod
            def FindMessageTypeByName(_):
                from google.protobuf.descriptor_pb2 import SourceCodeInfo

                class M:
                    fields_by_number = {1: SourceCodeInfo.Location.DESCRIPTOR.fields_by_name["path"]}

                return M

    assert kinds(integer(2**32 - 1), integer(-1), schema=Schema) == [Kind.REINTERPRETED]
    assert kinds(integer(2**32 - 1), integer(-1)) == [Kind.NARROWED]


def test_nan_is_nan_unless_payloads_count():
    quiet, other = (one(lambda w, bits=bits: w.float64_bits(bits)) for bits in (0x7FF8 << 48, 0x7FF8 << 48 | 1))
    assert not kinds(quiet, other)
    assert kinds(quiet, other, nan_payloads=True) == [Kind.REINTERPRETED]


@given(st.lists(st.integers(-(2**63), 2**64 - 1), max_size=6), st.integers(0, 5), st.integers(-(2**63), 2**64 - 1))
def test_one_changed_element_is_one_difference_at_its_place(values, at, value):
    if at < len(values) and values[at] != value and sorted(values) != sorted([*values[:at], value, *values[at + 1 :]]):
        (found,) = compare(items(*values), items(*values[:at], value, *values[at + 1 :]))
        assert found.place.step == at


@given(st.floats(), st.floats())
def test_floats_are_equal_by_their_bits(a, b):
    same = (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1, a) == math.copysign(1, b))
    assert (not kinds(double(a), double(b))) == same


def graph(share: bool, inner: int = 1):
    """Two records in fields 1 and 2, one object or two, and a third that is the first."""
    w = ViewWriter()
    w.record("M")
    w.field(1)
    first = w.offset
    w.record("N")
    w.field(1)
    w.integer(1)
    w.end()
    w.field(2)
    if share:
        w.same_as(first)
    else:
        w.record("N")
        w.field(1)
        w.integer(inner)
        w.end()
    w.end()
    return w.finish()


def test_identity():
    assert not kinds(graph(True), graph(True))
    assert kinds(graph(True), graph(False)) == [Kind.IDENTITY_LOST]
    assert kinds(graph(False), graph(True)) == [Kind.COLLAPSED]
    assert kinds(graph(True), graph(False, inner=0)) == [Kind.IDENTITY_LOST, Kind.DROPPED]


def cycle(through: int):
    """A record whose field 1 holds a record whose field 1 is, again, the outer (0) or the inner one (1)."""
    w = ViewWriter()
    w.record("M")
    w.field(1)
    inner = w.offset
    w.record("M")
    w.field(1)
    w.same_as((0, inner)[through])
    w.end()
    w.end()
    return w.finish()


def test_cycles_end():
    assert not kinds(cycle(0), cycle(0))
    assert kinds(cycle(0), cycle(1)) == [Kind.REINTERPRETED]


def test_a_shared_text_of_a_case_is_that_text():
    w = ViewWriter()
    w.record("M")
    w.field(1)
    at = w.offset
    w.text("s")
    w.field(2)
    w.same_as(at)
    w.end()
    spelled = ViewWriter()
    spelled.record("M")
    for number in (1, 2):
        spelled.field(number)
        spelled.text("s")
    spelled.end()
    assert not kinds(w.finish(), spelled.finish())


def test_sets_are_compared_without_order_of_loss():
    def numbers(*values):
        return one(lambda w: (w.set(len(values)), [w.integer(v) for v in values]))

    assert kinds(numbers(1, 2, 3), numbers(1, 2)) == [Kind.COLLAPSED]
    (found,) = compare(numbers(1, 5), numbers(1, 9))
    assert (found.expected.value, found.actual.value) == (5, 9)


def absent(value):
    """A record whose one field is absent and read as `value`."""
    return one(lambda w: (w.data.extend(b"a"), w.integer(value)))


def test_an_absent_field_is_compared_by_its_default():
    assert kinds(absent(5), absent(5)) == []
    assert kinds(absent(5), absent(7)) == [Kind.OTHER_DEFAULT]
    assert kinds(absent(0), one(lambda w: (w.data.extend(b"a"), w.text("")))) == []
    assert kinds(absent(5), EMPTY) == kinds(EMPTY, absent(5)) == []


def test_an_absent_field_is_absent_beside_a_value():
    assert kinds(integer(5), absent(5)) == [Kind.DROPPED]
    assert kinds(integer(0), absent(0)) == [Kind.PRESENCE_LOST]
    assert kinds(absent(5), integer(0)) == [Kind.DEFAULT_FILLED]
    assert kinds(absent(5), integer(5)) == [Kind.REINTERPRETED]
    found = compare(absent(5), absent(7))[0]
    assert [spell.render(node, None) for node in (found.expected, found.actual)] == [
        "absent, read as 5",
        "absent, read as 7",
    ]


@pytest.mark.parametrize("ours", [Kind, Stage, Manner, By])
def test_an_enum_has_all_members_of_the_protocol(ours):
    assert {member.name: member.value for member in ours} == dict(getattr(peer_pb2, ours.__name__).items())
