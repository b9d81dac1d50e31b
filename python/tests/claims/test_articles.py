"""The list of the articles' parts names each claim."""

import re

from wirebed.bed import ROOT
from wirebed_claims.load import load


def test_every_claim_is_of_a_part():
    text = (ROOT / "fixtures/claims/ARTICLES.md").read_text()
    named = set(re.findall(r"S\d\.\d+", text))
    for first, last in re.findall(r"(S\d\.\d+) to (S\d\.\d+|S\d+)", text):
        article = first.partition(".")[0]
        begin, end = (int(name.partition(".")[2]) for name in (first, last))
        named |= {f"{article}.{number}" for number in range(begin, end + 1)}
    claims = {claim.id for article in load() for claim in article.claims}
    assert named == claims
