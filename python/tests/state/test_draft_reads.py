"""What a draft proposes under `reads:`: a literal or a function, which the loader takes and which fits its cells."""

import math

import pytest
from fake_runs import Schema
from google.protobuf import message_factory
from ruamel.yaml import YAML

from wirebed.state.deviations import draft_reads
from wirebed.state.deviations.draft_reads import Seen
from wirebed.state.deviations.load import Reader
from wirebed.state.deviations.read_value import digest, read_value
from wirebed.view import of_message
from wirebed.view.compare import compare
from wirebed.view.outcome import Kind
from wirebed.view.parse import parse

SCHEMA = Schema()
M = message_factory.GetMessageClass(SCHEMA.message("t.M"))
NEAREST = ((0.1, 0.10000000149011612), (0.3, 0.30000001192092896))


def seen(*pairs) -> list[Seen]:
    """The differences between what is written and what is read, each pair a case."""
    return [
        Seen(f"M/{number}", found, SCHEMA)
        for number, (written, read) in enumerate(pairs)
        for found in compare(of_message(M(**written)), of_message(M(**read)), schema=SCHEMA)
    ]


def proposed(differences: list[Seen]):
    """The data under `reads:` as the loader reads it; it explains every difference."""
    text = "\n".join(draft_reads.lines(differences, ""))
    root = YAML(typ="safe").compose(text)
    data = Reader(None).plain(root)["reads"]
    reads = read_value(data)
    for one in differences:
        assert reads.explains(one.found.expected, one.found.actual, one.case, SCHEMA)
    return data


@pytest.mark.parametrize("text", ["other", "1", "null", "it's", "a\n\u0001: [x]", "é", "0x08", "yes"])
def test_one_value_is_a_literal(text):
    assert proposed(seen(({"name": "a"}, {"name": text}))) == text


@pytest.mark.parametrize("number", [0.5, 1e300, 1e16, 5e-324, -0.0, math.inf, -math.inf, math.nan])
def test_a_number_keeps_its_value(number):
    read = proposed(seen(({"number": 1.5}, {"number": number, "name": ""})))
    assert read == number or read != read


def test_the_same_literal_of_several_cases_stands_once():
    assert proposed(seen(({"name": "a"}, {"name": "x"}), ({"name": "b"}, {"name": "x"}))) == "x"


def test_a_text_is_no_list_of_what_may_be_read():
    reads = read_value({"cases": {"*": {"any": "xyz"}}})
    (difference,) = seen(({"name": "a"}, {"name": "x"}))
    assert not reads.explains(difference.found.expected, difference.found.actual, difference.case, SCHEMA)


def test_cases_with_literals_of_their_own():
    found = proposed(seen(({"name": "a"}, {"name": "x"}), ({"name": "b"}, {"name": "y"})))
    assert found == {"cases": {"M/0": "x", "M/1": "y"}}


def test_several_values_in_one_case():
    both = ({"map": {"a": 1, "b": 2}}, {"map": {"a": 7, "b": 8}})
    assert proposed(seen(both)) == {"cases": {"M/0": {"any": [7, 8]}}}


def test_a_function_explains_two_values_and_never_one_alone():
    nearest = [({"number": value}, {"number": read}) for value, read in NEAREST]
    assert proposed(seen(*nearest)) == {"nearest": "float"}
    assert proposed(seen(nearest[0])) == NEAREST[0][1]
    assert proposed(seen(*nearest, ({"number": 0.3}, {"number": 0.25})))["cases"]["M/2"] == 0.25


def test_a_kind_that_leaves_no_doubt_needs_no_reads():
    dropped = seen(({"name": "a"}, {}))
    assert [one.found.kind for one in dropped] == [Kind.DROPPED]
    assert draft_reads.lines(dropped, "") == []


def test_a_long_text_stands_by_its_digest():
    assert proposed(seen(({"name": "a"}, {"name": "x" * 5000}))).keys() == {"sha256"}
    two = seen(({"name": "a"}, {"name": "x" * 5000}), ({"name": "b"}, {"name": "y" * 5000}))
    assert draft_reads.lines(two, "") == []


def test_the_digest_of_a_message_is_of_all_that_it_holds():
    one, same, other = (digest(parse(of_message(M(name=letter * 5000)))) for letter in "aab")
    assert one == same != other
