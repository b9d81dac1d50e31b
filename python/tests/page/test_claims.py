"""Claims on the page: verdicts and figures are those of claims.jsonl, also where there is no verdict."""

import json

import pytest

from wirebed.bed.folders import ROOT, Bed
from wirebed_claims import lines
from wirebed_page import claims
from wirebed_page import runs as runs_of
from wirebed_page.runs import Runs

MACHINE = {"cpu": "a processor", "cores": 2, "system": "Linux"}
HEADER = {
    "suite": "claims", "started": "2026-01-01T00:00:00", "machine": MACHINE, "commit": "0" * 40,
    "runtimes": ["JVM 17"], "results": {"bench": {"started": "2026-01-01T00:00:00", "commit": "0" * 40}},
    "articles": {"s0": "S0: an article, 2009", "s1": "S1: another one"},
    "forms": {"s0": [{"workload": "w", "system": "java", "constant": "190", "per": "9", "lengths": 3},
                     {"workload": "w", "smaller": ["protobuf", "java"], "crossover": 38.0}]},
}  # fmt: skip
OLDER = HEADER | {"started": "2025-12-31T23:59:59"}
SHOULD = "as it should be"


def claim(id: str, verdict: str = "held", value: float = 1.5, **given) -> dict:
    decision = {
        "answer": "it holds",
        "says": f"a / b = {value}",
        "value": value,
        "low": 1.2,
        "high": 1.9,
        "factor": 1.4,
    }
    return {
        "claim": id, "article": id.partition(".")[0].lower(), "said": f"what {id} says", "verdict": verdict,
        "why": f"It holds that a / b is {value}.", "rule": "a / b is above 1", "theirs": "2",
        "ours": f"a / b = {value}", "decisions": {SHOULD: decision},
        "reported": {"unit": "no figure", "values": {}}, "switches": [], **given,
    }  # fmt: skip


@pytest.fixture(autouse=True)
def checked_in(monkeypatch, tmp_path):
    """The file of the verdicts that are checked in, which is not there."""
    monkeypatch.setattr(runs_of, "VERDICTS", tmp_path / "verdicts.jsonl")
    return tmp_path / "verdicts.jsonl"


def section(folder, rows: list[dict]):
    (folder / "claims.jsonl").write_text(lines.text(HEADER, rows))
    return claims.section(Runs(Bed.open(), folder), Bed.open())


def test_the_card_counts_the_verdicts_by_article(tmp_path):
    card = section(tmp_path, [claim("S0.1"), claim("S0.2", "refuted"), claim("S0.3")]).card
    assert card.answer.startswith("3 claims: 2 held; 0 held in direction, not in size; 1 refuted")
    assert card.rows == {"S0": [("held", "=", 2), ("refuted", "≠", 1)]}


def switch(name: str, answer: str, changes: bool = False) -> dict:
    return {"switch": name, "protocol": SHOULD, "changes": changes, "answer": answer, "says": "a / b = 9"}


def test_a_claim_has_its_line_the_published_figures_and_the_command(tmp_path):
    reported = {"unit": "times", "values": {"protobuf": 4.0}}
    for value in (1.5, 2.5):
        row = claim("S0.1", "refuted", value, reported=reported, switches=[switch("cold", "it holds", True)])
        (found,) = section(tmp_path, [row]).blocks["claims"]["claims"]
        others = {"says": "Other switches: ", "switches": []}
        assert found == {**row, "reported": "protobuf 4 times", "commands": ["make claims"], "others": others}


def test_only_a_switch_that_changes_the_answer_is_listed_as_such(tmp_path):
    cold, same = switch("cold", "it does not hold", True), switch("warm", "it holds")
    unknown = [switch("deep", "undecided"), switch("wide", "not measured"), switch("long", "not measured")]
    (found,) = section(tmp_path, [claim("S0.1", switches=[same, *unknown, cold])]).blocks["claims"]["claims"]
    assert found["switches"] == [cold]
    says = "Other switches: 1 decided; 2 not measured; 1 undecided"
    assert found["others"] == {"says": says, "switches": [same, *unknown]}


def test_a_claim_without_a_verdict_surprises_nobody(tmp_path):
    missing = {SHOULD: {"answer": "not measured", "says": "no result of `make bench`"}}
    found = section(tmp_path, [claim("S1.1", "not measured", decisions=missing)])
    assert found.card.rows == {"S1": [("not measured", "–", 1)]}
    assert found.blocks["claims"]["surprising"] == []


def test_what_surprises_most_is_first_what_is_furthest_from_its_boundary(tmp_path):
    near, far = claim("S0.1", "refuted"), claim("S0.2", "refuted")
    far["decisions"][SHOULD]["factor"] = 8.0
    assert section(tmp_path, [near, far, claim("S0.3")]).blocks["claims"]["surprising"] == ["S0.2", "S0.1"]


def test_an_article_has_its_closed_forms_and_the_file_of_its_rules(tmp_path):
    first, second = section(tmp_path, [claim("S0.1")]).blocks["claims"]["articles"]
    assert first["forms"] == ["w, java: 190 + 9·n (3 lengths)", "w: up to n = 38.0, protobuf is smaller than java"]
    assert (ROOT / first["source"]).is_file() and second["forms"] == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is damaged"),
        ('{"header": {}}\n', "has no footer"),
        ('{"header": {}}\n{"footer": {}}\n', "another version"),
    ],
)
def test_what_is_missing_or_not_whole_is_told(tmp_path, text, says):
    (tmp_path / "claims.jsonl").write_text(text)
    runs = Runs(Bed.open(), tmp_path)
    assert claims.section(runs, Bed.open()) is None and says in runs.missing["claims"]


def test_without_newer_verdicts_those_that_are_checked_in_are_shown_and_called_so(tmp_path, checked_in):
    assert claims.section(Runs(Bed.open(), tmp_path), Bed.open()) is None
    checked_in.write_text(lines.text(HEADER, [claim("S0.1")]))
    found = claims.section(Runs(Bed.open(), tmp_path), Bed.open())
    assert found.blocks["claims"]["origin"].startswith("This result is checked in; make claims makes one")
    for local, why in [("{", "cannot be shown"), (lines.text(OLDER, [claim("S0.2")]), "is older, of 2025-12-31.")]:
        (tmp_path / "claims.jsonl").write_text(local)
        block = claims.section(Runs(Bed.open(), tmp_path), Bed.open()).blocks["claims"]
        assert [row["claim"] for row in block["claims"]] == ["S0.1"]
        assert block["origin"].startswith(f"This result is checked in; that of this machine {why}")
    (tmp_path / "claims.jsonl").write_text(lines.text(HEADER, [claim("S0.2")]))
    block = claims.section(Runs(Bed.open(), tmp_path), Bed.open()).blocks["claims"]
    assert [row["claim"] for row in block["claims"]] == ["S0.2"] and "checked in" not in block["origin"]


def test_claims_are_about_the_own_bed_alone(tmp_path):
    (tmp_path / "proto").mkdir()
    (tmp_path / "claims.jsonl").write_text(lines.text(HEADER, [claim("S0.1")]))
    bed = Bed.open(tmp_path)
    runs = Runs(bed, tmp_path)
    assert claims.section(runs, bed) is None and "bed of the repository alone" in runs.missing["claims"]


def test_the_block_is_json(tmp_path):
    json.dumps(section(tmp_path, [claim("S0.1")]).blocks["claims"], allow_nan=False)
