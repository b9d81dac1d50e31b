"""The canaries of a law: entries that are the law with one thing changed, which each has to turn a run red."""

import dataclasses
import re
from collections.abc import Collection, Iterator

from wirebed.bed.codec_id import matches
from wirebed.bed.glob import any_matches
from wirebed.peers.codecs import CodecRef, Format
from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.read_value import ReadValue
from wirebed.view.outcome import By, Kind, Manner, Outcome, word

# By the field of an entry: how its key is spelled, and which codecs can stand there.
SELECTORS = {
    "writers": ("writer", lambda codec: codec.encodes),
    "readers": ("reader", lambda codec: codec.decodes),
    "relays": ("relay", lambda codec: codec.encodes and codec.decodes),
    "others": ("other", lambda codec: codec.decodes),
    "codecs": ("codec", lambda codec: True),
}
WORDS = {"manners": [word(manner) for manner in Manner][1:], "bys": [word(by) for by in By][1:]}


@dataclasses.dataclass(frozen=True, eq=False)
class Canary:
    law: Entry
    change: str
    entry: Entry  # the law with that change
    wider: bool = False  # whether it takes more cells than the law, of which one has to be red
    contradicted: str = ""  # a law that it no longer holds against, whose line a red cell may name instead

    def __str__(self) -> str:
        return f"{self.law.where}: `{self.law.name}` {self.change}"


def canaries(law: Entry, codecs: Collection[CodecRef], variants: Collection[Format] = ()) -> Iterator[Canary]:
    """`codecs`: those that take part; `variants`: the formats that have another name than those of their codecs."""
    yield from _one_condition_less(law)
    yield from _one_value_changed(law)
    yield from _one_codec_more(law, codecs, variants)


def _changed(law: Entry, change: str, wider: bool = False, contradicted: str = "", **fields: object) -> Canary:
    return Canary(law, change, dataclasses.replace(law, **fields), wider, contradicted)


def _one_condition_less(law: Entry) -> Iterator[Canary]:
    for key, weaker in law.value.weaker if law.value is not None else ():
        yield _changed(law, f"without the condition `{key}`", wider=True, value=weaker)
    for name in law.against:
        others = tuple(other for other in law.against if other != name)
        yield _changed(law, f"without `against: {name}`", contradicted=name, against=others)


def _one_value_changed(law: Entry) -> Iterator[Canary]:
    """Something else is said to happen in the same cells."""
    if law.kind is not None:
        kind = Kind.STALE if law.kind is not Kind.STALE else Kind.DROPPED
        yield _changed(law, f"with `kind: {word(kind)}`", kind=kind)
    else:
        outcome = Outcome.REJECTED if law.outcome is not Outcome.REJECTED else Outcome.REFUSED
        yield _changed(law, f"with `outcome: {outcome}`", outcome=outcome)
    if law.stage:
        stage = "parse" if law.stage != "parse" else "use"
        yield _changed(law, f"with `stage: {stage}`", stage=stage)
    for field, words in WORDS.items():
        if stated := getattr(law, field):
            others = [(glob, tuple(other for other in words if other not in of)[:1]) for glob, of in stated]
            yield _changed(law, f"with other {field}", **{field: tuple(others)})
    if law.says is not None:
        yield _changed(law, "with other words", says=re.compile("(?!)"))
    if law.reads is not None:
        yield _changed(law, "with another reading", reads=ReadValue(lambda *_: False))


def _one_codec_more(law: Entry, codecs: Collection[CodecRef], variants: Collection[Format]) -> Iterator[Canary]:
    """Each codec of the formats of a law that it does not name."""
    formats = {*law.formats, *(format_.base for format_ in variants if any_matches(format_.name, law.formats))}
    ids = {codec.id: codec for codec in codecs if any_matches(codec.format, formats)}
    for field, (key, can) in SELECTORS.items():
        named = getattr(law, field)
        for id_, codec in ids.items() if named else ():
            if can(codec) and not any(matches(id_, glob) for glob in named):
                yield _changed(law, f"with `{key}: {id_}`", wider=True, **{field: (*named, id_)})
