"""The documents of JSONTestSuite: all of them are there, and what is an outcome of each kind."""

from collections import Counter

import pytest
from google.protobuf.struct_pb2 import Value

from wirebed import view
from wirebed.peers.answer import Answer
from wirebed.view.outcome import Outcome
from wirebed_conformance.documents import JSON, XML, Document, outcome, values
from wirebed_conformance.outcomes import FAILED, PASSED, READ, SKIPPED

READS, REFUSES = Answer(b"view"), Answer(None, Outcome.REJECTED)
ENDS, CANNOT = Answer(None, Outcome.CRASH), Answer(None, Outcome.UNSUPPORTED)


def test_all_documents_are_there():
    json, xml = ({d.name: d.data for d in suite.documents()} for suite in (JSON, XML))
    assert Counter(name[0] for name in json) == {"y": 95, "n": 188, "i": 35}
    assert json["n_string_invalid-utf-8-in-escape.json"] == b'["\\u\xe5"]'
    assert Counter(name[0] for name in xml) == {"y": 26, "n": 145, "i": 10}
    assert xml["n/not-wf-sa-168.xml"] == b"<doc>\xed\xa0\x80</doc>\r\n"


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
    assert JSON.forms["protojson"].input(document) == b"[1]"
    assert JSON.forms["json"].input(document) == b'{"zz":[1],"a":"read"}'
    assert XML.forms["xml-jaxb"].input(Document("y", b"<b/>")) == b"<Testobject><zz><b/></zz><a>read</a></Testobject>"
    assert XML.forms["xml-jaxb"].without == b"<Testobject><a>read</a></Testobject>"


def test_what_means_something_else_inside_of_a_document_is_left_out():
    left = {document.name for document in JSON.documents() if not JSON.forms["json"].fits(document)}
    assert left == {
        "i_string_UTF-16LE_with_BOM.json",
        "i_string_utf16BE_no_BOM.json",
        "i_string_utf16LE_no_BOM.json",
        "i_structure_UTF-8_BOM_empty_object.json",
    }
    assert all(JSON.forms["protojson"].fits(document) for document in JSON.documents())


def test_minus_zero_may_lose_its_sign():
    zeros = values(Document("y_a.json", b"-0"))
    assert zeros == {view.of_message(Value(number_value=zero)) for zero in (0.0, -0.0)}
    assert len(zeros) == 2 and len(values(Document("y_a.json", b'{"a":[-0.0,"b",null,true]}'))) == 1
