"""The interop tree with the code for benchmarks, and tasks over its messages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from wirebed_protocol import plain_pb2

from wirebed_bench.operations import Operations, Task
from wirebed_build.languages import peer_yaml
from wirebed_build.plain.render import render
from wirebed_peer.bridge.models import model_of
from wirebed_peer.tree import Tree

ROOT = Path(__file__).resolve().parents[4]
VALUES = {
    "interop.Testobject": "a: 'abc' b: 100 c: 42",
    "interop.Stock": """
        symbol: 'ABCD' target_price: 17.5 fifty_two_week_range { low: 17.25 high: 17.75 }
        todays_price {
          open: 17 close: 17.5 volume: 17 date { seconds: 17 nanos: 17000000 } range { low: 1 high: 17 }
        }
        five_year_prices { open: 17.5 bid: 17.75 ask: 17 volume: 1700 date { seconds: 177 } }""",
}


@pytest.fixture(scope="session")
def bench_tree(tree: Tree, tree_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Tree:
    folder = tmp_path_factory.mktemp("tree")
    for name in ("schema.binpb", "plain.binpb", "xsd", "plain/python"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).symlink_to(tree_folder / name)
    schema = plain_pb2.PlainSchema.FromString((folder / "plain.binpb").read_bytes())
    for name, content in render(schema, peer_yaml.load(ROOT / "python" / "peer.yaml").program("bench")).items():
        path = folder / "plain" / "python-bench" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    made = Tree(folder)
    # A process has one module `plain`, and therefore the plain classes of one tree.
    made.__dict__["plain"] = tree.plain
    return made


@pytest.fixture(scope="session")
def operations(bench_tree: Tree) -> Operations:
    return Operations(bench_tree)


@pytest.fixture(scope="session")
def task_of(operations: Operations, view_of: Callable[[str, str], bytes]) -> Callable[..., Task]:
    """A task of a codec on one of VALUES; `writer` has written the bytes that it reads."""

    def task(operation: int, codec: str, message: str = "interop.Testobject", writer: str = "", **more: Any) -> Task:
        view = view_of(message, VALUES[message])
        wire = b""
        if writer:
            by = operations.codec(writer)
            wire = by.encode(message, model_of(by.model, operations.tree).build(message, view), {})
        given = {"id": "one", "view": view, "wire": wire, **more}
        return Task(operation=operation, codec=codec, message=message, **given)

    return task
