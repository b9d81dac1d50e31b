"""The built interop tree, the case texts, and a way to run a task in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import text_format
from wirebed_protocol import peer_pb2

from wirebed_peer.bridge.models import Model, model_of
from wirebed_peer.hessian2.typed_reader import TypedReader
from wirebed_peer.tasks import Tasks
from wirebed_peer.tree import Tree

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def tree_folder() -> Path:
    folder = ROOT / "build" / "trees" / "interop"
    assert (folder / "plain.binpb").exists(), "run `make build` first: these tests use the built interop tree"
    return folder


@pytest.fixture(scope="session")
def tree(tree_folder: Path) -> Tree:
    return Tree(tree_folder)


@pytest.fixture(scope="session")
def tasks(tree: Tree) -> Tasks:
    return Tasks(tree)


@pytest.fixture(scope="session")
def messages(tree: Tree) -> Model:
    return model_of(peer_pb2.MESSAGE, tree)


@pytest.fixture(scope="session")
def plain(tree: Tree) -> Model:
    return model_of(peer_pb2.PLAIN, tree)


@pytest.fixture(scope="session")
def view_of(tree: Tree, messages: Model) -> Callable[[str, str], bytes]:
    """The view of a message given as text."""

    def view(message: str, text: str) -> bytes:
        value = text_format.Parse(text, tree.message_class(message)(), descriptor_pool=tree.pool)
        return messages.show(message, value)

    return view


@pytest.fixture(scope="session")
def cases(view_of: Callable[[str, str], bytes]) -> list[tuple[str, str, bytes]]:
    """Name, message and view of every case that consists of one text."""
    found = list(_cases(view_of))
    assert len(found) > 200
    return found


def _cases(view_of: Callable[[str, str], bytes]) -> Iterator[tuple[str, str, bytes]]:
    for path in sorted((ROOT / "fixtures" / "cases").glob("*/*.txtpb")):
        text = path.read_text(encoding="utf-8")
        message = next(line.split(": ")[1] for line in text.splitlines() if line.startswith("# proto-message: "))
        yield f"{path.parent.name}/{path.stem}", message.strip(), view_of(message.strip(), text)


@pytest.fixture(scope="session")
def run(tasks: Tasks) -> Callable[..., peer_pb2.Result]:
    """Runs one task, given by the names of its fields."""

    def run(codec: str, message: str = "", **action: Any) -> peer_pb2.Result:
        return tasks.run(peer_pb2.Task(id=1, codec=codec, message=message, **action))

    return run


@pytest.fixture(scope="module")
def typed(tree: Tree) -> TypedReader:
    return TypedReader(tree)
