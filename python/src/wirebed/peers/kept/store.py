"""The store of kept answers, on disk.

answers/<identity>-<codec>    what one codec of one build of a peer answered: digest of a question -> its answer
values/<pack>                 the bytes of answers, each once (wirebed.peers.kept.values)
introductions/<identity>      how that build introduced itself
loaded/<stated>               what the processes of a build have loaded, besides what it states
                              (wirebed_build.trees.identity)
unstable/<identity>-<codec>   questions to which one codec of one build gave other answers each time
verdicts/<digest>             what the judged rows of a work add to a run (wirebed.run.kept_works)

An answer is data, or the whole Result where there was none: what it means, a verdict says.
"""

import hashlib
import struct
from contextlib import ExitStack
from enum import IntEnum
from pathlib import Path

from google.protobuf.message import DecodeError
from wirebed_protocol import peer_pb2

from wirebed.bed import CACHE
from wirebed.peers.kept.folder import Folder
from wirebed.peers.kept.values import Values
from wirebed_build.private_folder import trim

PLACE = CACHE / "kept"
MOST_BYTES = 256 << 20
_ANSWER = struct.Struct("<32sB32s")
_DIGEST = 32
FOLDERS = ("answers", "values", "introductions", "loaded", "unstable", "verdicts")


class Tag(IntEnum):
    """The kind of thing that the bytes of an answer are."""

    DATA = 1  # what a codec wrote, or the view of what it read
    RESULT = 2  # a peer_pb2.Result without data


class Table:
    """The answers of one codec of one build: digest of the question -> tag and digest of the bytes."""

    def __init__(self, name: str, known: dict[bytes, tuple[int, bytes]], unstable: set[bytes]) -> None:
        self.name, self.known, self.unstable = name, known, unstable
        self.new: dict[bytes, tuple[int, bytes]] = {}
        self.newly_unstable: set[bytes] = set()
        self.dropped = False

    def move(self, name: str) -> None:
        """All of it is of another build, which is known better than before."""
        if name != self.name:
            self.name, self.new, self.newly_unstable = name, dict(self.known), set(self.unstable)

    def forget(self) -> None:
        """Nothing of this run is kept."""
        self.new, self.newly_unstable = {}, set()


class Store:
    def __init__(self, place: Path = PLACE, most: int = MOST_BYTES) -> None:
        self.most = most
        Folder(place)
        folders = (Folder(place / name) for name in FOLDERS)
        self.answers, values, self.introductions, self.loaded, self._unstable, self.verdicts = folders
        self.values = Values(values)
        self._tables: dict[str, Table] = {}

    def table(self, identity: str, codec: str) -> Table:
        name = table_name(identity, codec)
        if name not in self._tables:
            self._tables[name] = Table(name, self._answers(name), self._digests(name))
        return self._tables[name]

    def get(self, table: Table, question: bytes) -> bytes | peer_pb2.Result | None:
        entry = table.known.get(question)
        if entry is None:
            return None
        tag, digest = entry
        data = self.values.get(digest)
        try:
            return data if tag == Tag.DATA or data is None else peer_pb2.Result.FromString(data)
        except DecodeError:
            return None

    def put(self, table: Table, question: bytes, tag: Tag, data: bytes) -> None:
        table.new[question] = table.known[question] = (tag, self.values.add(data))

    def drop(self, table: Table) -> None:
        """Forgets all that is kept of a codec, also what another run has added meanwhile."""
        table.known, table.new, table.dropped = {}, {}, True

    def drop_verdicts(self) -> None:
        """Forgets all that follows from answers."""
        for name in self.verdicts.names():
            self.verdicts.drop(name)

    def introduction(self, identity: str) -> peer_pb2.Introduction | None:
        return self.introductions.parsed_or_none(identity, peer_pb2.Introduction.FromString)

    def introduce(self, identity: str, introduction: peer_pb2.Introduction) -> None:
        data = introduction.SerializeToString(deterministic=True)
        if self.introductions.read_or_none(identity) != data:
            self.introductions.write(identity, data)

    def add_unstable(self, table: Table, question: bytes) -> None:
        table.unstable.add(question)
        table.newly_unstable.add(question)
        table.known.pop(question, None)
        table.new.pop(question, None)

    def save(self) -> None:
        """Writes what is new. Values come first: an answer never refers to a value that was not written."""
        with ExitStack() as locks:
            for folder in (self.values.folder, self.answers, self._unstable):
                locks.enter_context(folder.locked())
            self.values.save()
            for table in self._tables.values():
                self._save(table)
            kept = [self.values.folder, self.answers, self.introductions, self.loaded, self._unstable, self.verdicts]
            trim(kept, self.most)

    def _save(self, table: Table) -> None:
        if table.dropped:
            self.answers.drop(table.name)
        if table.new:
            # Another run may have added some meanwhile.
            every = self._answers(table.name) | table.new
            self.answers.write(table.name, b"".join(_ANSWER.pack(key, *entry) for key, entry in every.items()))
        if table.newly_unstable:
            unstable = self._digests(table.name) | table.newly_unstable
            self._unstable.write(table.name, b"".join(sorted(unstable)))
        table.new, table.newly_unstable, table.dropped = {}, set(), False

    def _answers(self, name: str) -> dict[bytes, tuple[int, bytes]]:
        return self.answers.parsed_or_none(name, _parsed) or {}

    def _digests(self, name: str) -> set[bytes]:
        return self._unstable.parsed_or_none(name, _digests) or set()


def table_name(identity: str, codec: str) -> str:
    return f"{identity[:32]}-{_file(codec)}"


def question(shape: bytes, value: bytes) -> bytes:
    """The digest of a question, from the digests of its shape and of its value."""
    return hashlib.sha256(shape + value).digest()


def _parsed(data: bytes) -> dict[bytes, tuple[int, bytes]]:
    return {key: (tag, value) for key, tag, value in _ANSWER.iter_unpack(data)}


def _digests(data: bytes) -> set[bytes]:
    return {digest for (digest,) in struct.iter_unpack(f"{_DIGEST}s", data)}


def _file(codec: str) -> str:
    return codec.replace("/", "+").replace(":", "+")
