"""Questions: what one codec is asked, without the value in a shape of its own, since most differ in their values alone.

The identity of the peer's build and the codec are no part of it: each codec of each build has a table of its own.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from wirebed.peers import ColumnJob, Job, TaskJob
from wirebed.peers.job import TaskFields

# A peer may do other things for an echo or a measure each time.
KEPT = ("encode", "decode", "relay")


class Asked(NamedTuple):
    """Values that one codec is asked for in the same way."""

    action: str
    codec: str
    message: str
    options: Mapping[str, str]
    class_name: str
    values: Sequence[bytes]
    edits: tuple[bytes, tuple[int, ...]] = (b"", ())  # of a relay: what it sets, and what it clears
    into: str = ""  # of a relay

    def shape(self) -> bytes:
        """The digest of all but the values."""
        options = tuple(sorted(self.options.items()))
        return _shape(self.action, self.message, options, self.class_name, self.edits, self.into)

    @property
    def writes(self) -> bool:
        """Whether the answer is bytes, of which a value may have several."""
        return self.action != "decode"

    @property
    def writer(self) -> str:
        """The codec that writes them."""
        return self.into or self.codec


def asked(job: Job) -> list[Asked] | None:
    """The questions of a job, in the order of its answers; None where no answer to it is kept."""
    if isinstance(job, ColumnJob):
        return [Asked(*column) for column in job.columns]
    columns: list[Asked] = []
    for fields in job.tasks if isinstance(job, TaskJob) else ():
        action = next((name for name in KEPT if name in fields), None)
        if action is None:
            return None
        columns.append(_of_task(action, fields))
    return columns


def _of_task(action: str, fields: TaskFields) -> Asked:
    about = (action, fields["codec"], fields["message"], fields["options"], fields.get("class_name", ""))
    if action != "relay":
        return Asked(*about, (fields[action],))
    relay = fields["relay"]
    return Asked(*about, (relay.wire,), (relay.set, tuple(relay.clear)), relay.into)


def each(columns: Sequence[Asked] | None) -> Iterator[tuple[Asked, bytes]]:
    """Each question: its column, and its value."""
    for column in columns or ():
        for value in column.values:
            yield column, value


@lru_cache(4096)
def _shape(
    action: str,
    message: str,
    options: tuple[tuple[str, str], ...],
    class_name: str,
    edits: tuple[bytes, tuple[int, ...]],
    into: str,
) -> bytes:
    text = json.dumps([action, message, options, class_name, edits[0].hex(), edits[1], into])
    return hashlib.sha256(text.encode()).digest()
