"""What the user did wrong, said so that it can be mended: where it stands, what is known instead."""

import difflib
from collections.abc import Iterable
from pathlib import Path


class UserError(Exception):
    """Bad input or a failed build: printed without a traceback, exit code 2."""

    def __init__(
        self,
        message: str,
        path: str | Path | None = None,
        line: int | None = None,
        column: int | None = None,
    ):
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = [str(part) for part in (self.path and shown(self.path), self.line, self.column) if part]
        return ": ".join([":".join(place), self.message]) if place else self.message


def shown(path: str | Path) -> str:
    """The path as a user can click on it: relative to where they are, when it lies below."""
    path = Path(path)
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def near(name: str, known: Iterable[str], limit: int = 5) -> list[str]:
    """The known names most like this one; also those that contain it, or end like it."""
    known = list(dict.fromkeys(known))
    lowered = name.lower()
    found = [other for other in known if lowered in other.lower() or other.lower() in lowered]
    last = {other.rsplit(".", 1)[-1].rsplit("/", 1)[-1].lower(): other for other in known}
    found += difflib.get_close_matches(name, known, n=limit, cutoff=0.5)
    tail = lowered.rsplit(".", 1)[-1].rsplit("/", 1)[-1]
    found += [last[other] for other in difflib.get_close_matches(tail, list(last), n=limit, cutoff=0.5)]
    return list(dict.fromkeys(found))[:limit]


def no_match(what: str, glob: str, names: Iterable[str]) -> UserError:
    """`CODEC=pyton/* matches nothing; near: python`, of the names that a glob could have matched."""
    names = sorted(set(filter(None, names)))
    close = near(glob.replace("*", ""), names) or names[:20]
    return UserError(f"{what}={glob} matches nothing; near: {', '.join(close)}")


def bad_yaml(error: Exception, path: Path) -> UserError:
    """What a reader of YAML says of a file, at its place."""
    mark = getattr(error, "problem_mark", None)
    place = (mark.line + 1, mark.column + 1) if mark else (None, None)
    return UserError(getattr(error, "problem", None) or str(error), path, *place)


def unknown(what: str, name: str, known: Iterable[str]) -> UserError:
    """`unknown message "interop.Stok"; near: interop.Stock` — all known ones when none is near and they are few."""
    known = sorted(known)
    close = near(name, known)
    if close:
        hint = f"; near: {', '.join(close)}"
    elif known:
        more = f", and {len(known) - 20} more" if len(known) > 20 else ""
        hint = f"; known: {', '.join(known[:20])}{more}"
    else:
        hint = f"; no {what} is known"
    return UserError(f'unknown {what} "{name}"{hint}')
