"""Starts the readers of a replay: those of a bed, or with OLD= and NEW= those of two versions of its schemas."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from wirebed.bed import ROOT, Bed
from wirebed.bed.schema import Schema
from wirebed.errors import UserError, no_match
from wirebed.peers import PeerSpec, Pool, asked, discover
from wirebed.peers.client import CodecClient
from wirebed.peers.codecs import CodecRef, codecs_of
from wirebed.run import Build, Peers, Selection, other_versions
from wirebed.run.leg import NOW
from wirebed.run.taking_part import taking_part
from wirebed.state.deviations import of_bed
from wirebed.suites.evolution.plan import Selection as EvolutionSelection
from wirebed.suites.evolution.runner import Runner
from wirebed_build.trees import ensure, ensure_descriptors, ensure_tree
from wirebed_build.trees.tree import Tree
from wirebed_replay.asked import Asked
from wirebed_replay.judge import Judge
from wirebed_replay.question import Named, OddOneOut, Reference, Today
from wirebed_replay.relays import Relays
from wirebed_replay.told import Judging
from wirebed_replay.two_versions import LEG, NEW, OLD, TwoVersions
from wirebed_safe_change import descriptors
from wirebed_safe_change.sources import source_of

_LOG = "replay"


@dataclass(frozen=True)
class Started:
    """`build`: its fingerprint is of what the readers are built from. `codecs`: of all formats, also
    of those that the bed leaves out."""

    pool: Pool
    codecs: Sequence[CodecRef]
    judging: Judging
    build: Build


class OfBed:
    """By the schema of a bed."""

    def __init__(self, bed: Bed, of: Asked) -> None:
        self.bed, self.of = bed, of

    @cached_property
    def schema(self) -> Schema:
        """No compiler is needed for it, so mistakes are reported before one starts."""
        return _with_message(Schema.load(ensure(self.bed, [])), self.of.message)

    @contextmanager
    def started(self) -> Iterator[Started]:
        of, bed = self.of, self.bed
        selection = Selection(format=of.format, reader=of.reader, language=of.language)
        part = taking_part(bed, selection)
        names, here = (part.names, part.here) if not of.set else (other_versions.peers(),) * 2
        tree = ensure(bed, here)
        with Peers.of_tree(tree, discover(names=names), _LOG, scope=part.scope) as peers:
            asked.remember(peers.pool.introductions(), names)
            build = Build.of(bed, {NOW.reader: self.schema}, [Tree.of_bed(bed)])
            codecs = CodecClient(peers.pool, self.schema).codecs
            readers = _readers(codecs, of)
            readers = other_versions.that_differ(readers) if of.set else readers
            yield Started(
                peers.pool,
                codecs_of(peers.pool.introductions()),
                self._judging(peers, build, readers, selection),
                build,
            )

    def _judging(self, peers: Peers, build: Build, readers: Sequence[CodecRef], selection: Selection) -> Judging:
        of, words = self.of, self.of.privacy.shows_words
        if not of.relay:
            return Judge(build, peers, readers, selection, _reference(of, readers), words)
        taken = Selection(reader=of.relay)
        relays = [codec for codec in readers if codec.encodes and taken.takes_reader(codec.id)]
        if not relays:
            raise no_match("RELAY", of.relay, [codec.short for codec in readers if codec.encodes])
        return Relays(peers.pool, self.schema, relays, words)


class OfTwoVersions:
    """By the two versions of a schema that OLD= and NEW= name. Formats of messages of protobuf need no compiler."""

    def __init__(self, bed: Bed, of: Asked, old: str, new: str) -> None:
        self.bed, self.of = bed, of
        self.compiled = not descriptors.suffice(of.format)
        sides = {OLD: ("OLD", old, new), NEW: ("NEW", new, old)}
        self.trees = {version: source_of(*given, bed.include).tree for version, given in sides.items()}

    @cached_property
    def schemas(self) -> Mapping[str, Schema]:
        loaded = {version: Schema.load(tree) for version, tree in self._built([]).items()}
        return {version: _with_message(schema, self.of.message) for version, schema in loaded.items()}

    @property
    def schema(self) -> Schema:
        return self.schemas[NEW]

    def _built(self, peers: Sequence[str] | None) -> dict[str, Path]:
        made = ensure_tree if self.compiled else ensure_descriptors
        return {version: made(tree, peers) for version, tree in self.trees.items()}

    @contextmanager
    def started(self) -> Iterator[Started]:
        of, bed = self.of, self.bed
        selection = EvolutionSelection(format=of.format, reader=of.reader, language=of.language, leg=LEG)
        part = taking_part(bed, selection)
        trees = self._built(part.here)
        specs = _of_both(discover(names=part.names, compiled=self.compiled), trees)
        with Runner(trees, specs, _LOG, self.schemas, interop_only=True, scope=part.scope) as runner:
            build = Build.of(bed, self.schemas, list(self.trees.values()))
            codecs = runner.codecs.refs
            old, new = ({c.id: c for c in _readers(codecs, of) if c.tree == version} for version in (OLD, NEW))
            both = sorted(old.keys() & new.keys())
            laws = of_bed(bed, ROOT, "laws")
            judging = TwoVersions(
                build, runner, laws, selection, [old[id] for id in both], [new[id] for id in both],
                of.privacy.shows_words,
            )  # fmt: skip
            yield Started(runner.pool, runner.codecs.refs, judging, build)


Prepared = OfBed | OfTwoVersions


def of(bed: Bed, asked_for: Asked) -> Prepared:
    if asked_for.old and asked_for.new:
        return OfTwoVersions(bed, asked_for, asked_for.old, asked_for.new)
    if asked_for.old or asked_for.new:
        raise UserError(f"OLD= and NEW= are given together; {'NEW' if asked_for.old else 'OLD'} is missing")
    return OfBed(bed, asked_for)


def _with_message(schema: Schema, message: str | None) -> Schema:
    """The schema; UserError where it lacks the message."""
    if message:
        schema.message(message)
    return schema


def _of_both(specs: Iterable[PeerSpec], trees: Mapping[str, Path]) -> list[PeerSpec]:
    return [spec for spec in specs if not any(spec.unsupported(tree) for tree in trees.values())]


def _readers(codecs: Iterable[CodecRef], of: Asked) -> list[CodecRef]:
    of_format = [codec for codec in codecs if codec.format == of.format and codec.decodes]
    if not of_format:
        raise UserError(f"FORMAT={of.format}: no reader of this format takes part")
    selection = Selection(reader=of.reader)
    taken = [codec for codec in of_format if selection.takes_reader(codec.id)]
    readers = [codec for codec in taken if codec.bare or of.message or of.schemas]
    if not readers:
        raise UserError(f"MESSAGE= is missing: no reader of {of.format} does without a schema")
    return readers


def _reference(of: Asked, readers: Sequence[CodecRef]) -> Reference:
    if of.set:
        return Today.of(readers)
    return Named.of(readers, of.reference) if of.reference else OddOneOut()
