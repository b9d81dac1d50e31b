"""The list of the articles' parts names each claim, and each claim names its part."""

import re

from wirebed.bed import ROOT
from wirebed_claims.load import load

TEXT = (ROOT / "fixtures/claims/ARTICLES.md").read_text()
CLAIMS = {claim.id: claim for article in load() for claim in article.claims}


def named(text: str) -> set[str]:
    """The claims of `S2.1` or `S2.1 to S2.4`."""
    found = set(re.findall(r"S\d\.\d+", text))
    for first, last in re.findall(r"(S\d\.\d+) to (S\d\.\d+|S\d+)", text):
        article = first.partition(".")[0]
        begin, end = (int(name.partition(".")[2]) for name in (first, last))
        found |= {f"{article}.{number}" for number in range(begin, end + 1)}
    return found


def test_every_claim_is_of_a_part():
    assert named(TEXT) == set(CLAIMS)


def test_every_claim_names_a_part_that_names_it():
    parts = [row.strip("| ").partition(" | ")[::2] for row in TEXT.splitlines() if row.startswith("| ")]
    listed = {(claim, part) for part, decided in parts for claim in named(decided)}
    assert {(claim.id, claim.part) for claim in CLAIMS.values()} <= listed
