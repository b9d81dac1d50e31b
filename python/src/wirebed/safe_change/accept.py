"""ACCEPT=<yaml>: the renames that the user declares between two versions, and the findings that the user accepts.

    renamed: {pkg.M.old: new, pkg.Color.RED: CRIMSON, pkg.Old: New}   # the same thing under another name
    renamed: {pkg: other.pkg}                                         # and all that is in it
    reused: [pkg.M.old]                                               # another thing
    accepted:
      - {message: pkg.M, field: a, format: protobuf, direction: forward, verdict: corrupting, why: never above 2^31}
      - {name: pkg.Desk.Get, verdict: breaking, why: nobody calls it}   # a package, message, enum, service or rpc

`format` and `direction` may be left out: any. What is accepted must still show, and nothing worse.
"""

from dataclasses import dataclass, field
from pathlib import Path

from wirebed import yaml_tree
from wirebed.errors import UserError, instead, shown
from wirebed.evolution.load import known_formats
from wirebed.evolution.model import Names
from wirebed.evolution.verdicts import Verdict
from wirebed.safe_change.directions import DIRECTIONS
from wirebed.safe_change.findings import Finding
from wirebed.safe_change.names import NameChange, Named
from wirebed.schema import Schema

_KEYS = ("message", "field", "name", "format", "direction", "verdict", "why")
_VERDICTS = [str(verdict) for verdict in (Verdict.LOSSY, Verdict.CORRUPTING, Verdict.BREAKING)]


@dataclass
class Entry:
    message: str
    field: str
    format: str
    direction: str
    verdict: Verdict
    why: str
    where: str
    name: str = ""  # of something that has a full name; then there is no message

    def covers(self, finding: Finding) -> bool:
        names = {finding.field, *finding.field.split(" -> ")}
        return (
            finding.message == self.message
            and self.field in names
            and self.format in ("", finding.format)
            and self.direction in ("", finding.direction)
        )

    def __str__(self):
        place = self.name or (f"{self.message}.{self.field}" if self.field else self.message)
        place = " ".join(filter(None, (place, self.format, self.direction)))
        return f"{self.where}: {place} is accepted as {self.verdict}"


@dataclass
class Accepted:
    names: Names = field(default_factory=Names)
    entries: list[Entry] = field(default_factory=list)

    def apply(self, findings: list[Finding], formats, directions) -> list[str]:
        """Marks the accepted findings; returns a line for each entry that no longer fits."""
        misfits = []
        for entry in self.entries:
            if entry.name or entry.format not in ("", *formats) or entry.direction not in ("", *directions):
                continue
            met = [one for one in findings if entry.covers(one) and one.verdict > Verdict.SAFE]
            for one in met:
                if one.verdict <= entry.verdict:
                    one.accepted = entry.why
            misfits += _misfit(entry, [one.verdict for one in met])
        return misfits

    def apply_names(self, named: list[NameChange], verdicts: dict[str, dict[str, Verdict]]) -> list[str]:
        """The same for names. `verdicts`: format -> name -> verdict."""
        misfits = []
        for entry in self.entries:
            if not entry.name or entry.format not in ("", *verdicts):
                continue
            formats = [one for one in verdicts if entry.format in ("", one)]
            met = {(one.name, f): verdicts[f][one.name] for one in named for f in formats if one.name == entry.name}
            for one in named:
                fits = [f for f in formats if (one.name, f) in met and met[one.name, f] <= entry.verdict]
                one.accepted |= dict.fromkeys(fits, entry.why)
            misfits += _misfit(entry, list(met.values()))
        return misfits


def _misfit(entry: Entry, met: list[Verdict]) -> list[str]:
    """A line about an entry that does not fit the verdicts."""
    if worse := [one for one in met if one > entry.verdict]:
        return [f"{entry}, and is {worse[0]} now"]
    if entry.verdict in met:
        return []
    now = max(met, default=Verdict.SAFE)
    return [f"{entry}, but is {now}: change the entry, or remove it"]


def load(path: str | None, old: Schema, new: Schema) -> Accepted:
    if not path:
        return Accepted()
    file = Path(path).expanduser()
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"ACCEPT={path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError("not UTF-8", file) from None
    root = yaml_tree.read(text, file).items(("renamed", "reused", "accepted"), "a file of accepted changes")
    known = (_Declared(old), _Declared(new))
    renamed, apart = {}, set()
    if "renamed" in root:
        for name, value in root["renamed"].want(dict, "a mapping of old names to new ones").items():
            renamed[name] = _new_name(name, value, *known)
    for value in root["reused"].want(list, "a list of names") if "reused" in root else ():
        apart.add(known[0].check(value, value.want(str, "a full name")))
    renamed = {**_within_packages(renamed, *known), **renamed}
    entries = root["accepted"].want(list, "a list of entries") if "accepted" in root else ()
    return Accepted(Names(renamed, frozenset(apart)), [_entry(value, *known) for value in entries])


class _Declared:
    """All full names of a schema."""

    def __init__(self, schema: Schema):
        named = Named(schema)
        self.names: dict[str, str] = {}
        for name in schema.messages:
            message = schema.message(name)
            self.names[name] = "message"
            self.names |= {one.full_name: "field" for one in message.fields}
            if message.is_extendable:
                self.names |= {one.full_name: "field" for one in schema.pool.FindAllExtensions(message)}
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
        return [one for one, kind in self.names.items() if kind != "package" or "." not in name]


def _new_name(name: str, value, old: _Declared, new: _Declared) -> str:
    """The full name in the new version; a short one is in the same scope as the old name."""
    old.check(value, name)
    short = value.want(str, "the new name")
    kind = old.names[name]
    found = [
        full for full in new.names if new.names[full] == kind and full.rpartition(".")[2] == short.rpartition(".")[2]
    ]
    beside = f"{name.rpartition('.')[0]}.{short}".lstrip(".")
    for full in (short, beside, *(found if len(found) == 1 else ())):
        if full in new.names:
            return full
    raise value.error(f"{beside} is not in NEW{instead(beside, new.like(beside))}")


def _within_packages(renamed: dict[str, str], old: _Declared, new: _Declared) -> dict[str, str]:
    """The names inside of renamed packages, as far as the new package has them too."""
    found = {}
    for package, other in renamed.items():
        if old.names[package] == "package":
            inside = {name: f"{other}.{name.removeprefix(f'{package}.')}" for name in old.names}
            found |= {
                name: moved
                for name, moved in inside.items()
                if name.startswith(f"{package}.") and new.names.get(moved) == old.names[name]
            }
    return found


def _entry(value, old: _Declared, new: _Declared) -> Entry:
    said = value.items(_KEYS, "an accepted change")
    for key in ("message", "verdict", "why"):
        if key not in said and not (key == "message" and "name" in said):
            raise value.error(f"an accepted change has `message`, `field`, `verdict` and `why`; `{key}` is missing")
    if "name" in said and (extra := [key for key in ("message", "field", "direction") if key in said]):
        raise said[extra[0]].error(f"an accepted change has `name`, or `message` and `field`; not `{extra[0]}` too")
    words = {key: one.want(str, "text") for key, one in said.items()}
    _one_of(said["verdict"], words["verdict"], _VERDICTS)
    if "format" in said:
        _one_of(said["format"], words["format"], known_formats())
    if "direction" in said:
        _one_of(said["direction"], words["direction"], DIRECTIONS)
    if "name" in said:
        old.check(said["name"], words["name"])
    message, name = words.get("message", words.get("name", "")), words.get("field", "")
    known = [full for names in (old.names, new.names) for full in names]
    place = f"{message}.{name}" if name else message
    if place not in known:
        raise said["field" if name and message in known else "message"].error(
            f"{place} is in neither version{instead(place, known)}"
        )
    return Entry(
        message, name, words.get("format", ""), words.get("direction", ""), Verdict[words["verdict"].upper()],
        words["why"], f"{shown(value.path)}:{value.line}", words.get("name", ""),
    )  # fmt: skip


def _one_of(value, word: str, known) -> None:
    if word not in known:
        raise value.error(f"`{word}` is none of {', '.join(known)}")
