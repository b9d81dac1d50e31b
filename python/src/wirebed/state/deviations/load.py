"""Reads fixtures/deviations/*.yaml and fixtures/laws/*.yaml. An error names the file, the line and the column."""

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import lru_cache
from pathlib import Path
from typing import NoReturn, TypeVar

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode

from wirebed.bed import Bed, yaml_tree
from wirebed.bed.files import read_text
from wirebed.errors import UserError, bad_yaml, shown, unknown
from wirebed.state.deviations import reasons
from wirebed.state.deviations.condition import Condition, ConditionError, condition
from wirebed.state.deviations.entry import NATURES, ByCodec, Entry
from wirebed.state.deviations.functions import ReadError
from wirebed.state.deviations.read_value import ReadValue, read_value
from wirebed.state.deviations.reasons import WHY, Reason
from wirebed.state.deviations.yaml_text import Data
from wirebed.view.outcome import FAILURES, By, Kind, Manner, Outcome, Stage, kind_of, word
from wirebed_build.languages import discovery

_KEYS = (
    "name format writer reader codec cases message option value given outcome kind stage manner by says path reads "
    "versions without why reason authority nature"
).split()
_KEYS_OF_CHANGES = ("leg", "relay", "other", "against", "read")
_KEYS_BY_POSITION = ("why", *WHY, "by", "read")
BY_POSITION = "by-position"
EVOLUTION = "evolution"
T = TypeVar("T")
Fields = Mapping[str, Node]  # of an entry, by their keys
OUTCOMES = {outcome.value: outcome for outcome in Outcome}


def load(folder: Path, foreign: bool = False, known: Mapping[str, Reason] | None = None) -> list[Entry]:
    """All entries of a folder, in the order of the files and of the entries in each file. `known`: the reasons that
    they may name; without, those of the folder `reasons` beside it."""
    if known is None:
        known = reasons.load(folder.parent / "reasons")
    entries: list[Entry] = []
    seen: dict[str, Entry] = {}
    named = tuple(known.items())
    for path in sorted(folder.glob("*.yaml")):
        for entry in _file(path, read_text(path), foreign, named):
            if entry.name in seen:
                reason = f"`{entry.name}` is the name of another entry: {seen[entry.name].where}"
                raise UserError(reason, *(entry.place or ()))
            seen[entry.name] = entry
            entries.append(entry)
    return entries


def of_bed(bed: Bed, root: Path, folder: str = "deviations") -> list[Entry]:
    """The entries of a bed, and the general entries of the repository at `root` and of peers from elsewhere.

    `folder`: `laws` has those of evolution, which other suites need not load.
    """
    known = reasons.of_bed(bed, root)
    entries = load(bed.fixtures / folder, known=known)
    others = [peer.folder / folder for peer in discovery.elsewhere()]
    if bed.own:
        return [*entries, *(entry for other in others for entry in load(other, known=known))]
    for other in (*others, root / "fixtures" / folder):
        entries += [entry for entry in load(other, foreign=True, known=known) if entry.general]
    return entries


@lru_cache(maxsize=256)
def _file(path: Path, text: str, foreign: bool, named: tuple[tuple[str, Reason], ...]) -> Sequence[Entry]:
    """The entries of a file with this text, which a process that runs several suites reads more than once. `named`: the
    reasons by their names."""
    yaml = yaml_tree.parser()
    try:
        root = yaml.compose(text)
    except YAMLError as error:
        raise bad_yaml(error, path) from None
    reader = Reader(path)
    if root is None:
        return []
    top = reader.mapping(root, ("suite", "entries"))
    suite = reader.text(top["suite"]) if "suite" in top else reader.fail(root, "there is no `suite:`")
    if "entries" not in top:
        reader.fail(root, "there is no `entries:`")
    known = dict(named)
    return [reader.entry(node, suite, foreign, known) for node in reader.items(top["entries"])]


class Reader:
    """Turns composed YAML nodes into entries; its errors name the place of the node."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def fail(self, node: Node, message: str) -> NoReturn:
        raise UserError(message, self.path, node.start_mark.line + 1, node.start_mark.column + 1)

    def mapping(self, node: Node, known: Collection[str] | None = None) -> dict[str, Node]:
        if not isinstance(node, MappingNode):
            self.fail(node, "a mapping is wanted here")
        entries: dict[str, Node] = {}
        for key, value in node.value:
            if known is not None and key.value not in known:
                self.fail(key, f"unknown key `{key.value}`; known: {', '.join(known)}")
            if key.value in entries:
                self.fail(key, f"`{key.value}` stands twice")
            entries[key.value] = value
        return entries

    def items(self, node: Node) -> list[Node]:
        if isinstance(node, ScalarNode) and not node.value:
            return []
        if isinstance(node, (MappingNode, ScalarNode)):
            self.fail(node, "a list is wanted here")
        items: list[Node] = node.value
        return items

    def text(self, node: Node) -> str:
        if str(node.tag).startswith("!"):
            self.fail(node, f"{node.tag} is a tag of YAML; put the text in quotes")
        text = str(node.value).strip() if isinstance(node, ScalarNode) else ""
        return text or self.fail(node, "a text is wanted here")

    def texts(self, node: Node) -> tuple[str, ...]:
        return (self.text(node),) if isinstance(node, ScalarNode) else tuple(map(self.text, self.items(node)))

    def plain(self, node: Node) -> Data:
        """A node as Python data; numbers and booleans follow YAML's rules."""
        if isinstance(node, MappingNode):
            return {key.value: self.plain(value) for key, value in node.value}
        if not isinstance(node, ScalarNode):
            return [self.plain(item) for item in node.value]
        tag, text = str(node.tag).rpartition(":")[2], str(node.value)
        if tag == "int":
            return int(text.replace("_", ""), 0)
        if tag == "float":
            return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
        if tag == "bool":
            return text.lower() == "true"
        return None if tag == "null" else text

    def entry(self, node: Node, suite: str, foreign: bool, known: Mapping[str, Reason]) -> Entry:
        fields = self.mapping(node, _KEYS if suite != EVOLUTION else (*_KEYS, *_KEYS_OF_CHANGES))
        if "name" not in fields:
            self.fail(node, "the entry has no `name:`")
        if "read" in fields:
            entry = self.by_position(node, known, ("name",))
            return replace(entry, name=self.text(fields["name"]), suite=suite, foreign=foreign)
        outcome, kind = self.outcome(node, fields)
        if not {"cases", "message", "option", "value", "given"} & fields.keys():
            self.fail(
                node,
                "the entry says none of `cases:`, `message:`, `option:`, `value:` and `given:`; `cases: '*'` means all",
            )
        entry = self.states(node, fields, outcome, kind, known)
        return replace(
            entry,
            name=self.text(fields["name"]),
            suite=suite,
            cases=self.globs(fields, "cases"),
            messages=self.globs(fields, "message"),
            options=self.options(fields["option"]) if "option" in fields else (),
            value=self.value(fields["value"]) if "value" in fields else None,
            given=self.value(fields["given"]) if "given" in fields else None,
            foreign=foreign,
            legs=self.globs(fields, "leg"),
            relays=self.globs(fields, "relay"),
            others=self.globs(fields, "other"),
            without=self.text(fields["without"]) if "without" in fields else "",
        )

    def by_position(self, node: Node, known: Mapping[str, Reason], keys: Collection[str] = ()) -> Entry:
        """`read: by-position`: the entry says why, and the bytes of each cell say what. It may have `keys`, too."""
        fields = self.mapping(node, (*keys, *_KEYS_BY_POSITION))
        self.word(fields["read"], {BY_POSITION: BY_POSITION})
        about = {key: fields[key] for key in fields.keys() & {"why", *WHY, "by"}}
        return replace(self.states(node, about, Outcome.DIFFERS, None, known), by_position=True)

    def outcome(self, node: Node, fields: Fields) -> tuple[Outcome, Kind | None]:
        """What an entry states: `outcome:`, or `kind:` alone, which is that of a cell that differs."""
        if "outcome" in fields:
            outcome = self.word(fields["outcome"], OUTCOMES)
        elif "kind" in fields:
            outcome = Outcome.DIFFERS
        else:
            self.fail(node, "the entry has neither `kind:` nor `outcome:`")
        if outcome is Outcome.EQUAL and "against" not in fields:
            self.fail(fields["outcome"], "what is equal needs no entry, except `against:` another one")
        if {"path", "kind"} & fields.keys() and outcome is not Outcome.DIFFERS:
            self.fail(node, "`kind:` and `path:` belong to the outcome `differs`")
        return outcome, self.kind(node, fields, outcome)

    def why(self, node: Node, fields: Fields, known: Mapping[str, Reason]) -> Reason:
        """The reason of an entry: one of the known ones, by its name, or what the entry says itself."""
        if "why" in fields:
            for key in WHY:
                if key in fields:
                    self.fail(fields[key], f"`{key}:` stands in fixtures/reasons/ already, under `why:`")
            name = self.text(fields["why"])
            if name not in known:
                message = unknown("reason", name, known).message
                self.fail(fields["why"], f"{message} (fixtures/reasons/ has them)")
            return known[name]
        for key in WHY:
            if key not in fields:
                self.fail(node, f"there is no `why:`, and no `{key}:` either")
        reason, authority, _ = (self.text(fields[key]) for key in WHY)
        return Reason(reason, authority, self.word(fields["nature"], {nature: nature for nature in NATURES}))

    def states(
        self, node: Node, fields: Fields, outcome: Outcome, kind: Kind | None, known: Mapping[str, Reason]
    ) -> Entry:
        """An entry that says why, which codecs it is about and what outcome it states, but not yet of which cells."""
        why = self.why(node, fields, known)
        return Entry(
            name="",
            suite="",
            formats=self.globs(fields, "format", ("*",)),
            writers=self.globs(fields, "writer", ("*",)),
            readers=self.globs(fields, "reader", ("*",)),
            codecs=self.globs(fields, "codec"),
            cases=(),
            messages=(),
            value=None,
            outcome=outcome,
            kind=kind,
            stage=self.word(fields["stage"], {word(s): word(s) for s in Stage if s}) if "stage" in fields else "",
            manners=self.of_codecs(fields, "manner", Manner, outcome, why.manners),
            bys=self.of_codecs(fields, "by", By, outcome, why.bys, why.differ_bys),
            says=self.pattern(fields["says"]) if "says" in fields else None,
            path=self.globs(fields, "path"),
            against=self.globs(fields, "against"),
            reads=self.reads(fields["reads"], outcome) if "reads" in fields else None,
            versions=self.versions(fields["versions"]) if "versions" in fields else why.versions,
            reason=why.reason,
            authority=why.authority,
            nature=why.nature,
            unchanged=why.unchanged,
            place=(Path(shown(self.path)), node.start_mark.line + 1, node.start_mark.column + 1),
            digest=hashlib.sha256(repr((self.plain(node), why)).encode()).hexdigest(),
        )

    def globs(self, fields: Fields, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        return self.texts(fields[key]) if key in fields else default

    def word(self, node: Node, known: Mapping[str, T]) -> T:
        text = self.text(node)
        if text not in known:
            self.fail(node, f"`{text}` is none of {', '.join(known)}")
        return known[text]

    def of_codecs(
        self,
        fields: Fields,
        key: str,
        names: type[IntEnum],
        outcome: Outcome,
        of_failures: ByCodec,
        of_differences: ByCodec | None = None,
    ) -> ByCodec:
        """`untyped`, `[typed, untyped]`, or `{java/gson: untyped, python/*: exhausted}` for each codec. Where the entry
        does not say it, its mechanism does, of failures and of differences; None: no difference has such a word."""
        usual = of_failures if outcome in FAILURES else of_differences if outcome is Outcome.DIFFERS else None
        if key not in fields:
            return usual or ()
        if usual is None:
            having = FAILURES if of_differences is None else (Outcome.DIFFERS, *FAILURES)
            self.fail(fields[key], f"`{key}:` belongs to the outcomes {', '.join(f'`{each}`' for each in having)}")
        known = {word(name): word(name) for name in names if name}
        given = fields[key]
        stated = self.mapping(given) if isinstance(given, MappingNode) else {"*": given}
        return tuple((glob, self.words(words, known)) for glob, words in stated.items())

    def words(self, node: Node, known: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(self.word(item, known) for item in ([node] if isinstance(node, ScalarNode) else self.items(node)))

    def kind(self, node: Node, fields: Fields, outcome: Outcome) -> Kind | None:
        if outcome is not Outcome.DIFFERS:
            return None
        if "kind" not in fields and "reads" in fields:
            return None
        if "kind" not in fields:
            self.fail(node, "the outcome `differs` needs a `kind:`, or `reads:`, which decides it")
        try:
            return kind_of(self.text(fields["kind"]))
        except KeyError:
            self.fail(fields["kind"], f"`{fields['kind'].value}` is no kind; proto/wirebed/peer.proto has them")

    def options(self, node: Node) -> tuple[tuple[str, str, str], ...]:
        """`{raw: {address: wrong}}`, as a case in YAML has it."""
        return tuple(
            (format_, key, self.text(wanted))
            for format_, options in self.mapping(node).items()
            for key, wanted in self.mapping(options).items()
        )

    def value(self, node: Node) -> Condition:
        self.mapping(node)
        try:
            return condition(self.plain(node))
        except ConditionError as error:
            at = next((key for key, _ in node.value if key.value == error.key), node)
            self.fail(at, str(error))

    def reads(self, node: Node, outcome: Outcome) -> ReadValue:
        if outcome is not Outcome.DIFFERS:
            self.fail(node, "`reads:` belongs to the outcome `differs`")
        try:
            return read_value(self.plain(node))
        except ReadError as error:
            self.fail(node, str(error))

    def pattern(self, node: Node) -> re.Pattern[str]:
        try:
            return re.compile(self.text(node), re.DOTALL)
        except re.error as error:
            self.fail(node, f"no regular expression: {error}")

    def versions(self, node: Node) -> tuple[tuple[str, SpecifierSet], ...]:
        ranges = []
        for glob, allowed in self.mapping(node).items():
            try:
                ranges.append((glob, SpecifierSet(self.text(allowed))))
            except InvalidSpecifier:
                self.fail(allowed, f"`{allowed.value}` is no version range; such as '>=2.0,<3'")
        return tuple(ranges)
