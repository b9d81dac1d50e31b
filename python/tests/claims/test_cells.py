"""Rules about cells: which cells are against them, what they mean in words, and the command that runs them."""

import claim_results as made
import pytest
from claim_results import ARTICLES, decided

from wirebed_claims import lines, rules
from wirebed_claims.verdict import HELD, REFUTED


def test_cells_decide(tmp_path):
    def claims(outcome: str):
        cells = [made.cell("j36_no_constructor/v1.five", "java-serial", "java:java-serial/jdk", "java:java-serial/jdk",
                           outcome, leg="backward")]  # fmt: skip
        return decided("S4.7", made.results(tmp_path, cells=cells, suite="evolution")).word

    assert (claims("equal"), claims("rejected")) == (REFUTED, HELD)


def test_cells_against_a_rule_are_named(tmp_path):
    """By their reader here, which is one; their writers are two, and all cells have one case."""
    cells = [
        made.cell("Account/typical", "json", f"java:json/{writer}", f"python:json/{reader}", outcome)
        for reader, outcome in (("lenient", "equal"), ("strict", "differs"))
        for writer in ("gson", "jackson")
    ]
    found = decided("S2.14", made.results(tmp_path, cells=cells)).deciding.text
    assert found == "4 cells: 2 differs, 2 equal; against the rule are 2 read by python:json/strict"


def test_readers_of_what_was_not_written_are_cells_of_one_failure(tmp_path):
    cells = [
        made.cell("Testobject/wrong_address", "raw", "java:raw/unsafe", reader, "crash", size=None)
        for reader in ("cpp:raw/memcpy", "java:raw/unsafe")
    ]
    found = decided("S3.13", made.results(tmp_path, cells=cells))
    assert (found.word, found.deciding.text) == (HELD, "2 cells: 2 crash (1 failed write before 2 readers)")


def test_what_a_rule_about_cells_means_is_the_reason(tmp_path):
    cells = [
        made.cell("Account/typical", "json", "java:json/gson", "python:json/stdlib", outcome)
        for outcome in ("equal", "differs")
    ]
    one = lines.of(decided("S2.14", made.results(tmp_path, cells=cells)))
    assert one["why"] == "It does not hold that every other language reads equal values from JSON."
    assert one["rule"].startswith("every other language reads equal values from JSON: every cell of interop with case ")


def test_every_rule_about_cells_says_what_it_means():
    every = [claim.rule for article in ARTICLES for claim in article.claims]
    while every:
        rule = every.pop()
        every += getattr(rule, "rules", ())
        assert getattr(rule, "words", "none is needed"), rule


@pytest.mark.parametrize(
    ("claim_id", "commands"),
    [
        ("S2.6", ["make claims"]),
        ("S1.3", ["make claims"]),
        ("S1.6", ["make claims BIND='*'"]),
        ("S2.15", ["make interop FORMAT=java-serial WRITER='java/*' READER='java/*'"]),
        ("S4.7", ["make evolution STEP=j36_no_constructor FORMAT=java-serial LEG=backward"]),
    ],
)
def test_cells_have_a_command_of_their_own(claim_id, commands):
    (claim,) = [one for article in ARTICLES for one in article.claims if one.id == claim_id]
    assert rules.commands(claim.rule) == commands


def test_the_commands_of_echoes_name_client_and_server():
    (claim,) = [one for article in ARTICLES for one in article.claims if one.id == "S1.8"]
    wanted = "make echo CASE='Persons/random_*' FORMAT=protobuf CLIENT='legacy/*' SERVER='legacy/*'"
    assert rules.commands(claim.rule)[0] == wanted
