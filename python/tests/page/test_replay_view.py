"""A replay on the page: what replay.jsonl says of it, and no view without this file."""

import json

import pytest

from wirebed.bed import Bed
from wirebed_page import replay
from wirebed_page.runs import Runs

HEADER = {"bed": "interop", "corpus": "/tmp/orders.bin", "started": "2026-01-02T03:04:05+00:00", "commit": "0" * 40}
RED = {
    "expected": False,
    "said": {"head": "1 record (1 %): java/gson differs: price narrowed", "lines": ["first: a@1"]},
}
KNOWN = {"expected": True, "said": {"head": "2 records (2 %): python/stdlib differs: tags reordered", "lines": []}}
SAID = {"totals": ["100 records"], "heads": ["reader", "version"], "rows": [["java/gson", "2.15.0"]]}
FOOTER = {"records": 100, "alike": 97, "unexpected": 1, "said": SAID}


def section(folder, footer: dict | None = FOOTER, header=HEADER):
    lines = [{"header": header}, {"cluster": RED}, {"cluster": KNOWN}, *([{"footer": footer}] if footer else [])]
    (folder / "replay.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    runs = Runs(Bed.open(), folder)
    return replay.section(runs, Bed.open()), runs.missing


def test_the_block_has_the_clusters_and_the_table(tmp_path):
    block = section(tmp_path)[0].blocks["replay"]
    assert [cluster["head"] for cluster in block["clusters"]] == [RED["said"]["head"], KNOWN["said"]["head"]]
    assert [cluster["expected"] for cluster in block["clusters"]] == [False, True]
    assert (block["corpus"], block["totals"], block["rows"]) == ("orders.bin", SAID["totals"], SAID["rows"])


def test_the_card_says_how_many_differences_are_not_expected(tmp_path):
    card = section(tmp_path)[0].card
    assert card.answer == "orders.bin, 100 records: 1 of 2 differences not expected."
    assert card.rows == {"records": [("read alike", "=", 97), ("not alike", "≠", 3)]}


def test_without_a_replay_nothing_is_missing(tmp_path):
    runs = Runs(Bed.open(), tmp_path)
    assert replay.section(runs, Bed.open()) is None and not runs.missing


@pytest.mark.parametrize(
    "more, words",
    [({"footer": None}, "has no footer"), ({"header": HEADER | {"bed": "other"}}, "is of the bed other")],
)
def test_a_report_that_is_not_whole_or_of_another_bed_is_told(tmp_path, more, words):
    found, missing = section(tmp_path, **more)
    assert found is None and words in missing["replay"]
