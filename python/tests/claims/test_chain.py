"""From results to what is checked in: `make claims`, `make claims-publish` and the table of fixtures/results."""

import math
import random

import claim_results as made
import pytest

from wirebed_claims import command, gather, lines
from wirebed_claims.load import load
from wirebed_claims.verdict import UNDECIDED

# Nanoseconds of the systems of S2 to serialize and to deserialize, of which the article's order holds.
TIMES = {"xstream": (27000, 90000), "gson": (11000, 19000), "java": (5000, 10000), "hessian": (3000, 4000)}
(S2,) = [article for article in load() if article.id == "s2"]
CODECS = {system.name: system.codec for system in S2.systems.values()}
SIZES = {"xstream": 1837, "gson": 899, "java": 941, "hessian": 567}
OPERATIONS = (("encode", "serialize"), ("decode", "deserialize"))


def measured(folder, spread: float):
    """Results whose processes differ by a factor of about e to the power of `spread`."""
    dice = random.Random(1)
    rows, measurements = [], []
    for system, times in TIMES.items():
        for time, (row, operation) in zip(times, OPERATIONS, strict=True):
            noise = [math.exp(dice.gauss(0, spread)) for _ in range(3)]
            samples = [[time * factor] for factor in noise]
            rows.append(made.row(CODECS[system], "Stock/article_hessian", row, time, samples=samples))
            measurements += made.measurement("stock", system, operation, 5 * time)
    cases = S2.workloads["stock"].sizes
    cells = [
        made.cell(cases[system], "any", CODECS[system], CODECS[system], "equal", size=size)
        for system, size in SIZES.items()
    ]
    return made.results(folder, rows=rows, measurements=measurements, cells=cells)


@pytest.fixture
def claims(tmp_path, monkeypatch):
    """Runs `make claims` on results; returns the verdicts by claim."""
    monkeypatch.setattr(command, "REPORT", tmp_path / "claims.jsonl")
    monkeypatch.setattr(command, "CHECKED_IN", tmp_path / "verdicts.jsonl")

    def run(results):
        monkeypatch.setattr(gather, "gather", lambda *_: results)
        command.main(budget="0")
        _, rows = lines.read(command.REPORT)
        return {row["claim"]: row for row in rows}

    return run


def test_a_run_beside_others_is_undecided_and_contradicts_none(claims, tmp_path):
    folders = [tmp_path / name for name in ("quiet", "loaded")]
    for folder in folders:
        folder.mkdir()
    quiet, loaded = (claims(measured(folder, spread)) for folder, spread in zip(folders, (0.01, 0.8), strict=True))
    assert {quiet[f"S2.{number}"]["verdict"] for number in (6, 7, 9, 10)} == {"held"}
    assert {loaded[f"S2.{number}"]["verdict"] for number in (6, 7, 10)} == {UNDECIDED}
    assert "processes instead of 3 would decide it" in loaded["S2.6"]["why"]
    assert all(loaded[claim]["verdict"] in (UNDECIDED, row["verdict"]) for claim, row in quiet.items())


def test_the_figure_of_the_article_stands_beside_ours(claims, tmp_path):
    rows = claims(measured(tmp_path, 0.01))
    # The figures of the article are 973, 865, 178 and 98.
    assert rows["S2.6"]["theirs"] == "1.82" and rows["S2.6"]["ours"].startswith("java / hessian = 1.6")
    assert rows["S2.9"]["theirs"] == "0.489" and rows["S3.8"]["theirs"] == "100 times Java"
    assert rows["S0.5"]["theirs"] == "no figure"


def test_only_a_whole_run_is_checked_in(claims, tmp_path, monkeypatch):
    assert command.document() == command.NOTHING
    claims(measured(tmp_path, 0.01))
    with pytest.raises(command.UserError, match="claims are not measured"):
        command.publish()
    monkeypatch.setattr(command, "MOST_NOT_MEASURED", 62)
    command.publish()
    line = next(line for line in command.document().splitlines() if line.startswith("| S2.9 "))
    assert line.count("|") == 6 and "| held |" in line


def test_verdicts_of_an_older_version_are_no_table(claims, tmp_path):
    claims(measured(tmp_path, 0.01))
    version = f'"report": {lines.VERSION}'
    command.CHECKED_IN.write_text(command.REPORT.read_text().replace(version, '"report": 1'))
    assert command.document() == command.NOTHING
