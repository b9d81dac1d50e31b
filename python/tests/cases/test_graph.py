"""Places that are one object, and what else text format cannot say."""

from wirebed import cases, view
from wirebed.bed import ROOT

HEAD = "message: interop.Node\nabout: x\n"


def load(bed, schema, text):
    bed.write("Node/x.yaml", HEAD + text)
    case = cases.load(bed, schema)[0]
    return view.parse(case.view)


def test_cycle(bed, schema):
    root = load(bed, schema, "text: |\n  name: 'a'\n  next { name: 'b' }\nsame: {at: next.next, is: .}\n")
    assert root.field(2).field(2).value is root


def test_a_shared_object_is_written_where_it_comes_first(bed, schema):
    """The object that is named may stand after the place that becomes it."""
    text = "text: |\n  next { name: 'a' }\n  others { name: 's' }\nsame: {at: next.next, is: 'others[0]'}\n"
    root = load(bed, schema, text)
    written = root.field(2).field(2)
    assert written.field(1).value == "s"
    assert root.field(3).children[0].value is written


def test_missing_field_is_added_in_order(bed, schema):
    root = load(bed, schema, "text: |\n  others { name: 's' }\nsame: {at: next, is: 'others[0]'}\n")
    assert root.keys == [1, 2, 3, 4, 5]


def test_map_and_array(bed, schema):
    text = "text: |\n  by_name { key: 'k' value {} }\n  array {}\nsame:\n  - {at: 'by_name[\"k\"]', is: .}\n"
    root = load(bed, schema, text + "  - {at: 'array[0]', is: .}\n")
    assert root.field(4).children[0].value is root
    assert root.field(5).children[0].value is root


def test_one_text(bed, schema):
    root = load(bed, schema, "text: |\n  name: 'a'\n  next { name: 'a' }\nsame: {at: next.name, is: name}\n")
    assert root.field(2).field(1).value is root.field(1)


BITS = """
message: interop.Floats
about: x
text: |
  reals: [1, nan]
  singles_by_key { key: "k" value: nan }
bits:
  - {at: "reals[1]", hex: "7ff8000000000001"}
  - {at: 'singles_by_key["k"]', hex: "7fc00001"}
"""


def test_bits_of_nan(bed, schema):
    bed.write("Floats/x.yaml", BITS)
    data = cases.load(bed, schema)[0].view
    view.parse(data)
    assert b"d" + bytes.fromhex("7ff8000000000001")[::-1] in data
    assert b"g" + bytes.fromhex("7fc00001")[::-1] in data


def test_the_example_of_the_readme(bed, schema):
    readme = (ROOT / "fixtures" / "cases" / "README.md").read_text()
    example = next(part for part in readme.split("```yaml\n") if part.startswith("message: interop.Graph"))
    bed.write("Graph/x.yaml", example.split("```")[0])
    root = view.parse(cases.load(bed, schema)[0].view)
    assert root.field(6).value is root.field(5)
    assert root.field(7).children[0].value is root.field(5)
    assert [node.value for node in root.field(1).children] == [b"a\xff", "z{|}~" * 6 + "z"]


def test_shared_objects_of_checked_in_cases(loaded):
    root = view.parse(loaded["Graph/same_twice"].view)
    assert root.field(6).value is root.field(5)
    assert chr(view.parse(loaded["Graph/equal_twice"].view).field(6).tag) == "r"
    assert loaded["Stock/article_hessian"].options == {"hessian2": {"envelope": "message"}}
