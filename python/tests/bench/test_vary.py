"""Another value of the same message: valid, of the same shape, and another in every leaf that can be."""

import pytest

from wirebed import cases, view
from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed_build.trees import ensure_schema
from wirebed_costs.vary import vary


@pytest.fixture(scope="module")
def schema():
    return Schema.load(ensure_schema(Bed.open()))


@pytest.fixture(scope="module")
def values(schema):
    found = cases.load(Bed.open(), schema)
    # Whole documents of 500 levels and more are deeper than the functions of this file can go.
    taken = (case for case in found if "large" not in case.tags and not case.name.startswith("Tower/whole_"))
    return {case.name: case.view for case in taken if not case.expect_reject}


def shape(node) -> tuple:
    """What stays: kinds of nodes, fields, counts, lengths."""
    if node.tag == view.grammar.SAME:
        return (node.tag,)
    length = len(node.value.encode()) if isinstance(node.value, str) and not node.children else 0
    keys = node.keys if node.tag == view.grammar.RECORD else len(node.keys)
    children = [shape(child) for child in node.children]
    tag = view.grammar.TRUE if node.tag == view.grammar.FALSE else node.tag
    return tag, length, tuple(keys) if isinstance(keys, list) else keys, tuple(sorted(children))


def leaves(node) -> list:
    found = [leaf for child in node.children for leaf in leaves(child)]
    return found if node.children else [node.value]


def test_every_case_has_another_value_of_its_shape(values, schema):
    for name, data in values.items():
        other = vary(data, 1, schema)
        assert view.parse(other).value == view.parse(data).value, name
        assert len(other) == len(data), name
        assert vary(data, 1, schema) == other
        assert shape(view.parse(other)) == shape(view.parse(data)), name


@pytest.mark.parametrize("name", ["Stock/article_hessian", "Testobject/article", "Account/typical", "Person/family"])
def test_every_leaf_of_a_workload_changes(values, schema, name):
    before = view.parse(values[name])
    for seed in range(20):
        after = view.parse(vary(values[name], seed, schema))
        same = [one for one, other in zip(leaves(before), leaves(after), strict=True) if one == other]
        # An empty text and what is not there; False, which is equal to 0, is no such thing.
        assert [one for one in same if one is not None and one != ""] == []


def test_seeds_give_different_values(values, schema):
    assert len({vary(values["Stock/article_hessian"], seed, schema) for seed in range(1000)}) == 1000


def test_shared_objects_stay_shared(values, schema):
    data = values["People/shared_friends_100"]
    other = vary(data, 3, schema)
    assert _sames(view.parse(other)) == _sames(view.parse(data)) > 0


def test_sets_and_closed_enums_stay_valid(values, schema):
    elements = view.parse(vary(values["Contacts/text_1000"], 1, schema)).children[0].children
    assert len({element.value for element in elements}) == 1000
    known = view.parse(values["Closed/known"])
    numbers = {value.number for value in schema.message("interop.Closed").fields[0].enum_type.values}
    other = view.parse(vary(values["Closed/known"], 1, schema))
    assert other.children[0].value in numbers
    assert other.children[0].value != known.children[0].value


def _sames(root) -> int:
    count, waiting = 0, [root]
    while waiting:
        node = waiting.pop()
        count += node.tag == view.grammar.SAME
        waiting += node.children
    return count
