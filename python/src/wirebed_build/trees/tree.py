"""A schema tree: its .proto files, and the descriptor set and plain classes made of them.

schema.binpb   FileDescriptorSet with all imports, in order of dependency, with source info
own.list       import names of the tree's own files
fields.list    "<field>\\t<message>\\t<import name>": messages of single fields (fields.py), whose files are in the set
               and compiled by no protoc
proto.list     "<import name>\\t<path>" of the files to compile: own and imported ones, without google/protobuf/*
roots.list     the folders where imports resolve, one a line
plain.binpb    wirebed.PlainSchema; plain/<peer>/** has the files that the templates make of it
mappers.list   "<peer>\\t<codec>\\t<method or function>": the mappers of the bed; mappers/<peer>/ has their files, and
               mappers/<peer>.list where each was copied from: "<copy>\\t<original>"
xsd/           the files that proto/formats/ makes of each message for a format, such as an XML schema for xml-jaxb
"""

import os
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from wirebed_protocol.plain_pb2 import PlainSchema

from wirebed.bed import BUILD, ROOT, Bed
from wirebed.bed import settings as bed_settings
from wirebed.bed.mappers import Mapper
from wirebed.bed.yaml_tree import Value
from wirebed.errors import UserError, shown
from wirebed_build.languages.peer_yaml import Peer, PlainTemplate
from wirebed_build.trees import fields, protoc
from wirebed_build.trees.fingerprint import FileHashes, Stamp, files_below, write_if_changed

# Files that a user must not declare: our hints, and the well-known types of protobuf.
RESERVED = ("wirebed/", "google/protobuf/")
# Templates for files that a format needs in all languages: `<format>.<end>.j2` makes <tree>/<end>/<message>.<end>.
FORMATS = ROOT / "proto" / "formats"
# Lines that protoc's libraries log.
_LOGGED = re.compile(r"WARNING: All log messages before absl::|[IWEF]\d{4} \d\d:\d\d:\d\d")


@dataclass(frozen=True)
class Tree:
    name: str
    files: tuple[str, ...]  # import names of its own files
    roots: tuple[Path, ...]
    # Import name of a copy -> the user's original, which an error has to name.
    origins: dict[str, Path] = field(default_factory=dict, hash=False, compare=False)
    # Full names of the messages of whose fields messages of their own are made.
    field_by_field: tuple[Value, ...] = field(default=(), hash=False, compare=False)
    # A descriptor set in place of files: no compiler can take part.
    made: Path | None = None
    # The codecs that code of the bed sets up.
    mappers: tuple[Mapper, ...] = ()

    @property
    def dir(self) -> Path:
        return BUILD / "trees" / self.name

    @property
    def role(self) -> str:
        """The name, if it is that of a tree of the repository itself: build scripts do more for some of these (the
        classes of the evolution steps, the ruler). Trees of all others are built alike."""
        return self.name if self.name == "interop" or self.name.startswith("evolution-v") else ""

    @classmethod
    def of_bed(cls, bed: Bed) -> "Tree":
        """The tree of proto/interop of a bed, or of its whole proto/ without that folder and evolution steps."""
        files = cls.files_of(bed)
        if not files:
            raise UserError(f"there is no .proto file in {shown(_start(bed))}")
        roots = tuple(dict.fromkeys((bed.proto_root, *bed.include, ROOT / "proto")))
        settings = bed_settings.load(bed)
        return cls(bed.name, files, roots, field_by_field=settings.messages, mappers=settings.mappers)

    @staticmethod
    def files_of(bed: Bed) -> tuple[str, ...]:
        """The import names of a bed's files; () when it has only evolution steps."""
        root, start = bed.proto_root, _start(bed)
        names = (os.path.relpath(path, root) for path in files_below(str(start)) if path.endswith(".proto"))
        return tuple(name for name in names if not name.startswith(("evolution/", *RESERVED)))

    def path_of(self, name: str) -> str | None:
        """The file that an import resolves to."""
        for root in self.roots:
            path = os.path.join(root, name)
            if os.path.isfile(path):
                return path
        return None

    def written_in(self, name: str) -> str | None:
        """The file that the user has to change to change this import."""
        return str(self.origins[name]) if name in self.origins else self.path_of(name)


def _start(bed: Bed) -> Path:
    root = bed.proto_root
    return root / "interop" if (root / "interop").is_dir() else root


def make_schema(tree: Tree, hashes: FileHashes) -> bool:
    """Makes the descriptor set, unless it is up to date; returns whether it did."""
    stamp = Stamp(f"{tree.name}/schema")
    made = stamp.read()
    outputs = (tree.dir / name for name in ("schema.binpb", "own.list", "fields.list", "proto.list", "roots.list"))
    if all(path.exists() for path in outputs) and made.get("from") == _state(tree, made.get("closure"), hashes):
        return False
    from google.protobuf import descriptor_pb2

    tree.dir.mkdir(parents=True, exist_ok=True)
    data = tree.made.read_bytes() if tree.made else _protoc(tree)
    files = descriptor_pb2.FileDescriptorSet.FromString(data)
    closure = [file.name for file in files.file]
    for name in closure if tree.made is None else ():
        _check_text(tree, name)
    singles = fields.add(files, tree.files, tree.field_by_field)
    compiled = [name for name in closure if not name.startswith("google/protobuf/")]
    lines = "".join(f"{name}\t{path}\n" for name in compiled if (path := tree.path_of(name)))
    write_if_changed(tree.dir / "proto.list", lines.encode())
    write_if_changed(tree.dir / "own.list", "".join(f"{name}\n" for name in tree.files).encode())
    write_if_changed(tree.dir / "roots.list", "".join(f"{root}\n" for root in tree.roots).encode())
    write_if_changed(tree.dir / "fields.list", "".join(f"{single}\n" for single in singles).encode())
    write_if_changed(tree.dir / "schema.binpb", files.SerializeToString(deterministic=True) if singles else data)
    stamp.write({"closure": closure, "from": _state(tree, closure, hashes)})
    return True


def state(tree: Tree, hashes: FileHashes) -> str:
    """The fingerprint of the files of which the descriptor set would be made today."""
    return _state(tree, Stamp(f"{tree.name}/schema").read().get("closure"), hashes) or ""


def _state(tree: Tree, closure: list[str] | None, hashes: FileHashes) -> str | None:
    """The fingerprint of the files in a descriptor set, as their imports resolve today."""
    if closure is None:
        return None
    paths = [tree.made] if tree.made else [tree.path_of(name) or name for name in closure]
    messages = [str(value.raw) for value in tree.field_by_field]
    code = [fields.__file__] if messages else []
    return hashes.of([*paths, *code], *tree.files, "roots", *map(str, tree.roots), "fields", *messages)


def _protoc(tree: Tree) -> bytes:
    """The descriptor set of today's files."""
    with tempfile.TemporaryDirectory() as folder:
        return _compiled(tree, Path(folder) / "schema")


def _compiled(tree: Tree, out: Path) -> bytes:
    arguments = [f"-I{root}" for root in tree.roots]
    arguments += ["--include_imports", "--include_source_info", f"-o{out}"]
    arguments += [os.path.join(tree.roots[0], name) for name in tree.files]
    done = protoc.run(arguments)
    if done.returncode:
        raise UserError(_with_paths(tree, done.stderr) or f"protoc failed with exit code {done.returncode}")
    return out.read_bytes()


def _check_text(tree: Tree, name: str) -> None:
    """protoc takes any bytes in comments and strings; compilers and libraries want the UTF-8 of a .proto file."""
    path, written = tree.path_of(name), tree.written_in(name)
    if path is None or written is None:
        return
    data = Path(path).read_bytes()
    try:
        data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].split(b"\n")
        reason = f"the byte 0x{data[error.start]:02x} is not UTF-8, in which a .proto file is written"
        raise UserError(reason, Path(written), len(before), len(before[-1]) + 1) from None


def _with_paths(tree: Tree, messages: str) -> str:
    """protoc's messages, with the paths on disk instead of the import names."""

    def place(match: re.Match[str]) -> str:
        # protoc names files of its command line as they are there.
        path = tree.written_in(match[1].removeprefix(f"{tree.roots[0]}/"))
        return shown(path) + match[2] if path else match[0]

    errors = (line for line in messages.splitlines() if ": warning: " not in line and not _LOGGED.match(line))
    return "\n".join(re.sub(r"^([^\s:]+\.proto)(:\d+:\d+:|:)", place, line) for line in errors).strip()


def make_plain(tree: Tree, peers: Iterable[Peer], hashes: FileHashes, built: Iterable[Peer] | None = None) -> bool:
    """Makes plain.binpb, with the names of all peers, and the plain classes of those that are built, by default of all,
    unless they are up to date; returns whether it did."""
    peers = [peer for peer in peers if peer.plain]
    built = peers if built is None else [peer for peer in built if peer.plain]
    formats = {path: path.stem.rpartition(".")[2] for path in sorted(FORMATS.glob("*.j2"))}
    code = [Path(__file__).parents[1] / "plain", *formats, BUILD / "python" / "gen"]
    names = [peer.names_file for peer in peers if peer.names_file]
    lists = [tree.dir / name for name in ("schema.binpb", "own.list", "fields.list")]
    wanted = {"schema": hashes.of([*lists, *code, *names])}
    for peer in built:
        # All templates of the folder count, since they may import each other's macros.
        templates = sorted(
            path for folder in {plain.template.parent for plain in peer.plain} for path in folder.glob("*.j2")
        )
        named = (word for plain in peer.plain for word in (plain.template.name, plain.each, plain.path, plain.of))
        wanted[peer.name] = hashes.of(templates, wanted["schema"], *named)
    stamp = Stamp(f"{tree.name}/plain")
    made = stamp.read()
    outputs = [tree.dir / name for name in ("plain.binpb", *formats.values())]
    outputs += [tree.dir / "plain" / peer.name for peer in built]
    if all(path.exists() for path in outputs) and wanted.items() <= made.items():
        return False
    from wirebed_build.plain.language_names import Spelling
    from wirebed_build.plain.render import render, render_one

    schema = _resolve(tree, peers)
    write_if_changed(tree.dir / "plain.binpb", schema.SerializeToString(deterministic=True))
    for path, end in formats.items():
        of_each = PlainTemplate(path, "message", f"{{{{ cls.message }}}}.{end}")
        _write(tree.dir / end, render_one(schema, of_each, "", Spelling({})), path)
    for peer in built:
        _write(tree.dir / "plain" / peer.name, render(schema, peer), peer.folder / "peer.yaml")
    # The entries of other peers stay only while they are of the same schema.
    keep = made if made.get("schema") == wanted["schema"] else {}
    stamp.write({**keep, **wanted})
    return True


def _resolve(tree: Tree, peers: Iterable[Peer]) -> PlainSchema:
    from google.protobuf.descriptor_pb2 import FileDescriptorSet

    from wirebed_build.plain.language_names import of_peers
    from wirebed_build.plain.resolve import resolve

    files = FileDescriptorSet.FromString((tree.dir / "schema.binpb").read_bytes())
    on_disk = {file.name: tree.written_in(file.name) or file.name for file in files.file}
    singles = fields.read((tree.dir / "fields.list").read_text())
    return resolve(files, tree.files, on_disk, of_peers(peers), {single.file for single in singles})


def _write(folder: Path, rendered: dict[str, str], source: Path) -> None:
    """Writes the files of a folder, and removes all others. `source`: the file with the rule for their names."""
    folder.mkdir(parents=True, exist_ok=True)
    written = set()
    for name, content in rendered.items():
        path = folder / name
        if ".." in Path(name).parts:
            raise UserError(f"a rendered file would be outside of {folder}: {name}", source)
        write_if_changed(path, content.encode())
        written.add(str(path))
    for file in files_below(str(folder), generated=True):
        if file not in written:
            os.unlink(file)
