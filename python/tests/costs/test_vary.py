"""Another value of the same message: valid, of the same shape, and another in every leaf that can be."""

import pytest

from wirebed import cases, view
from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed_build.trees import ensure_schema
from wirebed_costs.tasks import is_cyclic
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
    return found if node.children else [node.value] if node.tag != view.grammar.ENUM else []


def test_every_case_has_another_value_of_its_shape(values):
    for name, data in values.items():
        other = vary(data, 1)
        assert view.parse(other).value == view.parse(data).value, name
        assert len(other) == len(data), name
        assert vary(data, 1) == other
        assert shape(view.parse(other)) == shape(view.parse(data)), name


@pytest.mark.parametrize("name", ["Stock/article_hessian", "Testobject/article", "Account/typical", "Person/family"])
def test_every_leaf_of_a_workload_changes(values, name):
    before = view.parse(values[name])
    for seed in range(20):
        after = view.parse(vary(values[name], seed))
        same = [one for one, other in zip(leaves(before), leaves(after), strict=True) if one == other]
        assert [one for one in same if one not in (None, "", 0)] == []


def test_seeds_give_different_values(values):
    assert len({vary(values["Stock/article_hessian"], seed) for seed in range(1000)}) == 1000


def test_shared_objects_stay_shared(values):
    data = values["People/shared_friends_100"]
    other = vary(data, 3)
    assert _sames(view.parse(other)) == _sames(view.parse(data)) > 0


def test_the_elements_of_a_set_stay_different(values):
    elements = view.parse(vary(values["Contacts/text_1000"], 1)).children[0].children
    assert len({element.value for element in elements}) == 1000


@pytest.mark.parametrize("value", [0, 5, -7, 1000, 2**31 - 1, 2**32 - 1, -(2**31), 2**63 - 1, -(2**63)])
def test_a_number_keeps_its_digits_and_its_type(value):
    writer = view.ViewWriter()
    writer.integer(value)
    other = view.parse(vary(writer.finish(), 1)).value
    assert len(str(other)) == len(str(value)) and (other != value or value == 0)
    assert str(other)[-1] == "0" or value % 10 and abs(other) < 2**31 or abs(value) >= 2**31


def test_a_value_that_leads_back_to_itself_is_cyclic(values):
    assert not is_cyclic(values["People/shared_friends_100"]) and not is_cyclic(values["Stock/article_hessian"])
    assert any(map(is_cyclic, values.values()))


def _sames(root) -> int:
    count, waiting = 0, [root]
    while waiting:
        node = waiting.pop()
        count += node.tag == view.grammar.SAME
        waiting += node.children
    return count
