"""Which values are measured with, and how MESSAGE= finds them."""

import pytest

from wirebed import cases
from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed_build.trees import ensure_schema
from wirebed_costs import workloads

PROTO = 'syntax = "proto3"; package a; message M { int32 n = 1; repeated string texts = 2; } message N { M m = 1; }'


@pytest.fixture(scope="module")
def own():
    schema = Schema.load(ensure_schema(Bed.open()))
    return workloads.load(Bed.open(), schema, cases.load(Bed.open(), schema))


@pytest.fixture
def bed(tmp_path):
    """A bed of a user's, and its workloads when it has these fixtures."""
    (tmp_path / "proto").mkdir()
    (tmp_path / "proto" / "a.proto").write_text(PROTO)

    def make(**files: str):
        for name, text in files.items():
            path = tmp_path / "fixtures" / name.replace("__", "/").replace("_yaml", ".yaml").replace("_txtpb", ".txtpb")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        opened = Bed.open(tmp_path)
        schema = Schema.load(ensure_schema(opened))
        return workloads.load(opened, schema, cases.load(opened, schema))

    return make


def names(found) -> list[str]:
    return [one.case.name for one in found]


def test_the_seeds_the_default_and_quick(own):
    chosen = workloads.select(own, "seeds", quick=False)
    assert names(workloads.select(own, None, quick=False)) == [
        "Testobject/article", "Stock/article_hessian", "TargetObject/distinct_1000", "People/random_1000"
    ]  # fmt: skip
    assert {one.case.message.partition(".")[2] for one in chosen} == {
        "Stock", "Testobject", "Account", "Person", "TargetObject", "Contacts"
    }  # fmt: skip
    assert names(workloads.select(own, None, quick=True)) == ["Testobject/article", "Stock/article_hessian"]


def test_a_message_a_case_and_a_group_are_found_by_glob(own):
    assert names(workloads.select(own, "Stock", quick=False)) == ["Stock/article_hessian"]
    assert names(workloads.select(own, "interop.Stock", quick=True)) == ["Stock/article_hessian"]
    assert set(names(workloads.select(own, "Contacts/code_*", quick=False))) == {
        "Contacts/code_1000", "Contacts/code_10000"
    }  # fmt: skip
    with pytest.raises(UserError, match="MESSAGE=Stok matches nothing; near: .*Stock"):
        workloads.select(own, "Stok", quick=False)


def test_several_globs_and_the_codecs_of_a_group(own):
    chosen = workloads.select(own, "default,articles", quick=False)
    by_name = {one.case.name: one for one in chosen}
    assert by_name["Stock/article_hessian"].takes("cpp:json/nlohmann")
    target = by_name["Contacts/code_10000"]
    assert target.takes("java:java-external-tuned/jdk") and not target.takes("cpp:json/nlohmann")
    # Chosen by another glob too, it is there for all codecs.
    both = workloads.select(own, "articles,Contacts", quick=False)
    assert all(one.takes("cpp:json/nlohmann") for one in both if one.case.message == "interop.Contacts")
    with pytest.raises(UserError, match='MESSAGE=artikles matches nothing; near: "articles"'):
        workloads.select(own, "default,artikles", quick=False)


def test_the_values_of_curves_are_sized_with_the_claims_alone(own):
    stock = {"Stock/article_java", "Stock/article_json", "Stock/article_xml"}
    assert set(names(workloads.sized(own, None))) == set(names(workloads.sized(own, "Testobject"))) == stock
    assert names(workloads.sized(own, "Stock,claim*")) == names(workloads.sized(own, "claims"))
    found = set(names(workloads.sized(own, "claims")))
    assert found > stock and "Testobject/digits_19" in found
    assert not found & set(names(workloads.timed(own)))


def test_sized_workloads_are_not_timed(own):
    assert "Stock/article_xml" in names(own)
    assert "Stock/article_xml" not in names(workloads.timed(own))


def test_every_workload_is_a_case_or_a_generated_value(own):
    known = {case.name for case in cases.load(Bed.open(), Schema.load(ensure_schema(Bed.open())))}
    made = [one for one in own if one.case.path is None]
    assert not {one.case.name for one in made} & known


def test_message_chooses_a_case_that_is_no_workload():
    schema = Schema.load(ensure_schema(Bed.open()))
    found = workloads.load(Bed.open(), schema, cases.load(Bed.open(), schema), "Arrays/of_7,Stock/article_hessian")
    assert names(workloads.select(found, "Arrays/of_7", quick=True)) == ["Arrays/of_7"]
    assert names(found).count("Stock/article_hessian") == 1


def test_an_empty_bed_has_one_generated_value_for_each_message(bed):
    found = bed()
    assert [one.case.message for one in found] == ["a.M", "a.N"]
    assert all(100 < len(one.case.view) <= workloads.LARGEST_GENERATED for one in found)


def test_a_bed_with_cases_has_the_largest_of_each_message(bed):
    small = "# proto-message: a.M\n# about: small\nn: 1\n"
    large = "# proto-message: a.M\n# about: larger\nn: 1 texts: 'more'\n"
    assert names(bed(cases__M__small_txtpb=small, cases__M__large_txtpb=large)) == ["M/large"]


def test_a_bed_has_workloads_of_its_own(bed):
    text = "default: [M/one]\nbig:\n  - {name: M/many, message: a.M, generate: {at: texts, elements: 50}}\n"
    found = bed(cases__M__one_txtpb="# proto-message: a.M\n# about: one\nn: 1\n", bench__workloads_yaml=text)
    assert names(workloads.select(found, None, quick=True)) == ["M/one"]
    assert names(workloads.select(found, "big", quick=False)) == ["M/many"]


def test_an_error_in_the_file_has_its_place(bed):
    with pytest.raises(UserError, match=r'workloads\.yaml:2:5: unknown case "M/on"; near: "M/one"'):
        bed(
            cases__M__one_txtpb="# proto-message: a.M\n# about: one\nn: 1\n",
            bench__workloads_yaml="default:\n  - M/on\n",
        )
    with pytest.raises(UserError, match=r"workloads\.yaml:2:5: a workload that is no case has the key message"):
        bed(bench__workloads_yaml="default:\n  - {name: M/x}\n")


def test_another_value_or_choice_of_codecs_is_another_identity(bed):
    groups = """
    one: [M/small]
    same: [M/small]
    other: [M/large]
    fewer: [{case: M/small, codecs: ["java:*/*"]}]
    """
    head = "# proto-message: a.M\n# about: one\n"
    cases = {"cases__M__small_txtpb": f"{head}n: 1\n", "cases__M__large_txtpb": f"{head}n: 2\n"}
    found = bed(bench__workloads_yaml=groups, **cases)
    one, same, other, fewer = (
        workloads.identity(workloads.select(found, group, quick=False)) for group in ("one", "same", "other", "fewer")
    )
    assert one == same and len({one, other, fewer}) == 3
