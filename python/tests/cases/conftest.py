"""The interop schemas, compiled for these tests alone, and small beds of a test's own."""

from pathlib import Path

import pytest
from grpc_tools import protoc

from wirebed import cases
from wirebed.bed import ROOT, Bed
from wirebed.bed.schema import Schema


def compile_tree(folder: Path, root: Path, files: list[str]) -> Schema:
    folder.mkdir(parents=True, exist_ok=True)
    well_known = Path(protoc.__file__).parent / "_proto"
    status = protoc.main(
        ["protoc", f"-I{root}", f"-I{ROOT / 'proto'}", f"-I{well_known}", "--include_imports"]
        + [f"--descriptor_set_out={folder / 'schema.binpb'}", *files]
    )
    assert status == 0
    (folder / "own.list").write_text("\n".join(files))
    return Schema.load(folder)


@pytest.fixture(scope="session")
def compiled():
    """compile_tree, for tests with schemas of their own."""
    return compile_tree


@pytest.fixture(scope="session")
def schema(tmp_path_factory) -> Schema:
    root = ROOT / "proto"
    files = sorted(str(path.relative_to(root)) for path in (root / "interop").rglob("*.proto"))
    return compile_tree(tmp_path_factory.mktemp("tree"), root, files)


@pytest.fixture(scope="session")
def loaded(schema) -> dict:
    """The repository's cases by name."""
    return {case.name: case for case in cases.load(Bed.open(), schema)}


@pytest.fixture
def bed(tmp_path):
    """A bed of a test's own; `bed.write(name, text)` adds a case file to it."""
    (tmp_path / "proto").mkdir()

    class Own(Bed):
        def write(self, name: str, text: str) -> Path:
            path = self.fixtures / "cases" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            return path

    return Own(tmp_path)
