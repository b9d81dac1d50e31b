"""`only:` of peer.yaml says which files only some codecs load. Here it is compared with what the modules import.

A file that is not listed counts for every codec, which costs time alone.
"""

import ast
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from wirebed_peer.codecs import CODECS

FOLDER = Path(__file__).parents[2]
ONLY = YAML(typ="safe").load(FOLDER / "peer.yaml")["only"]
FILES = {
    ".".join(path.relative_to(FOLDER / "src").with_suffix("").parts).removesuffix(".__init__"): path
    for path in (FOLDER / "src/wirebed_peer").rglob("*.py")
}


def named_by(module: str) -> set[str]:
    """The modules of the peer that a module imports at any place, with their packages."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(FILES[module].read_text())):
        if isinstance(node, ast.Import):
            names |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: a relative import"
            names |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    parts = [name.split(".") for name in names]
    return {".".join(some[:end]) for some in parts for end in range(1, len(some) + 1)} & FILES.keys()


def loaded_by(module: str) -> set[str]:
    found, todo = set(), [module]
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            todo += named_by(one)
    return found


OF_ALL = loaded_by("wirebed_peer.__main__")
OF_CODECS = {codec: loaded_by(f"wirebed_peer.codec.{place.split('.')[0]}") for codec, place in CODECS.items()}


@pytest.mark.parametrize("path", ONLY)
def test_a_file_names_every_codec_that_loads_it(path):
    (module,) = (module for module, file in FILES.items() if file == FOLDER / path)
    assert module not in OF_ALL
    assert sorted(ONLY[path]) == sorted(codec for codec, loaded in OF_CODECS.items() if module in loaded)


def test_only_codecs_and_trees_are_imported_by_name():
    """What is imported by a name that is made at run time cannot be compared."""
    dynamic = {module for module, path in FILES.items() if "import_module" in path.read_text()}
    assert dynamic == {"wirebed_peer.codecs", "wirebed_peer.tree"}
