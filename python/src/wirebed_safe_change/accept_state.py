"""The state of a place in a version, in words: what `becomes:` of an accepted change says.

int64 cents = 1                            a field
string a = 3 in oneof ab [json_name="x"]   with all that decides its bytes
absent                                     a field, or a name, that is not there, where what would hold it is
(shop.Find) returns (stream shop.Order)    an rpc
present                                    another name: a message, an enum, a service, a package
"""

from functools import cached_property

from wirebed.bed.schema import Schema
from wirebed_build.plain.hints import real_oneof
from wirebed_safe_change.fields import checks_utf8, declared, default_of, name_of
from wirebed_safe_change.names import Named

ABSENT, PRESENT = "absent", "present"


class States:
    """The states of all places in one version."""

    def __init__(self, schema: Schema):
        self.schema = schema
        self.messages = set(schema.messages)

    @cached_property
    def named(self) -> Named:
        return Named(self.schema)

    def of_field(self, message: str, field: str) -> str:
        """Empty where the version has no such message."""
        if message not in self.messages:
            return ""
        descriptor = self._fields(message).get(field)
        return _declaration(descriptor) if descriptor is not None else ABSENT

    def of_message(self, message: str) -> str:
        """All of its fields."""
        return "; ".join(map(_declaration, self._fields(message).values())) if message in self.messages else ""

    def of_name(self, name: str) -> str:
        """Empty where the version has nothing that would hold the name."""
        if rpc := self.named.rpcs.get(name):
            takes, returns = (f"({'stream ' * stream}{message})" for message, stream in
                              ((rpc.takes, rpc.client), (rpc.returns, rpc.server)))  # fmt: skip
            return f"{takes} returns {returns}"
        there = {*self.messages, *self.named.enums, *self.named.services, *self.named.packages}
        if name in there:
            return PRESENT
        scope = name.rpartition(".")[0]
        return ABSENT if scope in there or "" in self.named.packages and not scope else ""

    def _fields(self, message: str) -> dict:
        descriptor = self.schema.message(message)
        extensions = self.schema.pool.FindAllExtensions(descriptor) if descriptor.is_extendable else ()
        return {name_of(field): field for field in (*descriptor.fields, *extensions)}


def _declaration(field) -> str:
    oneof = f" in oneof {real_oneof(field)}" if real_oneof(field) else ""
    options = []
    if field.json_name != _json_name(field.name):
        options.append(f'json_name="{field.json_name}"')
    if field.has_default_value:
        options.append(f"default={default_of(field)}")
    if field.is_repeated and field.message_type is None and field.type not in (field.TYPE_STRING, field.TYPE_BYTES):
        options.append(f"packed={str(field.is_packed).lower()}")
    if field.type == field.TYPE_STRING and not checks_utf8(field):
        options.append("not UTF-8")
    return f"{declared(field)} {field.name} = {field.number}{oneof}" + (f" [{', '.join(options)}]" if options else "")


def _json_name(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in others)
