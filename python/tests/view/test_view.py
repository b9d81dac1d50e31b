"""Views: what is written reads back, what is no view is refused, and nothing is believed without its bytes."""

import contextlib

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from hypothesis import given
from hypothesis import strategies as st

from wirebed import view
from wirebed.view import grammar as g


def record(name="a.B", **fields):
    w = view.ViewWriter()
    w.record(name)
    for number, write in fields.items():
        w.field(int(number[1:]))
        write(w)
    w.end()
    return w.finish()


def test_scalars_read_back():
    data = record(
        f1=lambda w: w.integer(-(2**63)),
        f2=lambda w: w.integer(2**64 - 1),
        f3=lambda w: w.float32_bits(0x7FC00001),
        f4=lambda w: w.float64(-0.0),
        f5=lambda w: w.text("a\0\U0001f600"),
        f6=lambda w: w.text("\ud800"),
        f7=lambda w: w.binary(b"\xff"),
        f8=lambda w: w.enum(-1),
        f9=lambda w: w.boolean(True),
    )
    root = view.parse(data)
    tags = bytes(child.tag for child in root.children)
    assert tags == b"iugdsxbet"
    assert root.field(2).value == 2**64 - 1
    assert root.field(5).value == "a\0\U0001f600"
    assert root.field(6).value == b"\xed\xa0\x80"


def test_only_the_bytes_bound_the_depth():
    depth = 20_000
    head = b"r\x01\x00M" + g.U32.pack(1)
    data = head * depth + b"r\x01\x00M" + bytes(4) + bytes(4) * depth
    assert view.parse(data).tag == g.RECORD


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "a node wanted"),
        (b"q", "unknown tag 0x71"),
        (b"i\0\0", "8 bytes wanted, 2 left"),
        (b"s\xff\xff\xff\xff", "a length of 4294967295, 0 bytes left"),
        (b"l\xff\xff\xff\x7f", "a count of 2147483647, 0 bytes left"),
        (b"m\x02\0\0\0tt", "a count of 2, 2 bytes left"),
        (b"tt", "1 bytes after the view"),
        (b"=\0\0\0\0", "no earlier record or text"),
        (b"s\x01\0\0\0\xff", "belongs in an `x` node"),
        (b"u" + bytes(8), "belongs in an `i` node"),
        (b"m\x02\0\0\0ttft", "out of order"),
        (b"m\x02\0\0\0tttf", "stands twice"),
        (b"z\x01\0\0\0l\0\0\0\0", "a list among the keys of a set"),
        (b"r\0\0\x01\0\0\0n\0\0\0\0", "null is for elements"),
        (b"r\0\0\x01\0\0\0t\x01\0\0\0t\0\0\0\0", "stands twice"),
        (b"r\0\0\x01\0\0\0t", "4 bytes wanted, 0 left"),
        (b"at", "only a field can be absent"),
        (b"l\x01\0\0\0at", "only a field can be absent"),
        (b"r\0\0\x01\0\0\0an\0\0\0\0", "a null is nothing that an absent field reads as"),
        (b"r\0\0\x01\0\0\0aat\0\0\0\0", "a absent is nothing that an absent field reads as"),
    ],
)
def test_invalid_views_are_refused(data, why):
    with pytest.raises(view.ViewError, match=why.replace("(", r"\(")):
        view.parse(data)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_view_or_an_error(data):
    with contextlib.suppress(view.ViewError):
        view.parse(data)


@given(st.binary(max_size=60), st.integers(0, 200))
def test_a_mutated_view_is_a_view_or_an_error(more, at):
    data = record(f1=lambda w: w.text("hello"), f2=lambda w: (w.list(2), w.integer(1), w.integer(2)))
    at = min(at, len(data))
    test_any_bytes_are_a_view_or_an_error.hypothesis.inner_test(data[:at] + more + data[at:])


def shared():
    w = view.ViewWriter()
    w.record("M")
    w.field(1)
    text = w.offset
    w.text("twice")
    w.field(2)
    w.same_as(text)
    w.field(3)
    inner = w.offset
    w.record("N")
    w.end()
    w.field(4)
    w.same_as(inner)
    w.end()
    return w.finish()


def test_canonical_spells_shared_texts_out_and_keeps_shared_records():
    data = view.canonical(shared())
    root = view.parse(data)
    assert root.field(2).tag == g.TEXT and root.field(2).value == "twice"
    assert root.field(4).tag == g.SAME and root.field(4).value is root.field(3)
    assert view.canonical(data) == data


def texts(every, names):
    """A list of these texts. `names`: by its position, whether a text names an earlier one that is equal."""
    w = view.ViewWriter()
    w.list(len(every))
    first = {}
    for text, named in zip(every, names, strict=True):
        if named and text in first:
            w.same_as(first[text])
        else:
            first[text] = w.offset
            w.text(text)
    return w.finish()


SHORT = st.lists(st.sampled_from(["", "=", "a", "b", "====="]), min_size=6, max_size=6)
NAMES = st.lists(st.booleans(), min_size=6, max_size=6)


@given(SHORT, SHORT, NAMES, NAMES, st.integers(0, 6))
def test_views_are_alike_whose_canonical_views_are_equal(one, other, names, others, same):
    views = texts(one, names), texts(one[:same] + other[same:], others)
    assert view.alike(*views) == (view.canonical(views[0]) == view.canonical(views[1]))
    assert view.alike(views[0], texts(one, others))


@pytest.fixture(scope="module")
def message():
    """A message class with every kind of field, made without any build."""
    file = descriptor_pb2.FileDescriptorProto(name="t.proto", package="t", syntax="proto3")
    made = file.message_type.add(name="M")
    f = descriptor_pb2.FieldDescriptorProto
    made.field.add(name="later", number=2, type=f.TYPE_UINT64, label=1)
    made.field.add(name="first", number=1, type=f.TYPE_STRING, label=1)
    made.field.add(name="maybe", number=3, type=f.TYPE_INT32, label=1, proto3_optional=True, oneof_index=0)
    made.oneof_decl.add(name="_maybe")
    made.field.add(name="me", number=4, type=f.TYPE_MESSAGE, label=1, type_name=".t.M")
    made.field.add(name="numbers", number=5, type=f.TYPE_MESSAGE, label=3, type_name=".t.M.NumbersEntry")
    entry = made.nested_type.add(name="NumbersEntry")
    entry.options.map_entry = True
    entry.field.add(name="key", number=1, type=f.TYPE_STRING, label=1)
    entry.field.add(name="value", number=2, type=f.TYPE_DOUBLE, label=1)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("t.M"))


def test_a_message_as_a_view(message):
    m = message(first="x", later=2**63, me=message(maybe=0))
    m.numbers.update({"b": 1.0, "aa": 2.0, "": -0.0})
    root = view.parse(view.of_message(m))
    assert root.value == "t.M"
    assert root.keys == [2, 1, 4, 5], "declaration order; what has presence and is not set is not there"
    assert root.field(2).value == 2**63
    assert root.field(4).keys == [2, 1, 3, 5], "explicit zero is there"
    # Sorted by the bytes of the key node, in which the length comes first.
    assert [key.value for key in root.field(5).keys] == ["", "b", "aa"]


def test_a_view_with_defaults(message):
    root = view.parse(view.of_message(message(me=message()), defaults=True))
    assert root.keys == [2, 1, 3, 4, 5]
    assert [chr(node.tag) for node in root.children] == ["i", "s", "a", "r", "m"]
    assert root.field(3).value.value == 0
    inner = root.field(4)
    assert inner.keys == [2, 1, 3, 5], "a message that is absent reads as nothing"
    assert inner.field(3).steps() == inner.field(3).value.steps() == (4, 3)
    assert view.parse(view.of_message(message(), defaults=False)).keys == [2, 1, 5]


def test_paths_are_in_the_names_of_the_schema(message):
    class Schema:
        pool = message.DESCRIPTOR.file.pool

    m = message(me=message())
    m.me.numbers["k"] = 1
    root = view.parse(view.of_message(m))
    assert view.path(root, Schema) == ""
    assert view.path(root.field(4).field(5).children[0], Schema) == 'me.numbers["k"]'
    assert view.path(root.field(4).field(2), None) == "#4.#2"
