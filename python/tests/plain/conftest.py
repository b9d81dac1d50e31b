"""`tree`: schemas written in the test -> the plain schema that protoc-gen-plain makes of them."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc
from wirebed_protocol import plain_pb2

from wirebed.bed import ROOT
from wirebed_build.languages.discovery import discover
from wirebed_build.plain.language_names import of_peers
from wirebed_build.plain.resolve import resolve


@dataclass
class Plain:
    """A plain schema, its classes and enums by protobuf name."""

    schema: plain_pb2.PlainSchema
    classes: dict = field(init=False)
    enums: dict = field(init=False)

    def __post_init__(self):
        self.classes = {entry.message: entry for entry in self.schema.classes}
        self.enums = {entry.name: entry for entry in self.schema.enums}

    def field(self, message: str, name: str) -> plain_pb2.PlainField:
        return next(entry for entry in self.classes[message].fields if entry.name == name)


def compile_files(folder: Path, files: dict[str, str]) -> FileDescriptorSet:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if text.startswith(("syntax", "edition")) else f'syntax = "proto3";\n{text}')
    out = folder / "set.binpb"
    wanted = [str(folder / name) for name in files]
    include = ["protoc", f"-I{folder}", f"-I{ROOT / 'proto'}", f"-I{Path(protoc.__file__).parent / '_proto'}"]
    assert protoc.main([*include, "--include_imports", "--include_source_info", f"-o{out}", *wanted]) == 0
    return FileDescriptorSet.FromString(out.read_bytes())


@pytest.fixture
def tree(tmp_path):
    def make(files: dict[str, str] | str, own: list[str] | None = None) -> Plain:
        files = {"a.proto": files} if isinstance(files, str) else files
        return Plain(resolve(compile_files(tmp_path, files), own or list(files), spellings=of_peers(discover())))

    return make
