"""A mistake in a claim's file is an error with its place."""

import pytest

from wirebed.errors import UserError
from wirebed_claims.load import load

HEAD = """\
title: An article
systems: {java: {codec: "java:java-serial/jdk"}}
workloads: {stock: {case: Stock/article}}
switches: {cold: {rows: [cold]}}
claims:
  S9.1:
    said: A text.
    part: A table.
"""
NO_FIGURE = "    reported: no figure\n"


@pytest.mark.parametrize(
    ("rest", "line", "says"),
    [
        ("    decide: {ratio: [java, jav], below: '1', bytes: encoding}\n", 9, 'unknown system "jav"; near: "java"'),
        ("    decide: {descending: [java], byte: encoding}\n", 9, "unknown key byte"),
        ("    decide: {figure: java, bytes: encoding, workload: stok}\n", 9, 'unknown workload "stok"'),
        ("    decide: {}\n", 9, "a rule has exactly one of"),
        ("    decide: {descending: [java], bytes: encoding}\n", 9, "this list has at least 2 items"),
        ("    decide: {all of: []}\n", 9, "this list has at least 1 item"),
        ("    decide: {every: {systems: [java]}, rule: {figure: java}}\n", 9, "unknown key systems"),
        ("    decide: {every: {system: [java]}}\n", 9, "`rule:` is wanted beside `every:`"),
        ("    decide: {ratio: [java, java], within: 8 to 2, bytes: encoding}\n", 9, "8 is more than 2"),
        ("    decide: {figure: java, equals: 1, bytes: encoding, over: mean}\n", 9, "`over: mean` is for times"),
        ("    decide: {printed: jav, as: s9}\n", 9, 'unknown system "jav"; near: "java"'),
        ("    decide: {cells: {language: sam}, all: [equal]}\n", 9, "`language:` is `other` or `same`"),
        (
            "    protocols: [as published]\n    decide: {ratio: [java, java], below: '1', time: serialize}\n",
            9,
            "a verdict needs `as it should be`",
        ),
        ("    decides: {}\n", 9, "unknown key decides in a claim"),
        ("    switches: [warm]\n    decide: {figure: java}\n", 9, 'unknown switch "warm"'),
        (
            "    reported: {figure: s9}\n    decide: {figure: java}\n",
            9,
            "unknown figure of fixtures/bench/articles.yaml",
        ),
    ],
)
def test_mistakes_have_their_place(tmp_path, rest, line, says):
    path = tmp_path / "s9.yaml"
    path.write_text(HEAD + rest + ("" if "reported:" in rest else NO_FIGURE))
    with pytest.raises(UserError) as caught:
        load(tmp_path)
    assert says in str(caught.value)
    assert (caught.value.path, caught.value.line) == (path, line)


def test_a_claim_says_what_its_article_published(tmp_path):
    (tmp_path / "s9.yaml").write_text(
        HEAD + "    decide: {figure: java, bytes: encoding, workload: stock, equals: 1}\n"
    )
    with pytest.raises(UserError, match="`S9.1` has no `reported:`"):
        load(tmp_path)


def test_a_switch_of_persons_says_how_they_are_made(tmp_path):
    rest = "    decide: {figure: java, bytes: encoding, workload: stock, equals: 1}\n" + NO_FIGURE
    (tmp_path / "s9.yaml").write_text(HEAD.replace("{rows: [cold]}", "{persons: {width: 4}}") + rest)
    with pytest.raises(UserError, match="unknown key width"):
        load(tmp_path)


def test_a_workload_names_a_program_of_the_plan(tmp_path):
    rest = "    decide: {figure: java, bytes: encoding, workload: stock, equals: 1}\n" + NO_FIGURE
    (tmp_path / "s9.yaml").write_text(HEAD.replace("{case:", "{published: S2, case:") + rest)
    with pytest.raises(UserError, match='unknown program of .*published/plan.yaml "S2"'):
        load(tmp_path)


def test_no_claims(tmp_path):
    with pytest.raises(UserError, match="there are no claims"):
        load(tmp_path)
