"""A bed in a temporary git repository, with one message and cases whose bytes the tests make up."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool

from wirebed.bed import BUILD
from wirebed.state.golden.checker import Checker
from wirebed.state.golden.update import Encoding, update

JAVA, CPP = "java:protobuf/protobuf-java", "cpp:protobuf/libprotobuf"


@dataclass
class Case:
    """What the goldens need to know of a case."""

    name: str
    text_hash: str
    message: str = "t.M"
    view: bytes = b""
    options: dict = field(default_factory=dict)
    golden: bool = True
    path: Path | None = None


def case(name: str, text: str = "a: 1") -> Case:
    return Case(name, hashlib.sha256(text.encode()).hexdigest())


def schema(*extra_fields: str) -> SimpleNamespace:
    """A tree with the message t.M, which has a field `a` and those that are named."""
    file = descriptor_pb2.FileDescriptorProto(name="m.proto", package="t", syntax="proto3")
    message = file.message_type.add(name="M")
    for number, name in enumerate(("a", *extra_fields), 1):
        message.field.add(name=name, number=number, type=5, label=1)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return SimpleNamespace(message=pool.FindMessageTypeByName, plain=SimpleNamespace(classes=[], enums=[]))


class Bed:
    def __init__(self, root: Path) -> None:
        self.root, self.name, self.include = root, f"goldens-{root.name}", ()
        self.fixtures = root / "fixtures"
        self.goldens = self.fixtures / "golden"
        self.goldens.mkdir(parents=True, exist_ok=True)
        self.cases = self.committed = ()
        self.proto_root = root / "proto"
        self.proto_root.mkdir(exist_ok=True)
        (self.proto_root / "m.proto").touch()  # what `schema` stands for

    def checker(self, *cases: Case, schema=schema()) -> Checker:  # noqa: B008
        return Checker(self, schema, cases)

    def golden(self, *writes, schema=schema(), accept: str = "", why: str = ""):  # noqa: B008
        """`make golden` for (case, codec, version, bytes), with what codecs "wrote" given by the test."""
        encodings = [Encoding(*write) for write in writes]
        cases = {e.case.name: e.case for e in encodings}.values()
        return update([(self.checker(*cases, schema=schema), encodings)], accept, why)

    def files(self) -> dict[str, bytes]:
        return {p.relative_to(self.goldens).as_posix(): p.read_bytes() for p in self.goldens.rglob("*") if p.is_file()}

    def git(self, *arguments: str) -> str:
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments]
        return subprocess.run(command, cwd=self.root, check=True, capture_output=True, text=True).stdout

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "a state")
        self.committed = self.cases


@pytest.fixture
def bed(tmp_path: Path) -> Bed:
    return Bed(tmp_path)


@pytest.fixture
def repository(bed: Bed) -> Bed:
    bed.git("init", "-q", "-b", "main")
    (bed.root / ".gitattributes").write_text("fixtures/golden/**/*.bin binary\n")
    bed.commit()
    yield bed
    shutil.rmtree(BUILD / "base" / bed.name, ignore_errors=True)


@pytest.fixture(name="case")
def make_case():
    return case


@pytest.fixture(name="schema")
def make_schema():
    return schema


@pytest.fixture
def java() -> str:
    return JAVA


@pytest.fixture
def cpp() -> str:
    return CPP
