"""The cells of a report, as its lines state them.

The order of a line's fields is that in which a report has them: then msgspec reads a line faster than into a dict.
"""

import msgspec

from wirebed.view.outcome import Outcome


class Difference(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A place of the value where the reader has another thing than it should have."""

    path: str  # empty for the value itself
    kind: str  # a word of wirebed.view.outcome.Kind
    type: str  # as the schema declares it
    expected: str
    actual: str
    by: str = ""  # `codec` where code of this bed converts the value


class Left(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The object or output that a failure left with the user of the library."""

    what: str  # `object` or `output`
    size: int  # of the whole view or output; 0 for an object without a view
    data: str = ""  # the name of the view, or of the output's first bytes, beside the report


class Line(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One writer's bytes, and all readers that came to the same outcome in every respect.

    Where nothing is to be said, a text is empty. Values have names, under which the file of values beside the report
    has them (wirebed.report.value_store).
    """

    case: str  # in evolution `step/sample`
    leg: str = ""  # of evolution; of an echo the transport
    format: str
    writer: str  # of an echo the client; `given` for bytes that no codec wrote
    relay: str = ""
    readers: tuple[str, ...]  # of an echo the servers
    kept: tuple[str, ...] = ()  # those whose answers were kept from an earlier run, or instead
    run: tuple[str, ...] | None = None  # those that ran, perhaps none
    outcome: Outcome
    identical: tuple[str, ...] = ()  # other writers of the same bytes
    lost: tuple[str, ...] = ()  # the kinds of loss against the case itself
    stage: str = ""  # of a failure: a word of wirebed.view.outcome.Stage
    manner: str = ""  # `typed`, `untyped` or `exhausted`
    by: str = ""  # who refused: `library`, `codec` or `cast`
    side: str = ""  # who failed, where it was not the reader or, for a refusal, the writer
    reason: str = ""  # the library's words
    entries: tuple[str, ...] = ()  # the names of the entries that state it
    left: Left | None = None
    problems: tuple[str, ...] = ()  # why it is not as expected
    derived: bool = False  # as expected without an entry
    differences: tuple[Difference, ...] = ()  # the first ones
    more_differences: int = 0  # the number of the others
    objects: dict[str, int] = {}  # of an echo: how many values had each outcome
    object: int | None = None  # of an echo: the number of the value that the cell shows
    sent: int = 0  # of an echo: the bytes of all values
    received: int = 0
    expected: str = ""  # the name of the view that the readers should see, where it is not the value
    read: str = ""  # the name of the view that they saw, where it is not the expected one
    source: str = ""  # the file or vector whose bytes were read
    size: int | None = None  # of the bytes
    reject: bool = False  # every reader should reject the bytes
    value: str = ""  # the name of the view of the case
    bytes: str = ""  # the name of what was written
    relayed: str = ""  # the name of what the relay wrote


class Cell(Line, frozen=True, kw_only=True, gc=False):
    """One reader of a line, with all that the line states; `readers` are those of the line."""

    reader: str
    readers: tuple[str, ...] = ()


def cells_of(line: Line) -> list[Cell]:
    """A cell for each reader of a line."""
    stated = msgspec.structs.asdict(line)
    return [Cell(reader=reader, **stated) for reader in line.readers]
