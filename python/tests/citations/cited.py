"""Every authority that the fixtures give, with its file and line, and the parts that it is made of."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from wirebed.bed import ROOT, yaml_tree

FOLDERS = [ROOT / "fixtures" / name for name in ("deviations", "reasons", "evolution", "conformance")]


@dataclass(frozen=True)
class Part:
    """One of the sources that an authority names. `where`: the file and line of the authority."""

    text: str
    where: str


def of_folders(*folders: Path) -> list[Part]:
    """The parts of every `authority:` in the YAML files of these folders."""
    files = [path for folder in folders for path in sorted(folder.glob("*.yaml"))]
    return [part for path in files if "authority:" in path.read_text() for part in of_file(path)]


def of_file(path: Path) -> Iterator[Part]:
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    for node in _authorities(yaml_tree.compose(path.read_text(), path, pure=False)):
        where = f"{shown}:{node.start_mark.line + 1}"
        yield from (Part(text, where) for text in split(" ".join(str(node.value).split()), ";"))


def _authorities(node: Node) -> Iterator[Node]:
    if isinstance(node, MappingNode):
        for key, value in node.value:
            if key.value == "authority":
                yield value
            else:
                yield from _authorities(value)
    elif isinstance(node, SequenceNode):
        for one in node.value:
            yield from _authorities(one)


def split(text: str, mark: str) -> list[str]:
    """The text at each mark that stands outside of quotes and brackets."""
    found, depth, quoted = [""], 0, False
    for one in text:
        quoted ^= one == '"'
        if not quoted:
            depth += (one in "([") - (one in ")]")
        if one == mark and depth == 0 and not quoted:
            found.append("")
        else:
            found[-1] += one
    return [part.strip() for part in found]
