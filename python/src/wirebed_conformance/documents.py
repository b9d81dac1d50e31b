"""Suites of documents, and what each reader of their format makes of them.

Most documents are no object of a class, so they are read as a part of one that the class does not have, with a part
after it that has to arrive: the reader has to find the end of the document.
"""

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from google.protobuf.struct_pb2 import NULL_VALUE, ListValue, Struct, Value

from wirebed import view
from wirebed.bed import ROOT
from wirebed.peers.answer import Answer
from wirebed.peers.client import Call, CodecClient
from wirebed.peers.codecs import CodecRef
from wirebed.view.outcome import Outcome
from wirebed_conformance.outcomes import FAILED, PASSED, READ, SKIPPED, Ran

_FOLDER = ROOT / "fixtures" / "conformance"
_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_CLASS = b"com.robert_franz.serialize.Testobject"  # of the message in Java
_SHORT = 60  # bytes of a document that a message shows
# The views of which one has to be read of a document that begins with `y`.
Expected = Callable[[CodecRef, "Document"], set[bytes | None]]


@dataclass(frozen=True)
class Document:
    """`name`: begins with `y` where a reader has to read it, `n` where it has to refuse it, `i` where it may do
    either."""

    name: str
    data: bytes

    @property
    def has_encoding(self) -> bool:
        """Whether the encoding is the question, which only the beginning of an input says."""
        return self.name.startswith("i") and (self.data.startswith(_BYTE_ORDER_MARKS) or b"\0" in self.data)


@dataclass(frozen=True)
class Form:
    """How a document is read: into which message, and what is around it, if it is no value of its own."""

    message: str
    before: bytes = b""
    after: bytes = b""
    without: bytes = b""  # the same without a document, of which the same has to be read
    probe: bytes = b""  # the least document

    def fits(self, document: Document) -> bool:
        return not (self.before and document.has_encoding)

    def input(self, document: Document) -> bytes:
        return self.before + document.data + self.after


def _xml(root: bytes) -> Form:
    parts = b"<" + root + b">", b"<a>read</a></" + root + b">"
    return Form("interop.Testobject", parts[0] + b"<zz>", b"</zz>" + parts[1], b"".join(parts), b"<x/>")


@dataclass(frozen=True)
class DocumentSuite:
    archive: Path
    forms: Mapping[str, Form]  # by format

    def documents(self) -> list[Document]:
        with zipfile.ZipFile(self.archive) as archive:
            return [Document(name, archive.read(name)) for name in sorted(archive.namelist())]


JSON = DocumentSuite(
    _FOLDER / "JSONTestSuite.zip",
    {
        "json": Form("interop.Testobject", b'{"zz":', b',"a":"read"}', b'{"a":"read"}', b"null"),
        "protojson": Form("google.protobuf.Value", probe=b"null"),
    },
)
XML = DocumentSuite(
    _FOLDER / "W3C-XML.zip",
    {"xml": _xml(_CLASS), "xml-lean": _xml(b"Testobject"), "xml-jaxb": _xml(b"Testobject")},
)


def run(
    client: CodecClient, readers: Sequence[CodecRef], suite: DocumentSuite, chosen: Sequence[Document]
) -> dict[str, Ran]:
    """What each reader makes of these documents, by its id; nothing of one that takes no part that is unknown."""
    inside = [reader for reader in readers if suite.forms[reader.format].without]
    calls = (Call(reader, suite.forms[reader.format].message, suite.forms[reader.format].without) for reader in inside)
    without = {reader.id: answer.data for reader, answer in zip(inside, client.call(calls), strict=True)}

    def expected(reader: CodecRef, document: Document) -> set[bytes | None]:
        return {without[reader.id]} if reader.id in without else values(document)

    probed = ((r, [Document("y", suite.forms[r.format].probe)]) for r in readers)
    asked = [r for r, ran in _asked(client, suite, probed, expected) if ran.outcomes["y"] == PASSED]
    return {r.id: ran for r, ran in _asked(client, suite, ((r, chosen) for r in asked), expected)}


def _asked(
    client: CodecClient,
    suite: DocumentSuite,
    questions: Iterable[tuple[CodecRef, Sequence[Document]]],
    expected: Expected,
) -> Iterator[tuple[CodecRef, Ran]]:
    fitting = {r: [d for d in documents if suite.forms[r.format].fits(d)] for r, documents in questions}
    forms = {reader: suite.forms[reader.format] for reader in fitting}
    calls = [Call(r, forms[r].message, forms[r].input(d)) for r, documents in fitting.items() for d in documents]
    answers = iter(client.call(calls))
    for reader, documents in fitting.items():
        told, words = dict[str, str](), dict[str, str]()
        for document in documents:
            answer = next(answers)
            told[document.name] = outcome(document.name, answer, partial(expected, reader, document))
            words[document.name] = _words(document, answer)
        yield reader, Ran(told, words)


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


def values(document: Document) -> set[bytes | None]:
    """What a document of JSON holds. It does not say whether -0 is a whole number, which has no sign, or a double."""
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
