"""The index in the docstring of a package names modules that exist."""

import re
from pathlib import Path

import pytest

from wirebed.bed import ROOT

SOURCES = ROOT / "python" / "src"


def named(path: Path) -> list[str]:
    """The words at the beginning of the lines of an index, and those before a colon, as in `table: shows it`."""
    docstring = path.read_text().split('"""')[1]
    rows = re.findall(r"^([a-z_*/()]+(?:, [a-z_]+)*)  +(\S.*)$", docstring, re.M)
    first = [name for names, _ in rows for name in names.split(", ")]
    return first + [name for _, about in rows for name in re.findall(r"; ([a-z_]+\*?): ", about)]


def there(path: Path, name: str) -> bool:
    name = re.sub(r"\(\w+\)", "*", name).rstrip("/")
    return any(path.parent.glob(f"{name}.py")) or (path.parent / name).is_dir()


# Another docstring of this form is about the functions of modules.
INDEXES = [path for path in sorted(SOURCES.rglob("__init__.py")) if any(there(path, name) for name in named(path))]


def test_indexes_are_found():
    assert len(INDEXES) > 5


@pytest.mark.parametrize("path", INDEXES, ids=lambda path: str(path.parent.relative_to(SOURCES)))
def test_modules_exist(path):
    assert [name for name in named(path) if not there(path, name)] == []
