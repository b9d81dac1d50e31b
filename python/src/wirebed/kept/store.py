"""The store of kept answers, on disk.

answers/<identity>-<codec>    what one codec of one build of a peer answered: digest of a question -> its answer
values/<pack>                 the bytes of answers, each once (wirebed.kept.values)
introductions/<identity>      how that build introduced itself
unstable/<codec>              questions to which a writer, of any build, gave other bytes each time

An answer is data, or the whole Result where there was none: what it means is judged anew each time.
"""

import hashlib
import struct
from collections.abc import Iterable
from contextlib import ExitStack
from enum import IntEnum
from pathlib import Path

from wirebed_protocol import peer_pb2

from wirebed.bed import CACHE
from wirebed.kept.folder import Folder
from wirebed.kept.values import Values
from wirebed.private_folder import trim

PLACE = CACHE / "kept"
MOST_BYTES = 256 << 20
_ANSWER = struct.Struct("<32sB32s")
_DIGEST = 32
FOLDERS = ("answers", "values", "introductions", "unstable")


class Tag(IntEnum):
    """What the bytes of an answer are."""

    DATA = 1  # what a codec wrote, or the view of what it read
    RESULT = 2  # a peer_pb2.Result without data


class Table:
    """The answers of one codec of one build: digest of the question -> tag and digest of the bytes."""

    def __init__(self, name: str, data: bytes | None):
        self.name = name
        self.known: dict[bytes, tuple[int, bytes]] = _parsed(data)
        self.new: dict[bytes, tuple[int, bytes]] = {}
        self.dropped = False


class Store:
    def __init__(self, place: Path = PLACE, most: int = MOST_BYTES):
        self.most = most
        Folder(place)
        self.answers, values, self.introductions, self._unstable = (Folder(place / name) for name in FOLDERS)
        self.values = Values(values)
        self._tables: dict[str, Table] = {}
        self._never: dict[str, set[bytes]] = {}

    def table(self, identity: str, codec: str) -> Table:
        name = f"{identity[:32]}-{_file(codec)}"
        if name not in self._tables:
            self._tables[name] = Table(name, self.answers.read_or_none(name))
        return self._tables[name]

    def get(self, table: Table, question: bytes) -> bytes | peer_pb2.Result | None:
        found = table.known.get(question)
        if found is None:
            return None
        tag, digest = found
        data = self.values.get(digest)
        return data if tag == Tag.DATA or data is None else peer_pb2.Result.FromString(data)

    def put(self, table: Table, question: bytes, tag: Tag, data: bytes):
        table.new[question] = table.known[question] = (tag, self.values.add(data))

    def drop(self, table: Table):
        """Forgets all that is kept of a codec, also what another run has added meanwhile."""
        table.known, table.new, table.dropped = {}, {}, True

    def introduction(self, identity: str) -> peer_pb2.Introduction | None:
        data = self.introductions.read_or_none(identity)
        return None if data is None else peer_pb2.Introduction.FromString(data)

    def introduce(self, identity: str, introduction: peer_pb2.Introduction):
        data = introduction.SerializeToString(deterministic=True)
        if self.introductions.read_or_none(identity) != data:
            self.introductions.write(identity, data)

    def unstable(self, codec: str) -> set[bytes]:
        if codec not in self._never:
            self._never[codec] = _digests(self._unstable.read_or_none(_file(codec)))
        return self._never[codec]

    def add_unstable(self, codec: str, questions: Iterable[bytes]):
        self.unstable(codec).update(questions)

    def save(self):
        """Writes what is new. Values come first: an answer never refers to a value that was not written."""
        with ExitStack() as locks:
            for folder in (self.values.folder, self.answers, self._unstable):
                locks.enter_context(folder.locked())
            self.values.save()
            for table in self._tables.values():
                self._save(table)
            for codec, questions in self._never.items():
                before = _digests(self._unstable.read_or_none(_file(codec)))
                if questions - before:
                    self._unstable.write(_file(codec), b"".join(sorted(questions | before)))
            trim([self.values.folder, self.answers, self.introductions, self._unstable], self.most)

    def _save(self, table: Table):
        if table.dropped:
            self.answers.drop(table.name)
        if table.new:
            # Another run may have added some meanwhile.
            every = _parsed(self.answers.read_or_none(table.name)) | table.new
            self.answers.write(table.name, b"".join(_ANSWER.pack(key, *found) for key, found in every.items()))
        table.new, table.dropped = {}, False


def question(shape: bytes, value: bytes) -> bytes:
    """The digest of a question, from the digests of its shape and of its value."""
    return hashlib.sha256(shape + value).digest()


def _parsed(data: bytes | None) -> dict[bytes, tuple[int, bytes]]:
    return {key: (tag, value) for key, tag, value in _ANSWER.iter_unpack(data or b"")}


def _digests(data: bytes | None) -> set[bytes]:
    data = data or b""
    return {data[at : at + _DIGEST] for at in range(0, len(data), _DIGEST)}


def _file(codec: str) -> str:
    return codec.replace("/", "+").replace(":", "+")
