"""A peer in one file: views, JSON, and the loop. proto/wirebed/CONTRIBUTING.md explains it.

A plain object is a Record: the values of its fields by their numbers. The plain schema of the tree defines the fields.
A message is unsupported if it has anything but texts, booleans, signed integers, doubles, messages and lists.
"""

import json
import platform
import struct
import sys
from pathlib import Path

import peer_pb2
from google.protobuf.proto import parse_length_prefixed, serialize_length_prefixed
from plain_pb2 import PlainField, PlainSchema, PlainType

SCHEMA = PlainSchema.FromString((Path(sys.argv[1]) / "plain.binpb").read_bytes())
FIELDS = {one.message: {field.number: field for field in one.fields} for one in SCHEMA.classes}
BITS = {PlainType.INT32: 32, PlainType.INT64: 64}
NUMBERS = {PlainType.INT32: (b"i", "<q"), PlainType.INT64: (b"i", "<q"), PlainType.DOUBLE: (b"d", "<d")}
EMPTY = {PlainType.INT32: 0, PlainType.INT64: 0, PlainType.DOUBLE: 0.0, PlainType.BOOL: False, PlainType.STRING: ""}


class Record(dict):
    """Number of a field -> its value; an absent field is empty."""

    def held(self, field):
        nothing = [] if field.container else None if field.nullable else EMPTY[field.type.kind]
        return self.get(field.number, nothing)


def knows(message, seen):
    """Whether this peer supports all fields of a message and of the messages below it."""
    seen.add(message)
    return all(
        field.container in (PlainField.SINGLE, PlainField.LIST)
        and (field.type.kind in EMPTY or field.type.kind == PlainType.MESSAGE)
        and (field.type.name in seen or field.type.kind in EMPTY or knows(field.type.name, seen))
        for field in FIELDS[message].values()
    )


def checked(type_, value):
    """Returns a scalar if it has its declared type."""
    if type(value) is not type(EMPTY[type_.kind]) or (
        type_.kind in BITS and value >> (BITS[type_.kind] - 1) not in (0, -1)
    ):
        raise ValueError(f"{value!r} is not of the type that is declared")
    return value


class ViewReader:
    """View (README.md, "The view") -> object. Whatever it raises means that the bytes are not a view of the message."""

    def __init__(self, view):
        self.view, self.at, self.earlier = view, 0, {}

    def take(self, count):
        self.at += count
        if self.at > len(self.view):
            raise ValueError("the view ends too early")
        return self.view[self.at - count : self.at]

    def number(self, form):
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def value(self, type_):
        start, tag, kind = self.at, self.take(1), type_.kind
        if tag == b"=":
            declared, value = self.earlier[self.number("<I")]
            if declared == type_:
                return value
        elif kind == PlainType.MESSAGE and tag == b"r" and self.take(self.number("<H")) == type_.name.encode():
            record = Record()
            self.earlier[start] = type_, record
            while number := self.number("<I"):
                record[number] = self.field(FIELDS[type_.name][number])
            return record
        elif kind == PlainType.STRING and tag == b"s":
            self.earlier[start] = type_, self.take(self.number("<I")).decode()
            return self.earlier[start][1]
        elif kind == PlainType.BOOL and tag in (b"t", b"f"):
            return tag == b"t"
        elif kind in NUMBERS and tag == NUMBERS[kind][0]:
            return checked(type_, self.number(NUMBERS[kind][1]))
        raise ValueError(f"byte {start}: no {PlainType.Kind.Name(kind)} stands there")

    def field(self, field):
        if not field.container:
            return self.value(field.type)
        if self.take(1) != b"l":
            raise ValueError("no list where one should be")
        return [self.value(field.type) for _ in range(self.number("<I"))]


def build(type_, view):
    reader = ViewReader(view)
    value = reader.value(type_)
    if reader.at < len(view):
        raise ValueError("bytes after the view")
    return value


def show(type_, value):
    out = bytearray()
    append(type_, value, out, {})
    return bytes(out)


def append(type_, value, out, earlier):
    """Appends the nodes of a value to a view; `earlier` has the position of each record by its id."""
    if type_.kind == PlainType.STRING:
        data = value.encode()
        out += b"s" + struct.pack("<I", len(data)) + data
    elif type_.kind == PlainType.BOOL:
        out += b"t" if value else b"f"
    elif type_.kind in NUMBERS:
        out += NUMBERS[type_.kind][0] + struct.pack(NUMBERS[type_.kind][1], value)
    elif id(value) in earlier:
        out += b"=" + struct.pack("<I", earlier[id(value)])
    else:
        earlier[id(value)] = len(out)
        out += b"r" + struct.pack("<H", len(type_.name)) + type_.name.encode()
        for number, field in FIELDS[type_.name].items():
            held = value.held(field)
            if held is None:
                continue
            out += struct.pack("<I", number)
            if field.container:
                out += b"l" + struct.pack("<I", len(held))
            for one in held if field.container else [held]:
                append(field.type, one, out, earlier)
        out += bytes(4)


def to_json(type_, value):
    if type_.kind != PlainType.MESSAGE or value is None:
        return value
    made = {}
    for field in FIELDS[type_.name].values():
        held = value.held(field)
        made[field.json_name] = (
            [to_json(field.type, one) for one in held] if field.container else to_json(field.type, held)
        )
    return made


def of_json(type_, data):
    if type_.kind != PlainType.MESSAGE:
        return checked(type_, float(data) if type(data) is int and type_.kind == PlainType.DOUBLE else data)
    if type(data) is not dict:
        raise ValueError(f"{data!r} is no {type_.name}")
    record = Record()
    for number, field in FIELDS[type_.name].items():
        held = data.get(field.json_name)
        if held is not None:
            record[number] = (
                [of_json(field.type, one) for one in held] if field.container else of_json(field.type, held)
            )
    return record


# How each codec encodes and decodes, and the stage at which it refuses bytes.
CODECS = {
    "none/plain": (show, build, peer_pb2.BUILD),
    "json/stdlib": (
        lambda type_, value: json.dumps(to_json(type_, value)).encode(),
        lambda type_, data: of_json(type_, json.loads(data)),
        peer_pb2.PARSE,
    ),
}


# `json` documents the first; the second is that of its own stack, however deep this file has called it.
LIBRARY_ERRORS = (json.JSONDecodeError, RecursionError)


class Failed(Exception):
    """The outcome, the stage, and the exception."""


def attempt(outcome, stage, step, *given):
    try:
        return step(*given)
    except Exception as error:
        raise Failed(outcome, stage, error) from None


def edit(type_, value, relay):
    for number in relay.clear:
        value.pop(FIELDS[type_.name][number].number, None)
    value.update(build(type_, relay.set) if relay.set else {})


def run(task, result):
    action, into = task.WhichOneof("action"), task.relay.into or task.codec
    if action not in ("encode", "decode", "relay") or task.class_name or not {task.codec, into} <= CODECS.keys():
        result.unsupported.reason = "this peer has no such codec, action or class"
        return
    if task.message not in FIELDS or not knows(task.message, set()):
        result.unsupported.reason = "this peer does not know the message, or not all that it holds"
        return
    type_ = PlainType(kind=PlainType.MESSAGE, name=task.message)
    encode, (_, decode, refused) = CODECS[into][0], CODECS[task.codec]
    if action == "encode":
        value = attempt("encode_error", peer_pb2.BUILD, build, type_, task.encode)
    else:
        value = attempt("decode_error", refused, decode, type_, task.decode or task.relay.wire)
    if action == "decode":
        result.decoded = attempt("decode_error", peer_pb2.USE, show, type_, value)
    else:
        attempt("encode_error", peer_pb2.BUILD, edit, type_, value, task.relay)
        result.encoded = attempt("encode_error", peer_pb2.WRITE, encode, type_, value)


def result_of(task):
    result = peer_pb2.Result(id=task.id)
    try:
        run(task, result)
    except Failed as failed:
        outcome, stage, error = failed.args
        reason = str(error).encode("utf-8", "backslashreplace").decode()
        failure = peer_pb2.Failure(stage=stage, type=type(error).__name__, reason=reason)
        failure.manner, failure.by = how(stage, error)
        getattr(result, outcome).CopyFrom(failure)
    return result


def how(stage, error):
    """The manner of a failure, and who refused (README.md, "Failures")."""
    if stage == peer_pb2.USE:
        return peer_pb2.UNTYPED, peer_pb2.CAST
    by = peer_pb2.LIBRARY if stage != peer_pb2.BUILD and isinstance(error, LIBRARY_ERRORS) else peer_pb2.CODEC
    if isinstance(error, (RecursionError, MemoryError)):
        return peer_pb2.EXHAUSTED, by
    known = isinstance(error, (ValueError, *LIBRARY_ERRORS))  # this file refuses by ValueError
    return peer_pb2.TYPED if known else peer_pb2.UNTYPED, by


def column_answer(column):
    """Each value of a column is a task of its own, whose id is the position."""
    answer, actions = peer_pb2.ColumnAnswer(), {1: "encode", 2: "decode"}
    for position, value in enumerate(column.values):
        task = peer_pb2.Task(id=position, codec=column.codec, message=column.message, class_name=column.class_name)
        if column.action in actions:
            setattr(task, actions[column.action], value)
        result = result_of(task)
        failed = result.WhichOneof("outcome") not in ("encoded", "decoded")
        answer.values.append(b"" if failed else result.encoded or result.decoded)
        answer.failures.extend([result] * failed)
    return answer


def reply_to(request):
    reply = peer_pb2.Reply(id=request.id)
    if request.HasField("hello"):
        version = platform.python_version()
        reply.introduction.MergeFrom(peer_pb2.Introduction(peer="minimal", language="Minimal", runtime=version))
        for format_, library in (name.split("/") for name in CODECS):
            about = {"format": format_, "library": library, "version": version, "model": peer_pb2.PLAIN}
            reply.introduction.codecs.add(**about, encodes=True, decodes=True)
    if request.HasField("batch"):
        reply.results.MergeFrom(peer_pb2.Results(results=[result_of(task) for task in request.batch.tasks]))
    if request.HasField("columns"):
        answers = peer_pb2.ColumnAnswers(columns=map(column_answer, request.columns.columns))
        reply.column_answers.MergeFrom(answers)
    return reply


while (request := parse_length_prefixed(peer_pb2.Request, sys.stdin.buffer)) is not None:
    serialize_length_prefixed(reply_to(request), sys.stdout.buffer)
    sys.stdout.buffer.flush()
