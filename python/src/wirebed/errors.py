"""Errors of the user, with their place, and with the known names that are similar to a wrong one."""

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path

# The most known names that an error lists.
MOST_KNOWN = 20


class UserError(Exception):
    """Bad input or a failed build: printed without a traceback, exit code 2."""

    def __init__(
        self,
        message: str,
        path: str | Path | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = [str(part) for part in (self.path and shown(self.path), self.line, self.column) if part]
        return ": ".join([":".join(place), self.message]) if place else self.message


def together(errors: Sequence[UserError], what: str) -> None:
    """Raises a single error as it is, and several as "3 cases have no value:" with a line for each."""
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise UserError("\n".join([f"{len(errors)} {what}:", *map(str, errors)]))


def shown(path: str | Path) -> str:
    """The path relative to the current folder where it is below, so that a terminal can open it. An address stays."""
    if "://" in str(path):
        return str(path)
    path = Path(path)
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def near(name: str, known: Iterable[str], limit: int = 5) -> list[str]:
    """The known names that are most similar to this one, contain it, or have a similar end."""
    known = list(dict.fromkeys(known))
    lowered = name.lower()
    similar = [other for other in known if lowered in other.lower() or other.lower() in lowered]
    last = {other.rsplit(".", 1)[-1].rsplit("/", 1)[-1].lower(): other for other in known}
    similar += difflib.get_close_matches(name, known, n=limit, cutoff=0.5)
    tail = lowered.rsplit(".", 1)[-1].rsplit("/", 1)[-1]
    similar += [last[other] for other in difflib.get_close_matches(tail, list(last), n=limit, cutoff=0.5)]
    return list(dict.fromkeys(similar))[:limit]


def no_match(what: str, glob: str, names: Iterable[str]) -> UserError:
    """An error such as `CODEC=pyton/* matches nothing; near: "python"; known: cpp, java, python`."""
    return UserError(f"{what}={glob} matches nothing{instead(glob.strip('!*').replace('*', ''), set(names))}")


def bad_yaml(error: Exception, path: Path) -> UserError:
    """The error of a YAML reader, with its place."""
    mark = getattr(error, "problem_mark", None)
    place = (mark.line + 1, mark.column + 1) if mark else (None, None)
    return UserError(getattr(error, "problem", None) or str(error), path, *place)


def unknown(what: str, name: str, known: Iterable[str]) -> UserError:
    """An error such as `unknown message "interop.Stok"; near: "interop.Stock"; known: interop.Bag, interop.Stock`."""
    return UserError(f'unknown {what} "{name}"{instead(name, known) or f"; no {what} is known"}')


def instead(name: str, known: Iterable[str]) -> str:
    """`; near: "interop.Stock"; known: …`: similar names in quotes, and all names when they are few."""
    known = sorted(filter(None, known))
    close = near(name, known)
    parts = [f"; near: {', '.join(quoted(other) for other in close)}"] * bool(close)
    if known and (not close or len(known) <= MOST_KNOWN):
        more = f", and {len(known) - MOST_KNOWN} more" if len(known) > MOST_KNOWN else ""
        parts.append(f"; known: {', '.join(known[:MOST_KNOWN])}{more}")
    return "".join(parts)


def quoted(name: str) -> str:
    return f'"{name}"'
