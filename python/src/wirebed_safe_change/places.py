"""Where a version declares what: file, line and column by full name, and the comments there.

The descriptor set has them (`source_code_info`); one that the user gives may lack them, and then nothing is said.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from google.protobuf import descriptor_pb2

from wirebed.bed.schema import Schema

_PACKAGE = (2,)
# The numbers of fields in descriptor.proto, by which a path names a declaration.
_OF_FILE = {"message_type": 4, "enum_type": 5, "service": 6, "extension": 7}
_OF_MESSAGE = {"field": 2, "nested_type": 3, "enum_type": 4, "extension": 6}
_OF_ENUM = {"value": 2}
_OF_SERVICE = {"method": 2}
_INSIDE = {
    descriptor_pb2.FileDescriptorProto: _OF_FILE,
    descriptor_pb2.DescriptorProto: _OF_MESSAGE,
    descriptor_pb2.EnumDescriptorProto: _OF_ENUM,
    descriptor_pb2.ServiceDescriptorProto: _OF_SERVICE,
}


@dataclass(frozen=True)
class Place:
    file: str
    line: int
    column: int

    def __str__(self):
        return f"{self.file}:{self.line}:{self.column}"


class Places:
    """The places in the own files of a schema. `path_of`: the path that a report gives for an import name."""

    def __init__(self, schema: Schema, path_of: Callable[[str], str]):
        self.schema, self.path_of = schema, path_of

    def at(self, name: str) -> Place | None:
        return self._known.get(name, (None, ""))[0]

    def around(self, name: str) -> Place | None:
        """The place of a name, or of what would hold it: of its message, or its package."""
        while name and self.at(name) is None:
            name = name.rpartition(".")[0]
        return self.at(name)

    def file(self, name: str) -> str:
        """The import name of the file that declares a name; empty where none does."""
        return self._files.get(name, "")

    @property
    def comments(self) -> Iterator[tuple[str, Place, str]]:
        """The name, the place and the comment of each declaration that has one."""
        yield from ((name, place, text) for name, (place, text) in self._known.items() if text and place)

    @cached_property
    def _known(self) -> dict[str, tuple[Place | None, str]]:
        known: dict[str, tuple[Place | None, str]] = {}
        for file in self._own:
            there = {tuple(info.path): info for info in file.source_code_info.location}
            path_of_file = self.path_of(file.name)
            for name, path in _declared(file):
                info = there.get(path)
                if info is not None and name not in known:
                    place = Place(path_of_file, info.span[0] + 1, info.span[1] + 1)
                    known[name] = (place, "\n".join(filter(None, (info.leading_comments, info.trailing_comments))))
        return known

    @cached_property
    def _files(self) -> dict[str, str]:
        return {name: file.name for file in self._own for name, _ in _declared(file)}

    @property
    def _own(self) -> list:
        own = set(self.schema.own_files)
        return [file for file in self.schema.files.file if file.name in own]


def _declared(file: descriptor_pb2.FileDescriptorProto) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The full name and the path of each declaration of a file. A value of an enum is in the scope of its enum."""
    if file.package:
        yield file.package, _PACKAGE
    todo: list = [(file, file.package, ())]
    while todo:
        scope, name, path = todo.pop()
        for part, number in _INSIDE.get(type(scope), {}).items():
            for index, inner in enumerate(getattr(scope, part)):
                full_name, place = f"{name}.{inner.name}" if name else inner.name, (*path, number, index)
                yield full_name, place
                todo.append((inner, full_name, place))
