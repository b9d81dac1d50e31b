"""A replay on the page: what readers make of recorded messages. The words are those of `make replay`."""

from typing import Any

from wirebed.bed import Bed
from wirebed.view import outcome
from wirebed_page.runs import Runs
from wirebed_page.section import Card, Section


def section(runs: Runs, bed: Bed) -> Section | None:
    lines = runs.replay
    if lines is None:
        return None
    header, footer = lines[0]["header"], lines[-1]["footer"]
    clusters = [line["cluster"] for line in lines if "cluster" in line]
    block = {
        "corpus": _name(header),
        "started": header["started"],
        "commit": header["commit"],
        **footer["said"],
        "clusters": [{**cluster["said"], "expected": cluster["expected"]} for cluster in clusters],
    }
    return Section(_card(header, footer, clusters), {"replay": block})


def _name(header: dict[str, Any]) -> str:
    return str(header["corpus"]).rpartition("/")[2]


def _card(header: dict[str, Any], footer: dict[str, Any], clusters: list[dict[str, Any]]) -> Card:
    unexpected = footer["unexpected"]
    said = (
        f"{_name(header)}, {footer['records']:,} records: {unexpected:,} of {len(clusters):,} differences not expected."
    )
    counts = [
        ("read alike", outcome.EXACT, footer["alike"]),
        ("not alike", outcome.DIFFERS, footer["records"] - footer["alike"]),
    ]
    rows = {"records": [part for part in counts if part[2]]}
    question = "Which recorded messages are read differently?"
    return Card("Which records differ?", question, said, "#/replay", rows, noun="record")
