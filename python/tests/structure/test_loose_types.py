"""The core says of nearly every value what it is: where a checker sees nothing is rare, and a comment says why."""

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

from wirebed.bed import ROOT

MOST = 40
CORE = ROOT / "python" / "src" / "wirebed"


def loose(text: str) -> Iterator[tuple[int, str]]:
    """The lines of the uses of `Any`, `cast(`, `# type: ignore`, of parameters that take any `object`, and of `getattr`
    with a name that is computed."""
    tree = ast.parse(text)
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "typing")
    of_typing = {name.name for node in imports for name in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "Any" and "Any" in of_typing:
            yield node.lineno, "Any"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "cast" or (node.func.id == "getattr" and not isinstance(node.args[1], ast.Constant)):
                yield node.lineno, node.func.id
        elif isinstance(node, ast.arg) and node.annotation is not None:
            names = (one for one in ast.walk(node.annotation) if isinstance(one, ast.Name))
            if any(one.id == "object" for one in names):
                yield node.lineno, "object"
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and "type: ignore" in token.string:
            yield token.start[0], "type: ignore"


def has_reason(lines: list[str], number: int) -> bool:
    """Whether a comment stands on a line, other than `# type: ignore`, or above it."""
    comment = lines[number - 1].partition("# type: ignore")
    return "  # " in comment[0] or "  # " in comment[2] or lines[number - 2].lstrip().startswith("# ")


def of_core() -> list[tuple[Path, int, str, str]]:
    found = []
    for path in sorted(CORE.rglob("*.py")):
        text = path.read_text()
        found += [(path, line, what, text) for line, what in sorted(loose(text))]
    return found


def test_loose_types_are_few():
    found = [f"{path.relative_to(CORE)}:{line}: {what}" for path, line, what, _ in of_core()]
    print("\n".join(found))
    assert len(found) <= MOST, f"{len(found)} of at most {MOST}:\n" + "\n".join(found)


def test_each_loose_type_has_a_reason():
    bare = [
        f"{path.relative_to(CORE)}:{line}: {what}"
        for path, line, what, text in of_core()
        if not has_reason(text.splitlines(), line)
    ]
    assert not bare


def test_what_counts_as_loose():
    text = (
        "from typing import Any, cast\n"
        "def f(a: object, b: list[Any]): return cast(int, getattr(a, b)), getattr(a, 'name')\n"
        "g = f  # type: ignore\n"
    )
    assert sorted(loose(text)) == [(2, "Any"), (2, "cast"), (2, "getattr"), (2, "object"), (3, "type: ignore")]
