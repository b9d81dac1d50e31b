"""The canaries of a law: entries that are the law with one thing changed, which each has to turn a run red.

A mechanism says for all its laws how codecs fail and whose words that is. A law has cells of some of these codecs, so
changed words of a mechanism have to turn a run red only at a law that has a cell of such a codec.
"""

import dataclasses
import re
from collections.abc import Collection, Iterable, Iterator

from wirebed.bed.codec_id import matches
from wirebed.bed.glob import any_matches
from wirebed.peers.codecs import CodecRef, Format
from wirebed.state.deviations.entry import ByCodec, Entry
from wirebed.state.deviations.read_value import ReadValue
from wirebed.state.deviations.reasons import Reason
from wirebed.suites.evolution.by_position import ByPosition
from wirebed.view.outcome import By, Kind, Manner, Outcome, word

# By the field of an entry: how its key is spelled, and which codecs can stand there.
SELECTORS = {
    "writers": ("writer", lambda codec: codec.encodes),
    "readers": ("reader", lambda codec: codec.decodes),
    "relays": ("relay", lambda codec: codec.encodes and codec.decodes),
    "others": ("other", lambda codec: codec.decodes),
    "codecs": ("codec", lambda codec: True),
}
# The reason, the authority and the nature of a mechanism; a field of WORDS; the words for each codec.
Words = tuple[tuple[str, str, str], str, ByCodec]
WORDS = {"manners": [word(manner) for manner in Manner][1:], "bys": [word(by) for by in By][1:]}


@dataclasses.dataclass(frozen=True, eq=False)
class Canary:
    law: Entry
    change: str
    entry: Entry  # the law with that change
    wider: bool = False  # whether it takes more cells than the law, of which one has to be red
    contradicted: str = ""  # a law that it no longer holds against, whose line a red cell may name instead
    mechanism: ByCodec = ()  # the words that are changed, where a mechanism says them for all its laws

    def __str__(self) -> str:
        return f"{self.law.where}: `{self.law.name}` {self.change}"


def of_mechanisms(reasons: Iterable[Reason]) -> Iterator[Words]:
    """All words that mechanisms say of their laws."""
    for reason in reasons:
        cause = (reason.reason, reason.authority, reason.nature)
        yield cause, "manners", reason.manners
        yield from ((cause, "bys", bys) for bys in (reason.bys, reason.differ_bys))


def canaries(
    law: Entry, codecs: Collection[CodecRef], variants: Collection[Format] = (), words: Collection[Words] = ()
) -> Iterator[Canary]:
    """`codecs`: those that take part; `variants`: the formats that have another name than those of their codecs;
    `words`: those of mechanisms."""
    yield from _one_condition_less(law)
    yield from _one_value_changed(law)
    yield from _other_words(law, words)
    yield from _one_codec_more(law, codecs, variants)


def _changed(
    law: Entry, change: str, wider: bool = False, contradicted: str = "", mechanism: ByCodec = (), **fields: object
) -> Canary:
    return Canary(law, change, dataclasses.replace(law, **fields), wider, contradicted, mechanism)


def _one_condition_less(law: Entry) -> Iterator[Canary]:
    for key, weaker in law.value.weaker if law.value is not None else ():
        yield _changed(law, f"without the condition `{key}`", wider=True, value=weaker)
    for name in law.against:
        others = tuple(other for other in law.against if other != name)
        yield _changed(law, f"without `against: {name}`", contradicted=name, against=others)


def _one_value_changed(law: Entry) -> Iterator[Canary]:
    """Something else is said to happen in the same cells."""
    if isinstance(law, ByPosition):
        fields = {field.name: getattr(law, field.name) for field in dataclasses.fields(Entry)}
        yield Canary(law, "without `read: by-position`", Entry(**{**fields, "by_position": False}))
    elif law.kind is not None:
        kind = Kind.STALE if law.kind is not Kind.STALE else Kind.DROPPED
        yield _changed(law, f"with `kind: {word(kind)}`", kind=kind)
    else:
        outcome = Outcome.REJECTED if law.outcome is not Outcome.REJECTED else Outcome.REFUSED
        yield _changed(law, f"with `outcome: {outcome}`", outcome=outcome)
    if law.stage:
        stage = "parse" if law.stage != "parse" else "use"
        yield _changed(law, f"with `stage: {stage}`", stage=stage)
    if law.says is not None:
        yield _changed(law, "with other words", says=re.compile("(?!)"))
    if law.reads is not None:
        yield _changed(law, "with another reading", reads=ReadValue(lambda *_: False))


def _other_words(law: Entry, words: Collection[Words]) -> Iterator[Canary]:
    for field, known in WORDS.items():
        stated: ByCodec = getattr(law, field)
        if stated:
            others = tuple((glob, tuple(other for other in known if other not in of)[:1]) for glob, of in stated)
            mechanism = stated if (law.cause, field, stated) in words else ()
            yield _changed(law, f"with other {field}", mechanism=mechanism, **{field: others})


def _one_codec_more(law: Entry, codecs: Collection[CodecRef], variants: Collection[Format]) -> Iterator[Canary]:
    """Each codec of the formats of a law that it does not name."""
    formats = {*law.formats, *(format_.base for format_ in variants if any_matches(format_.name, law.formats))}
    ids = {codec.id: codec for codec in codecs if any_matches(codec.format, formats)}
    for field, (key, can) in SELECTORS.items():
        named = getattr(law, field)
        for id_, codec in ids.items() if named else ():
            if can(codec) and not any(matches(id_, glob) for glob in named):
                yield _changed(law, f"with `{key}: {id_}`", wider=True, **{field: (*named, id_)})
