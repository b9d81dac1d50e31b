"""The documents of JSONTestSuite, and what each reader of JSON makes of them.

A reader of ProtoJSON reads each as a `google.protobuf.Value`, which holds any JSON. No class of plain JSON does, so
there a document is the value of a member that the message does not have, with a member after it that has to arrive: the
reader has to find the end of the document.
"""

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from google.protobuf.struct_pb2 import NULL_VALUE, ListValue, Struct, Value

from wirebed import view
from wirebed.bed import ROOT
from wirebed.peers.answer import Answer
from wirebed.peers.client import Call, CodecClient
from wirebed.peers.codecs import CodecRef
from wirebed.view.outcome import Outcome
from wirebed_conformance.outcomes import FAILED, PASSED, READ, SKIPPED, Ran

ARCHIVE = ROOT / "fixtures" / "conformance" / "JSONTestSuite.zip"
PLAIN, PROTOJSON = "json", "protojson"
FORMATS = (PLAIN, PROTOJSON)
_MESSAGES = {PLAIN: "interop.Testobject", PROTOJSON: "google.protobuf.Value"}
_WITHOUT, *_AROUND = b'{"a":"read"}', b'{"zz":', b',"a":"read"}'
_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_SHORT = 60  # bytes of a document that a message shows

# The views of which one has to be read of a document that begins with `y`.
Expected = Callable[[CodecRef, "Document"], set[bytes | None]]


@dataclass(frozen=True)
class Document:
    """`name`: begins with `y` where a reader has to read it, `n` where it has to refuse it, `i` where it may do
    either."""

    name: str
    data: bytes

    def input(self, format: str) -> bytes:
        before, after = _AROUND
        return self.data if format == PROTOJSON else before + self.data + after

    def fits(self, format: str) -> bool:
        """Whether the input of this format means the same. Inside of another document, UTF-16 and a mark of the byte
        order are no question of encoding any more."""
        marked = self.data.startswith(_BYTE_ORDER_MARKS) or b"\0" in self.data
        return format == PROTOJSON or not (marked and self.name.startswith("i"))


def documents() -> list[Document]:
    with zipfile.ZipFile(ARCHIVE) as archive:
        return [Document(name, archive.read(name)) for name in sorted(archive.namelist())]


def run(client: CodecClient, readers: Sequence[CodecRef], chosen: Sequence[Document]) -> dict[str, Ran]:
    """What each reader makes of these documents, by its id; nothing of one that takes no member that is unknown."""
    alone = client.call(Call(reader, _MESSAGES[PLAIN], _WITHOUT) for reader in readers if reader.format == PLAIN)
    plain = {reader.id: answer for reader, answer in zip(_of_plain(readers), alone, strict=True)}

    def expected(reader: CodecRef, document: Document) -> set[bytes | None]:
        return {plain[reader.id].data} if reader.format == PLAIN else views(document)

    probe = Document("y_probe", b"null")
    asked = [r for r, ran in _asked(client, readers, [probe], expected) if ran.outcomes[probe.name] == PASSED]
    return {reader.id: ran for reader, ran in _asked(client, asked, chosen, expected)}


def _of_plain(readers: Iterable[CodecRef]) -> list[CodecRef]:
    return [reader for reader in readers if reader.format == PLAIN]


def _asked(
    client: CodecClient, readers: Sequence[CodecRef], chosen: Sequence[Document], expected: Expected
) -> Iterator[tuple[CodecRef, Ran]]:
    pairs = [(reader, document) for reader in readers for document in chosen if document.fits(reader.format)]
    calls = [Call(reader, _MESSAGES[reader.format], document.input(reader.format)) for reader, document in pairs]
    told: dict[CodecRef, dict[str, str]] = {reader: {} for reader in readers}
    words: dict[CodecRef, dict[str, str]] = {reader: {} for reader in readers}
    for (reader, document), answer in zip(pairs, client.call(calls), strict=True):
        told[reader][document.name] = outcome(document.name, answer, partial(expected, reader, document))
        words[reader][document.name] = _words(document, answer)
    for reader in readers:
        yield reader, Ran(told[reader], words[reader])


def outcome(name: str, answer: Answer, expected: Callable[[], set[bytes | None]]) -> str:
    """`name`: of the document. A reader that ends or hangs has failed, whatever it was to do."""
    if answer.outcome == Outcome.UNSUPPORTED:
        return SKIPPED
    if answer.data is None and answer.outcome != Outcome.REJECTED:
        return FAILED
    if name.startswith("i"):
        return READ if answer.data is not None else PASSED
    if name.startswith("n"):
        return FAILED if answer.data is not None else PASSED
    return PASSED if answer.data is not None and answer.data in expected() else FAILED


def _words(document: Document, answer: Answer) -> str:
    short = document.data[:_SHORT] + (b"..." if len(document.data) > _SHORT else b"")
    return f"{short!r}: {'a value is read' if answer.data is not None else answer}"


def views(document: Document) -> set[bytes | None]:
    """JSON does not say whether -0 is a whole number, which has no sign, or a double."""
    return {view.of_message(_value(json.loads(document.data, parse_int=of))) for of in (int, float)}


def _value(read: object) -> Value:
    """The value of a document, as the JSON of Python reads it."""
    if isinstance(read, bool):
        return Value(bool_value=read)
    if isinstance(read, int | float):
        return Value(number_value=float(read))
    if isinstance(read, str):
        return Value(string_value=read)
    if isinstance(read, list):
        return Value(list_value=ListValue(values=map(_value, read)))
    if isinstance(read, Mapping):
        return Value(struct_value=Struct(fields={name: _value(of) for name, of in read.items()}))
    return Value(null_value=NULL_VALUE)
