"""A schema tree of a descriptor set that the user gives, in place of .proto files."""

from pathlib import Path

from google.protobuf import descriptor_pb2
from google.protobuf.message import DecodeError

from wirebed.bed import BUILD, name_of
from wirebed.errors import UserError
from wirebed_build.trees.fingerprint import write_if_changed
from wirebed_build.trees.tree import RESERVED, Tree
from wirebed_safe_change.given_files import MOST_BYTES, Files


def tree_of(what: str, path: Path) -> Tree:
    """`what`: how the user gives it, for errors."""
    data = _checked(what, path)
    own = [file.name for file in data.file if not file.name.startswith(RESERVED)]
    if not own:
        raise UserError(f"{what}: the descriptor set has no file of yours")
    name = f"between-{name_of(path)}"
    copy = BUILD / "sources" / f"{name}.binpb"
    write_if_changed(copy, data.SerializeToString(deterministic=True))
    return Tree(name, tuple(own), (), made=copy)


def _checked(what: str, path: Path) -> descriptor_pb2.FileDescriptorSet:
    """The set, with each file after those that it imports."""
    try:
        with path.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise UserError(f"{what}: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise UserError(f"{what} has more than {MOST_BYTES >> 20} MiB")
    try:
        file_set = descriptor_pb2.FileDescriptorSet.FromString(data)
    except DecodeError:
        raise UserError(f"{what} is no folder, archive or descriptor set, or is cut") from None
    if not file_set.file:
        raise UserError(f"{what}: there is no file in the descriptor set")
    names = Files(what)
    by_name = {names.checked(file.name): file for file in file_set.file}
    for file in file_set.file:
        if lacks := [name for name in file.dependency if name not in by_name]:
            raise UserError(
                f"{what}: {file.name} imports {lacks[0]}, which the set lacks; `protoc --include_imports` adds it, "
                f"unless the set is cut"
            )
    return descriptor_pb2.FileDescriptorSet(file=_ordered(what, by_name))


def _ordered(what: str, files: dict) -> list[descriptor_pb2.FileDescriptorProto]:
    ordered: dict[str, descriptor_pb2.FileDescriptorProto] = {}
    left = dict(files)
    while left:
        ready = [name for name, file in left.items() if all(needed in ordered for needed in file.dependency)]
        if not ready:
            raise UserError(f"{what}: {next(iter(left))} imports itself")
        ordered |= {name: left.pop(name) for name in ready}
    return list(ordered.values())
