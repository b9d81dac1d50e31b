"""Full names that are gone or mean another type: packages, messages, enums, services and their rpcs.

No value shows it. Full names travel in the paths of gRPC, in the type URL of an Any, and in formats that write the
names of classes.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from google.protobuf import descriptor_pb2

from wirebed.bed.schema import Schema
from wirebed.report.steps.verdicts import Verdict
from wirebed.suites.evolution.model import Names

ANY = "google.protobuf.Any"


@dataclass
class NameChange:
    """A name of OLD that NEW does not have, or has with other types."""

    kind: str  # package, message, enum, service, rpc
    name: str  # full name in OLD
    what: tuple[str, ...]
    reached: str = ""  # what reaches a message by its name
    declare: str = ""  # how to declare a rename, if a name of NEW looks like this one
    renamed: bool = False  # declared, or moved: then the values of the run decide
    hazards: tuple[str, ...] = ()  # harm that a program can do which the schema does not name
    accepted: dict[str, str] = field(default_factory=dict)  # format -> why

    def verdict(self, named: bool) -> Verdict:
        """`named`: whether the bytes of the format hold the names of classes."""
        if self.renamed or self.what == self.hazards:
            return Verdict.SAFE
        if self.kind == "enum":
            return Verdict.BREAKING if named else Verdict.SAFE
        if self.kind == "message":
            return Verdict.BREAKING if named or self.reached else Verdict.LOSSY
        return Verdict.BREAKING


@dataclass(frozen=True)
class Rpc:
    takes: str
    returns: str
    client: bool  # whether the client sends a stream
    server: bool
    idempotency: str  # IDEMPOTENCY_UNKNOWN, NO_SIDE_EFFECTS, IDEMPOTENT


class Named:
    """The full names that a schema declares in its own files."""

    def __init__(self, schema: Schema):
        own = set(schema.own_files)
        files = [file for file in schema.files.file if file.name in own]
        self.packages = {file.package for file in files}
        self.messages: dict[str, descriptor_pb2.DescriptorProto] = {}
        self.enums: dict[str, descriptor_pb2.EnumDescriptorProto] = {}
        self.services: dict[str, dict[str, Rpc]] = {}
        for file in files:
            scope = f"{file.package}." if file.package else ""
            self._types(scope, file.message_type, file.enum_type)
            for service in file.service:
                rpcs = {method.name: _rpc(method) for method in service.method}
                self.services[f"{scope}{service.name}"] = rpcs

    def _types(self, scope: str, messages, enums):
        self.enums |= {f"{scope}{enum.name}": enum for enum in enums}
        for message in messages:
            if not message.options.map_entry:
                self.messages[f"{scope}{message.name}"] = message
                self._types(f"{scope}{message.name}.", message.nested_type, message.enum_type)

    @property
    def rpcs(self) -> dict[str, Rpc]:
        """Each rpc by its full name, which begins with that of its service."""
        return {f"{name}.{short}": rpc for name, rpcs in self.services.items() for short, rpc in rpcs.items()}


def compare(old: Schema, new: Schema, names: Names) -> list[NameChange]:
    """The names of OLD that are gone or mean another type; `names`: the declared renames."""
    here, there = Named(old), Named(new)
    gone = {name for name in here.packages if name and names.renamed.get(name, name) not in there.packages}
    named = [NameChange("package", p, ("removed",), declare=_package_like(p, here, there)) for p in sorted(gone)]
    named += _renamed(here, names)
    named += _messages(here, there, names, gone)
    named += _enums(here, there, names, gone)
    return named + list(_services(here, there, names, gone))


def _renamed(here: Named, names: Names) -> Iterator[NameChange]:
    """The declared renames and what was moved, without what is inside of one of these and follows it."""
    packages = {package for package in here.packages if package in names.renamed}
    for name in sorted(packages):
        yield NameChange("package", name, (f"renamed to {names.renamed[name]}",), renamed=True)
    for kind, types in (("message", here.messages), ("enum", here.enums)):
        for name in types:
            scope, _, short = name.rpartition(".")
            other = names.renamed.get(name)
            if other and not _within(name, packages) and other != f"{names.renamed.get(scope)}.{short}":
                how = "moved" if other.rpartition(".")[2] == name.rpartition(".")[2] else "renamed"
                yield NameChange(kind, name, (f"{how} to {other}",), renamed=True)


def _messages(here: Named, there: Named, names: Names, gone: Collection[str]) -> Iterator[NameChange]:
    lost = _lost(here.messages, there.messages, names, gone)
    fresh = [name for name in there.messages if name not in here.messages and name not in names.renamed.values()]
    for name in lost:
        like = [other for other in fresh if _alike(here.messages[name], there.messages[other])]
        declare = _declare(name, like[0]) if len(like) == 1 else ""
        yield NameChange("message", name, ("removed",), _reached(name, here), declare)


def _enums(here: Named, there: Named, names: Names, gone: Collection[str]) -> Iterator[NameChange]:
    within = {*gone, *_lost(here.messages, there.messages, names, gone)}
    for name in _lost(here.enums, there.enums, names, within):
        yield NameChange("enum", name, ("removed",))


def _services(here: Named, there: Named, names: Names, gone: Collection[str]) -> Iterator[NameChange]:
    """A declared rename of a service does not help: its name is part of every path."""
    rpcs = there.rpcs
    for name, methods in here.services.items():
        if _within(name, gone):
            continue
        if name not in there.services:
            yield NameChange("service", name, ("removed",))
            continue
        for short, rpc in methods.items():
            full = f"{name}.{short}"
            what = tuple(_rpc_changes(rpc, rpcs[full], names)) if full in rpcs else ("removed",)
            hazards = tuple(_idempotency(rpc, rpcs[full])) if full in rpcs else ()
            if what or hazards:
                yield NameChange("rpc", full, what + hazards, hazards=hazards)


def _rpc_changes(old: Rpc, new: Rpc, names: Names) -> Iterator[str]:
    for verb, was, now in (("takes", old.takes, new.takes), ("returns", old.returns, new.returns)):
        if names.renamed.get(was, was) != now:
            yield f"{verb} {was} -> {now}"
    for side, streamed, streams in (("client", old.client, new.client), ("server", old.server, new.server)):
        if streamed != streams:
            yield f"the {side} sends {_stream(streamed)} -> {_stream(streams)}"


def _idempotency(old: Rpc, new: Rpc) -> Iterator[str]:
    """A client may choose by it how to call: HTTP based ones may send GET or PUT in place of POST [1].

    [1] google/protobuf/descriptor.proto, MethodOptions.IdempotencyLevel
    """
    if old.idempotency != new.idempotency:
        yield f"idempotency_level {old.idempotency} -> {new.idempotency}"


def _stream(streaming: bool) -> str:
    return "a stream" if streaming else "one message"


def _lost(here: Collection[str], there: Collection[str], names: Names, gone: Collection[str]) -> list[str]:
    """The names that are gone, without those inside of a name that is gone."""
    lost: list[str] = []
    for name in here:
        if names.renamed.get(name, name) not in there and not _within(name, {*gone, *lost}):
            lost.append(name)
    return lost


def _within(name: str, scopes: Collection[str]) -> bool:
    return any(name.startswith(f"{scope}.") for scope in scopes)


def _reached(name: str, here: Named) -> str:
    """The rpc or Any of OLD that names the message at run time; an Any can hold every message."""
    for full, rpc in here.rpcs.items():
        if name in (rpc.takes, rpc.returns):
            return f"rpc {full} names it"
    for full, message in here.messages.items():
        for part in (*message.field, *message.extension):
            if part.type_name == f".{ANY}":
                return f"the Any {full}.{part.name} can hold it"
    return ""


def _alike(old, new) -> bool:
    """Whether two messages have the same fields."""
    return _shape(old) == _shape(new)


def _shape(message) -> set:
    return {(field.name, field.number, field.label, field.type) for field in message.field}


def _package_like(package: str, here: Named, there: Named) -> str:
    """The package of NEW with the messages of this one, if there is exactly one."""
    wanted = _short(package, here)
    alike = [other for other in there.packages - here.packages if wanted and _short(other, there) == wanted]
    return f"renamed: {{{package}: {alike[0]}}}" if len(alike) == 1 else ""


def _short(package: str, named: Named) -> set[str]:
    scope = f"{package}."
    return {name.removeprefix(scope) for name in named.messages if name.startswith(scope)}


def _declare(old: str, new: str) -> str:
    scope, _, short = new.rpartition(".")
    return f"renamed: {{{old}: {short if scope == old.rpartition('.')[0] else new}}}"


def _rpc(method: descriptor_pb2.MethodDescriptorProto) -> Rpc:
    takes, returns = method.input_type.lstrip("."), method.output_type.lstrip(".")
    level = descriptor_pb2.MethodOptions.IdempotencyLevel.Name(method.options.idempotency_level)
    return Rpc(takes, returns, method.client_streaming, method.server_streaming, level)
