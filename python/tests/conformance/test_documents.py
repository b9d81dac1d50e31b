"""The documents of JSONTestSuite: all of them are there, and what is an outcome of each kind."""

from collections import Counter

import pytest
from google.protobuf.struct_pb2 import Value

from wirebed import view
from wirebed.peers.answer import Answer
from wirebed.view.outcome import Outcome
from wirebed_conformance.documents import PLAIN, PROTOJSON, Document, documents, outcome, views
from wirebed_conformance.outcomes import FAILED, PASSED, READ, SKIPPED

READS, REFUSES = Answer(b"view"), Answer(None, Outcome.REJECTED)
ENDS, CANNOT = Answer(None, Outcome.CRASH), Answer(None, Outcome.UNSUPPORTED)


def test_all_documents_are_there():
    assert Counter(document.name[0] for document in documents()) == {"y": 95, "n": 188, "i": 35}
    assert {d.name: d for d in documents()}["n_string_invalid-utf-8-in-escape.json"].data == b'["\\u\xe5"]'


@pytest.mark.parametrize(
    ("kind", "answer", "told"),
    [
        ("y", READS, PASSED),
        ("y", Answer(b"another"), FAILED),
        ("y", REFUSES, FAILED),
        ("n", READS, FAILED),
        ("n", REFUSES, PASSED),
        ("n", ENDS, FAILED),
        ("i", READS, READ),
        ("i", REFUSES, PASSED),
        ("i", ENDS, FAILED),
        ("y", CANNOT, SKIPPED),
    ],
)
def test_an_outcome_follows_from_the_name(kind, answer, told):
    assert outcome(f"{kind}_a.json", answer, lambda: {b"view"}) == told


def test_a_document_is_read_whole_or_as_a_member():
    document = Document("y_a.json", b"[1]")
    assert document.input(PROTOJSON) == b"[1]"
    assert document.input(PLAIN) == b'{"zz":[1],"a":"read"}'


def test_what_means_something_else_inside_of_a_document_is_left_out():
    left = {document.name for document in documents() if not document.fits(PLAIN)}
    assert left == {
        "i_string_UTF-16LE_with_BOM.json",
        "i_string_utf16BE_no_BOM.json",
        "i_string_utf16LE_no_BOM.json",
        "i_structure_UTF-8_BOM_empty_object.json",
    }
    assert all(document.fits(PROTOJSON) for document in documents())


def test_minus_zero_may_lose_its_sign():
    zeros = views(Document("y_a.json", b"-0"))
    assert zeros == {view.of_message(Value(number_value=zero)) for zero in (0.0, -0.0)}
    assert len(zeros) == 2 and len(views(Document("y_a.json", b'{"a":[-0.0,"b",null,true]}'))) == 1
