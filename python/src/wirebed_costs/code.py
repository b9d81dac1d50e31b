"""Lines of code per codec, written and generated ones separately: fixtures/bench/code.yaml says which files count.

A line counts when pygments finds something on it other than white space and comments; a docstring is a comment.
"""

import ast
import re
import subprocess
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from wirebed.bed import ROOT, Bed, glob
from wirebed.bed.codec_id import matches
from wirebed.errors import UserError, shown
from wirebed_build.languages import peer_yaml
from wirebed_costs import fixture

SOURCE = fixture.FOLDER / "code.yaml"


def of(codecs: Iterable[str], source: Path = SOURCE) -> list[dict]:
    """Rows of the result's `code`: {"codec": …, "written": lines, "generated": lines}, for the repository's own tree,
    which must be built. A codec that `source`, a file of the form of code.yaml, does not have is not counted; UserError
    when it names a missing file or class."""
    code = load(source)
    with tempfile.TemporaryDirectory() as out:
        for command in code["commands"]:
            _run([_filled(word, out) for word in command])
        try:
            return [_row(code, codec, out) for codec in codecs if codec in code["codecs"]]
        except UserError as error:
            raise UserError(f"names what is not there: {error}", source) from error


def load(source: Path = SOURCE) -> dict:
    return fixture.read(source, "shared", "commands", "generated", "codecs")


def is_own_library(codec: str) -> bool:
    """Whether the library of a codec is this bed's own."""
    return is_listed("own", codec)


def is_listed(part: str, codec: str) -> bool:
    """Whether code.yaml has a codec in one of its lists, `layouts` or `own`."""
    return any(matches(codec, one) for one in _globs(part))


@cache
def _globs(part: str) -> tuple[str, ...]:
    return tuple(fixture.read(SOURCE, part)[part])


def files(code: dict, codec: str, part: str) -> list[str]:
    """The globs of one codec, `written` or `generated`, with the names of shared ones replaced."""
    named = code["shared" if part == "written" else "generated"]
    return [pattern for name in code["codecs"][codec][part] for pattern in named.get(name, [name])]


def sources(code: dict, codec: str) -> list[str]:
    """The files of the repository that somebody wrote for a codec; empty where code.yaml does not have it."""
    patterns = files(code, codec, "written") if codec in code["codecs"] else []
    paths = (path for pattern in patterns for path in _written(pattern.partition("::")[0]))
    return list(dict.fromkeys(paths))


def _written(pattern: str) -> list[str]:
    """The files of a glob that is relative to the repository."""
    return sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(pattern))


def found(pattern: str) -> list[Path]:
    """The files of a glob; UserError when there is none."""
    path = Path(pattern) if pattern.startswith("/") else ROOT / pattern
    paths = sorted(path.parent.glob(path.name))
    if not paths:
        raise UserError(f"there is no {shown(path)}")
    return paths


def lines(text: str, filename: str) -> int:
    """The number of lines that are neither blank nor comments; the file's name gives the language."""
    from pygments.lexers import get_lexer_for_filename
    from pygments.token import Comment, Literal

    counted, number = set(), 1
    for token, value in get_lexer_for_filename(filename).get_tokens(text):
        for line in value.split("\n"):
            if line.strip() and token not in Literal.String.Doc and (token not in Comment or token in Comment.Preproc):
                counted.add(number)
            number += 1
        number -= 1
    return len(counted)


def _row(code: dict, codec: str, out: str) -> dict:
    counts = {
        part: sum(_count(_filled(pattern, out)) for pattern in dict.fromkeys(files(code, codec, part)))
        for part in ("written", "generated")
    }
    return {"codec": codec, **counts}


@cache
def _count(pattern: str) -> int:
    pattern, _, classes = pattern.partition("::")
    return sum(lines(_part(path, classes), path.name) for path in found(pattern))


def _part(path: Path, classes: str) -> str:
    """The text of a file, or of the named classes of Java or definitions of Python in it."""
    text = path.read_text(encoding="utf-8")
    if not classes:
        return text
    if path.suffix == ".java":
        return "\n".join(_java_class(path, text, name) for name in classes.split(","))
    globs, defined = classes.split(","), _defined(text)
    missing = [one for one in globs if not any(glob.matches(name, one) for name, *_ in defined)]
    if missing:
        raise UserError(f"defines no {', '.join(missing)}", path)
    wanted = ((first, last) for name, first, last in defined if glob.any_matches(name, globs))
    return "\n".join("\n".join(text.split("\n")[first - 1 : last]) for first, last in wanted)


def _defined(text: str) -> list[tuple[str, int, int]]:
    """What a module of Python defines at its top: names of classes, functions and variables, each with its first and
    its last line."""
    defined = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            first = min([node.lineno, *(item.lineno for item in node.decorator_list)])
            defined.append((node.name, first, node.end_lineno or first))
        elif isinstance(node, ast.Assign):
            names = (target.id for target in node.targets if isinstance(target, ast.Name))
            defined += [(name, node.lineno, node.end_lineno or node.lineno) for name in names]
    return defined


def _java_class(path: Path, text: str, name: str) -> str:
    """A class with its body, from the line that declares it."""
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Punctuation

    declared = re.search(rf"^[\w ]*\bclass {name}\b", text, re.MULTILINE)
    if declared is None:
        raise UserError(f"has no class {name}", path)
    body, depth = text[declared.start() :], 0
    for at, token, value in get_lexer_by_name("java").get_tokens_unprocessed(body):
        if token in Punctuation:
            depth += value.count("{") - value.count("}")
            if depth == 0 and "}" in value:
                return body[: at + len(value)]
    raise UserError(f"the class {name} does not end", path)


def _run(command: list[str]):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UserError(f"{' '.join(command)}: {done.stderr.strip() or f'exit code {done.returncode}'}")


def _filled(text: str, out: str) -> str:
    return peer_yaml.fill(text, Bed.open().tree_dir).replace("{out}", out)
