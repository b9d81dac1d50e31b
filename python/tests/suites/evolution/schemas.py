"""Small schemas of a test's own, their values, and what is expected of them in few words."""

import tempfile
from pathlib import Path

from google.protobuf import text_format
from grpc_tools import protoc

from wirebed.bed import ROOT
from wirebed.bed.schema import Schema
from wirebed.suites.evolution.migrate import Migrator
from wirebed.suites.evolution.model import Names
from wirebed.view import grammar as g
from wirebed.view import of_message, parse, path, render, spell

PROTO3 = 'syntax = "proto3"; package p;\nimport "wirebed/options.proto"; import "google/protobuf/wrappers.proto";\n'
PROTO2 = PROTO3.replace("proto3", "proto2")


def schema(body: str, head: str = PROTO3) -> Schema:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "t.proto").write_text(head + body)
        return tree(Path(folder), ["t.proto"], Path(folder))


def tree(root: Path, files: list[str], folder: Path) -> Schema:
    well_known = Path(protoc.__file__).parent / "_proto"
    arguments = ["protoc", f"-I{root}", f"-I{ROOT / 'proto'}", f"-I{well_known}"]
    arguments += ["--include_imports", "--include_source_info"]
    assert protoc.main([*arguments, f"-o{folder / 'schema.binpb'}", *files]) == 0
    (folder / "own.list").write_text("\n".join(files))
    return Schema.load(folder)


def value(of: Schema, text: str, root: str = "p.M") -> bytes:
    return of_message(text_format.Parse(text, of.message_class(root)(), descriptor_pool=of.pool))


class Pair:
    """Two versions of p.M and what lies between them."""

    def __init__(self, old: str, new: str, names: Names | None = None, head: str = PROTO3, new_head: str = ""):
        self.old, self.new = schema(old, head), schema(new, new_head or head)
        names = names or Names()
        self.up = Migrator(self.old, self.new, names, ("p.M", "p.M"))
        self.down = Migrator(self.new, self.old, names.back(), ("p.M", "p.M"))

    def migrated(self, text: str):
        return self.up.migrate(value(self.old, text))

    def seen(self, text: str) -> str:
        """What a reader of the new version ought to see of a text of the old one."""
        return words(self.migrated(text).view, self.new)


def words(view: bytes, of: Schema) -> str:
    """The leaves of a view in one line: `a=5 r[0]="x" m={}`."""
    found = []
    stack = [parse(view)]
    while stack:
        node = stack.pop()
        if node.tag in g.SCALARS or node.tag == g.ABSENT or not node.children:
            shown = (
                spell.scalar(node) if node.tag in g.SCALARS or node.tag == g.ABSENT else f"empty {g.NAMES[node.tag]}"
            )
            found.append(f"{path(node, of)}={shown}")
        stack.extend(reversed(node.children))
    return " ".join(found)


def told(found, of: Schema) -> list[str]:
    """Differences as `narrowed a: 5 -> 1`."""
    return [
        f"{one.kind.name.lower().replace('_', '-')} {path(one.place, one.schema or of)}: "
        f"{render(one.expected, one.schema or of)} -> {render(one.actual, of)}"
        for one in found
    ]
