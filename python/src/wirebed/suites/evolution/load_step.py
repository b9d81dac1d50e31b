"""One step: its YAML file -> model.Step, and its expectations (load_expect.py) as entries."""

import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from google.protobuf.descriptor import Descriptor

from wirebed.bed import yaml_tree
from wirebed.bed.files import read_text
from wirebed.bed.schema import Schema
from wirebed.bed.yaml_tree import Value
from wirebed.cases import yaml_case
from wirebed.cases.case import Case
from wirebed.errors import UserError, unknown
from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.load import Reader
from wirebed.state.deviations.reasons import Reason
from wirebed.suites.evolution import load_expect, load_migration
from wirebed.suites.evolution.load_migration import Version
from wirebed.suites.evolution.model import Docs, Mutation, Names, Sample, Step
from wirebed.suites.evolution.trees import VERSIONS
from wirebed.view import grammar as g
from wirebed.view import parse
from wirebed.view.compare.scalar_kinds import is_default

# From each version to the next; `migration_v3` is that to v3.
_MIGRATIONS = {version: f"migration_{version}" if version != "v2" else "migration" for version in VERSIONS[1:]}
_KEYS = (
    *("change", "message", "class", "docs", "defaults", "initial", *_MIGRATIONS.values(), "samples", "mutate"),
    "expect",
)
_SAMPLE_KEYS = (*yaml_case.VALUE_KEYS, "about", "golden", "option", "ought")
_OUGHT_KEYS = ("text", "generate", "same", "invalid_text", "bits")
_MUTATE_KEYS = ("name", "sample", "set", "clear", "gives", "about")
_SAYS = ("safe", "conditional", "unsafe")
_NAME = re.compile(r"[A-Za-z0-9_]+")


@dataclass(frozen=True)
class Words:
    """The names that a step may use."""

    reasons: dict[str, Reason]
    formats: tuple[str, ...]
    codecs: tuple[str, ...]
    classes: bool = True  # whether there are classes that were written by hand


def load_step(
    name: str, path: Path, files: dict[str, Path], schemas: dict[str, Schema], words: Words
) -> tuple[Step, list[Entry]]:
    node = yaml_tree.compose(read_text(path), path, pure=False)
    reader = Reader(path)
    nodes = reader.mapping(node, _KEYS)
    top = {key: yaml_tree.value_of(value, path) for key, value in nodes.items() if key != "expect"}
    for key in ("change", "samples"):
        if key not in top:
            reader.fail(node, f"a step has the key {key}")
    versions = _versions(name, files, schemas, top.get("message"))
    step = _Step(name, path, versions, top, words).read()
    entries = load_expect.entries(reader, nodes.get("expect"), step, words, versions)
    return replace(step, unchanged=tuple(entry.name for entry in entries if entry.unchanged)), entries


def _versions(name: str, files: dict[str, Path], schemas: dict[str, Schema], root: Value | None) -> dict[str, Version]:
    """The root message of each version: `M`, or what `message:` says."""
    versions = {}
    for version, file in files.items():
        try:
            schema = schemas[version]
            package = schema.pool.FindFileByName(f"evolution/{name}.proto").package
        except KeyError:
            raise UserError(f"the tree of {version} was built without this file", file) from None
        versions[version] = Version(schema, package, _root(schema, package, version, file, root))
    packages = {version.package for version in versions.values()}
    if len(packages) > 1 and root is None:
        last = list(files)[-1]
        raise UserError(
            f"the versions have the packages {', '.join(sorted(packages))}: a step has the same in each, or says "
            "which messages are the same by `message: {v1: …, v2: …}`",
            files[last],
            *_line_of(files[last], "package"),
        )
    return versions


def _root(schema: Schema, package: str, version: str, file: Path, root: Value | None) -> str:
    named = root
    if root is not None and isinstance(root.raw, dict):
        if version not in root.raw:
            raise root.error(f"`message:` names no message of {version}")
        named = root.raw[version]
        wanted = named.want(str, "the full name of a message")
    else:
        short = root.want(str, "the name of a message") if root is not None else "M"
        wanted = f"{package}.{short}" if package else short
    known = [name for name in schema.messages if name.startswith(f"{package}.")]
    if wanted in known or wanted in schema.messages:
        return wanted
    error = unknown("message", wanted, known)
    if named is not None:
        raise named.error(error.message)
    hint = "; the root message of a step is M, or `message:` says which it is"
    raise UserError(error.message + hint, file, *_line_of(file, "message"))


def _line_of(file: Path, word: str) -> tuple[int, int]:
    lines = file.read_text(errors="replace").splitlines()
    return next((number for number, line in enumerate(lines, 1) if line.startswith(word)), 1), 1


class _Step:
    """Reads the parts of one file."""

    def __init__(
        self, name: str, path: Path, versions: dict[str, Version], top: dict[str, Value], words: Words
    ) -> None:
        self.name = name
        self.path = path
        self.versions = versions
        self.top = top
        self.words = words

    def read(self) -> Step:
        samples = tuple(self.samples())
        return Step(
            name=self.name,
            change=self.top["change"].want(str, "the change in one line").strip(),
            versions=tuple(self.versions),
            roots={name: version.root for name, version in self.versions.items()},
            names=self.names(),
            samples=samples,
            mutations=tuple(self.mutations({sample.name: sample for sample in samples})),
            docs=self.docs(),
            path=self.path,
            defaults=self.defaults(),
            initial=self.initial(),
            class_name=self.class_name(),
        )

    def class_name(self) -> str:
        if "class" not in self.top:
            return ""
        if not self.words.classes:
            raise self.top["class"].error("classes that were written by hand are not loaded for a bed of your own")
        return self.top["class"].want(str, "the full name of a class")

    def defaults(self) -> bool:
        if "defaults" not in self.top:
            return False
        if self.top["defaults"].raw != "shown":
            raise self.top["defaults"].error("`defaults:` can be `shown`")
        return True

    def initial(self) -> dict[str, Case]:
        cases = {}
        given = self.top["initial"].want(dict, "a mapping of versions") if "initial" in self.top else {}
        for version, value in given.items():
            if version not in self.versions:
                raise value.error(unknown("version", version, self.versions).message)
            entries = _entries(value, _OUGHT_KEYS, "what an object begins with")
            cases[version] = self.case(f"{self.name}/{version}", version, value, entries)
        return cases

    def docs(self) -> dict[str, Docs]:
        docs = {}
        for format_, value in self.top["docs"].want(dict, "a mapping of formats").items() if "docs" in self.top else ():
            parts = value.items(("says", "at"), "what documents say")
            if format_ not in self.words.formats:
                raise value.error(unknown("format", format_, self.words.formats).message)
            if {"says", "at"} - parts.keys() or parts["says"].raw not in _SAYS:
                raise value.error(f"documents have `says:`, one of {', '.join(_SAYS)}, and `at:`, their address")
            docs[format_] = Docs(parts["says"].raw, parts["at"].want(str, "an address"))
        return docs

    def names(self) -> tuple[Names, ...]:
        for version, key in _MIGRATIONS.items():
            if key in self.top and version not in self.versions:
                raise self.top[key].error(f"there is no {version}.proto")
        versions = list(self.versions.values())
        return tuple(
            load_migration.names(self.top.get(key), old, new)
            for key, old, new in zip(_MIGRATIONS.values(), versions, versions[1:], strict=False)
        )

    def samples(self) -> Iterator[Sample]:
        for version, samples in self.top["samples"].want(dict, "a mapping of versions").items():
            if version not in self.versions:
                raise samples.error(unknown("version", version, self.versions).message)
            for name, value in samples.want(dict, "a mapping of samples").items():
                if not _NAME.fullmatch(name):
                    raise value.error(f"the name of a sample has letters, digits and _; `{name}` has others")
                yield self.sample(version, name, value)

    def sample(self, version: str, name: str, value: Value) -> Sample:
        entries = _entries(value, _SAMPLE_KEYS, "a sample")
        full_name = f"{self.name}/{version}.{name}"
        ought = {}
        if "ought" in entries:
            for other, case in entries["ought"].want(dict, "a mapping of versions").items():
                if other not in self.versions or other == version:
                    raise case.error(unknown("other version", other, set(self.versions) - {version}).message)
                ought[other] = self.case(full_name, other, case, _entries(case, _OUGHT_KEYS, "what ought to be read"))
        return Sample(self.name, version, self.case(full_name, version, value, entries), ought)

    def case(self, name: str, version: str, value: Value, entries: dict[str, Value]) -> Case:
        head = yaml_case.value_head(value, entries)
        for format_ in (*head["wire"], *head["options"]):
            if format_ not in self.words.formats:
                raise value.error(unknown("format", format_, self.words.formats).message)
        of = self.versions[version]
        about = entries["about"].want(str, "one line of text") if "about" in entries else ""
        build = functools.partial(_build, entries, of.schema, of.root)
        return Case(name=name, message=of.root, build=build, about=about, path=self.path, **head)

    def mutations(self, samples: dict[str, Sample]) -> Iterator[Mutation]:
        if "mutate" not in self.top:
            return
        seen = set()
        for value in self.top["mutate"].want(list, "a list of mutations"):
            parts = value.items(_MUTATE_KEYS, "a mutation")
            for key in ("name", "sample", "gives"):
                if key not in parts:
                    raise value.error(f"a mutation has the key {key}")
            name, short = (parts[key].want(str, "a name") for key in ("name", "sample"))
            sample = samples.get(f"{self.name}/{short}")
            if sample is None:
                known = [full_name.partition("/")[2] for full_name in samples]
                raise parts["sample"].error(unknown("sample", short, known).message)
            if (short, name) in seen or not _NAME.fullmatch(name):
                raise parts["name"].error("a mutation has a name of its own, of letters, digits and _")
            seen.add((short, name))
            yield self.mutation(value, name, sample, parts)

    def mutation(self, value: Value, name: str, sample: Sample, parts: dict[str, Value]) -> Mutation:
        if sample.version not in ("v1", "v2"):
            raise parts["sample"].error("the relay between two versions is v1 or v2: take a sample of these")
        relay = "v2" if sample.version == "v1" else "v1"
        if "set" not in parts and "clear" not in parts:
            raise value.error("a mutation has `set`, `clear` or both")
        full_name, message = f"{sample.name}.{name}", self.versions[relay].schema.message(self.versions[relay].root)
        setting = None
        if "set" in parts:
            setting = self.case(full_name, relay, parts["set"], _entries(parts["set"], _OUGHT_KEYS, "what is set"))
            setting.build = functools.partial(said, setting.build, message)
        clear = parts["clear"].want(list, "a list of fields") if "clear" in parts else []
        fields = message.fields_by_name
        numbers = []
        for field in clear:
            if field.want(str, "the name of a field") not in fields:
                raise field.error(unknown(f"field of {relay}", field.raw, list(fields)).message)
            numbers.append(fields[field.raw].number)
        gives = _entries(parts["gives"], _OUGHT_KEYS, "what it gives")
        return Mutation(
            name, sample, setting, tuple(numbers), self.case(full_name, sample.version, parts["gives"], gives)
        )


def _entries(value: Value, known: tuple[str, ...], what: str) -> dict[str, Value]:
    """The keys of a value; a text alone is `text:`."""
    return {"text": value} if isinstance(value.raw, str) else value.items(known, what)


def _build(entries: dict[str, Value], schema: Schema, root: str) -> bytes:
    return yaml_case.build_value(entries, schema.message_class(root), schema)


def said(build: Callable[[], bytes], message: Descriptor) -> bytes:
    """The view of a message without the fields that nothing is said of, although they always stand in a view."""
    data = build()
    root = parse(data)
    fields = message.fields_by_number
    head = root.value.encode()
    out = bytearray(b"r" + g.U16.pack(len(head)) + head)
    for number, child in zip(root.keys, root.children, strict=True):
        field = fields.get(number)
        if field is None or field.has_presence or not is_default(child):
            out += g.U32.pack(number) + data[child.offset : child.end]
    return bytes(out + g.U32.pack(0))


def cases_of(step: Step) -> Iterator[Case]:
    for sample in step.samples:
        yield sample.case
        yield from sample.ought.values()
    for mutation in step.mutations:
        yield from (case for case in (mutation.set, mutation.gives) if case is not None)
