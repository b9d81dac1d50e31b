"""Counts the lines of the runner by package, the rooms of the core apart: `python count_lines.py [<git ref>…]`.

Counted are .py, .js, .css, .j2 and .json in git below python/src, apart from the Python peer and the programs beside
it. Of each further ref it shows the same numbers in a column of its own; without one, those of HEAD.
"""

import subprocess
import sys
from collections import Counter
from pathlib import Path

SOURCES = "python/src/"
SUFFIXES = (".py", ".js", ".css", ".j2", ".json")
PROGRAMS = ("wirebed_peer", "wirebed_bench", "wirebed_echo")
CORE = "wirebed"
# The most lines of the core, and of the runner with all studies.
MOST_CORE, MOST = 20_000, 40_000


def count(ref: str) -> Counter[str]:
    """The lines of each package and, as `wirebed/<room>`, of each room of the core, at a commit."""
    found: Counter[str] = Counter()
    for path in _git("ls-tree", "-r", "--name-only", ref, SOURCES).decode().splitlines():
        package, *inner = path.removeprefix(SOURCES).split("/")
        if path.endswith(SUFFIXES) and package not in PROGRAMS:
            lines = _git("cat-file", "blob", f"{ref}:{path}").count(b"\n")
            found[package] += lines
            if package == CORE:
                found[f"{CORE}/{inner[0] if len(inner) > 1 else '*.py'}"] += lines
    return found


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], capture_output=True, check=True, cwd=Path(__file__).parents[3]).stdout


def main(refs: list[str]):
    columns = [count(ref) for ref in refs or ["HEAD"]]
    for name in sorted(set().union(*columns)):
        print(f"{name:28}" + "".join(f"{column[name]:10,}" for column in columns))
    whole = [sum(lines for name, lines in column.items() if "/" not in name) for column in columns]
    print(f"{'all':28}" + "".join(f"{lines:10,}" for lines in whole))


if __name__ == "__main__":
    main(sys.argv[1:])
