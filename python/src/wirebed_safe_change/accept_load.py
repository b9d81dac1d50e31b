"""Reads the file of ACCEPT=, and the comments of NEW that accept something."""

from pathlib import Path

from wirebed.bed import yaml_tree
from wirebed.bed.schema import Schema
from wirebed.errors import UserError, instead, shown
from wirebed.report.steps.verdicts import Verdict
from wirebed.suites.evolution.load import known_formats
from wirebed.suites.evolution.model import Names
from wirebed_safe_change.accept import Accepted, Entry, Where, is_glob
from wirebed_safe_change.accept_comments import Comment, comments_of
from wirebed_safe_change.accept_state import ABSENT
from wirebed_safe_change.directions import DIRECTIONS
from wirebed_safe_change.names import Named
from wirebed_safe_change.places import Places

_KEYS = ("message", "field", "name", "file", "package", "format", "direction", "verdict", "becomes", "why")
_GLOBS = ("message", "field", "name")
_TOP = ("renamed", "reused", "unstable", "accepted")
_VERDICTS = [str(verdict) for verdict in (Verdict.LOSSY, Verdict.CORRUPTING, Verdict.BREAKING)]


def load(path: str | None, old: Schema, new: Schema, places: Places | None = None) -> Accepted:
    """`places`: those of NEW as a report gives them, to name the place of a comment."""
    where = Where(old, new)
    comments = list(comments_of(places or where.versions[1][0], _VERDICTS))
    before = {(c.name, c.verdict, c.why) for c in comments_of(where.versions[0][0], _VERDICTS)} if comments else set()
    of_comments = [_of_comment(comment, where, new, before) for comment in comments]
    if not path:
        return Accepted(entries=of_comments, where=where)
    file, text = read(path)
    root = yaml_tree.read(text, file).items(_TOP, "a file of accepted changes")
    known = (_Declared(old), _Declared(new))
    renamed, apart = {}, set()
    if "renamed" in root:
        for name, value in root["renamed"].want(dict, "a mapping of old names to new ones").items():
            renamed[name] = _new_name(name, value, *known)
    for value in root["reused"].want(list, "a list of names") if "reused" in root else ():
        apart.add(known[0].check(value, value.want(str, "a full name")))
    renamed = {**_within_packages(renamed, *known), **renamed}
    entries = root["accepted"].want(list, "a list of entries") if "accepted" in root else ()
    unstable = root["unstable"].want(str, "why, as text") if "unstable" in root else ""
    accepted = [_entry(value, *known, where) for value in entries]
    return Accepted(Names(renamed, frozenset(apart)), [*accepted, *of_comments], where, unstable)


def _of_comment(comment: Comment, where: Where, new: Schema, before: set[tuple[str, str, str]]) -> Entry:
    """The entry that a comment is; `before`: the comments of OLD."""
    entry = Entry("", "", "", "", Verdict[comment.verdict.upper()], comment.why, str(comment.place))
    scope, _, short = comment.name.rpartition(".")
    if comment.name in where.versions[1][1].messages:
        entry.message, entry.whole = comment.name, True
    elif scope in where.versions[1][1].messages and short in new.message(scope).fields_by_name:
        entry.message, entry.field = scope, short
    else:
        entry.name = comment.name
    entry.commented = (comment.name, comment.verdict, comment.why) in before
    entry.becomes = where.state(entry, 1)
    return entry


def read(path: str) -> tuple[Path, str]:
    """The file that ACCEPT= names, and its content."""
    file = Path(path).expanduser()
    try:
        return file, file.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"ACCEPT={path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError("not UTF-8", file) from None


class _Declared:
    """All full names of a schema."""

    def __init__(self, schema: Schema):
        named = Named(schema)
        self.names: dict[str, str] = {}
        for name in schema.messages:
            message = schema.message(name)
            self.names[name] = "message"
            self.names |= {field.full_name: "field" for field in message.fields}
            if message.is_extendable:
                self.names |= {extension.full_name: "field" for extension in schema.pool.FindAllExtensions(message)}
            for enum in message.enum_types:
                self._enum(enum)
        for file in schema.files.file:
            for enum in schema.pool.FindFileByName(file.name).enum_types_by_name.values():
                self._enum(enum)
        self.names |= dict.fromkeys(named.services, "service") | dict.fromkeys(named.rpcs, "rpc")
        self.names |= dict.fromkeys(filter(None, named.packages), "package")

    def _enum(self, enum):
        self.names[enum.full_name] = "enum"
        self.names |= {f"{enum.full_name}.{value.name}": "value" for value in enum.values}

    def check(self, value, name: str) -> str:
        if name not in self.names:
            raise value.error(f"{name} is not in OLD{instead(name, self.like(name))}")
        return name

    def like(self, name: str) -> list[str]:
        """The names that could be meant; packages only for a name without dots, since every name begins with one."""
        return [declared for declared, kind in self.names.items() if kind != "package" or "." not in name]


def _new_name(name: str, value, old: _Declared, new: _Declared) -> str:
    """The full name in the new version; a short one is in the same scope as the old name."""
    old.check(value, name)
    short = value.want(str, "the new name")
    kind = old.names[name]
    alike = [
        full for full in new.names if new.names[full] == kind and full.rpartition(".")[2] == short.rpartition(".")[2]
    ]
    beside = f"{name.rpartition('.')[0]}.{short}".lstrip(".")
    for full in (short, beside, *(alike if len(alike) == 1 else ())):
        if full in new.names:
            return full
    raise value.error(f"{beside} is not in NEW{instead(beside, new.like(beside))}")


def _within_packages(renamed: dict[str, str], old: _Declared, new: _Declared) -> dict[str, str]:
    """The names inside of renamed packages, as far as the new package has them too."""
    names: dict[str, str] = {}
    for package, other in renamed.items():
        if old.names[package] == "package":
            inside = {name: f"{other}.{name.removeprefix(f'{package}.')}" for name in old.names}
            names |= {
                name: moved
                for name, moved in inside.items()
                if name.startswith(f"{package}.") and new.names.get(moved) == old.names[name]
            }
    return names


def _entry(value, old: _Declared, new: _Declared, where: Where) -> Entry:
    parts = value.items(_KEYS, "an accepted change")
    if "name" in parts and (extra := [key for key in ("message", "field", "direction") if key in parts]):
        raise parts[extra[0]].error(f"an accepted change has `name`, or `message` and `field`; not `{extra[0]}` too")
    if "field" in parts and "message" not in parts:
        raise parts["field"].error("an accepted change has `message` beside `field`")
    for key in ("message", "verdict", "why"):
        if key not in parts and not (key == "message" and {"name", "file", "package"} & set(parts)):
            raise value.error(f"an accepted change has `message`, `field`, `verdict` and `why`; `{key}` is missing")
    words = {key: part.want(str, "text") for key, part in parts.items()}
    _one_of(parts["verdict"], words["verdict"], _VERDICTS)
    if "format" in parts:
        _one_of(parts["format"], words["format"], known_formats())
    if "direction" in parts:
        _one_of(parts["direction"], words["direction"], DIRECTIONS)
    words = {key: words.get(key, "") for key in _KEYS}
    entry = Entry(
        words["message"], words["field"], words["format"], words["direction"], Verdict[words["verdict"].upper()],
        words["why"], f"{shown(value.path)}:{value.line}", words["name"], words["file"], words["package"],
        words["becomes"],
    )  # fmt: skip
    if any(is_glob(words[key]) for key in _GLOBS) or entry.file or entry.package:
        if entry.becomes:
            raise parts["becomes"].error("one place alone can become something: an entry with it has no glob")
    else:
        _check(entry, parts, old, new, where)
    return entry


def _check(entry: Entry, parts: dict, old: _Declared, new: _Declared, where: Where):
    """The place of an entry is in one of the versions, or in none as `becomes` says."""
    if entry.becomes == ABSENT and where.state(entry, 0) == ABSENT:
        return
    if entry.name:
        old.check(parts["name"], entry.name)
        return
    known = [full for names in (old.names, new.names) for full in names]
    if entry.place not in known:
        raise parts["field" if entry.field and entry.message in known else "message"].error(
            f"{entry.place} is in neither version{instead(entry.place, known)}"
        )


def _one_of(value, word: str, known) -> None:
    if word not in known:
        raise value.error(f"`{word}` is none of {', '.join(known)}")
