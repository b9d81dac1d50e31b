"""A verdict: what a claim's rule says under each protocol, and which switches make it say something else.

claims.jsonl has a header, a line for each verdict and a footer with the tally. Tables and pages take verdicts from it.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wirebed.errors import UserError
from wirebed.view.outcome import DIFFERS, EXACT, IN_PART, UNSUPPORTED
from wirebed_claims import rules
from wirebed_claims.claim import Article, Claim
from wirebed_claims.decision import Decision
from wirebed_claims.protocols import BENCH, PUBLISHED, Protocol
from wirebed_claims.results import Results

HELD, PUBLISHED_ONLY, FLIPPED = "held", "held in the published protocol only", "flipped"
UNDECIDABLE = "not decidable"
# Each with the sign and the style of the outcome that is most like it.
VERDICTS = {HELD: EXACT, PUBLISHED_ONLY: IN_PART, FLIPPED: DIFFERS, UNDECIDABLE: UNSUPPORTED}


@dataclass(frozen=True)
class Verdict:
    article: Article
    claim: Claim
    decisions: dict[str, Decision]  # by protocol; a claim without a time has one
    flips: list[tuple[str, str, Decision]]  # the switch and the protocol with which the rule says the contrary
    tried: list[str]  # the switches that were tried

    @property
    def word(self) -> str:
        published, bench = self.decisions.get(PUBLISHED), self.decisions[BENCH]
        if bench.holds is None or (published and published.holds is None):
            return UNDECIDABLE
        if bench.holds:
            return HELD
        return PUBLISHED_ONLY if published and published.holds else FLIPPED

    @property
    def row(self) -> dict:
        """The line of claims.jsonl. `near`: the protocols under which the figure is near the boundary of the rule."""
        claim = self.claim
        return {
            "claim": claim.id,
            "article": self.article.id,
            "said": claim.said,
            "verdict": self.word,
            "near": [name for name, decision in self.decisions.items() if decision.holds is not None and decision.near],
            "decisions": {name: _row(decision) for name, decision in self.decisions.items()},
            "reported": {"unit": claim.unit, "values": claim.reported} if claim.reported else None,
            "flips": [{"switch": switch, "protocol": name, **_row(decision)} for switch, name, decision in self.flips],
            "tried": self.tried,
        }


def _row(decision: Decision) -> dict:
    if decision.holds is None:
        return {"holds": None, "missing": decision.text}
    numbers = {"value": decision.value, "low": decision.low, "high": decision.high, "margin": decision.margin}
    # JSON has no infinity: an interval of a single observation has no end.
    finite = {key: value for key, value in numbers.items() if value is not None and abs(value) != float("inf")}
    return {"holds": decision.holds, "says": decision.text} | finite


def verdict(article: Article, claim: Claim, results: Results) -> Verdict:
    decisions = {name: rules.decide(claim.rule, Protocol(name, results, article)) for name in claim.protocols}
    flips: list[tuple[str, str, Decision]] = []
    tried: dict[str, None] = {}
    for switch, name, decision in _switched(article, claim, results):
        tried[switch] = None
        if decisions[name].holds == (not decision.holds):
            flips.append((switch, name, decision))
    return Verdict(article, claim, decisions, flips, list(tried))


def _switched(article: Article, claim: Claim, results: Results) -> Iterator[tuple[str, str, Decision]]:
    """The decision with each switch, under each protocol that has it. What was not measured says nothing."""
    for switch in claim.switches:
        for name in claim.protocols:
            # The bytes of a claim without a time are those of the published programs, where a switch is one of theirs.
            own = switch.published if name == PUBLISHED or PUBLISHED not in claim.protocols else switch.rows
            if own or switch.workload or switch.transport or switch.bind:
                decision = rules.decide(claim.rule, Protocol(name, results, article, switch))
                if decision.holds is not None:
                    yield switch.name, name, decision


def text(header: dict, rows: list[dict]) -> str:
    counts = Counter(row["verdict"] for row in rows)
    footer = {"claims": len(rows), "verdicts": {word: counts[word] for word in VERDICTS}}
    lines = [{"header": header}, *rows, {"footer": footer}]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def read(path: Path) -> tuple[dict, list[dict]]:
    """The header and the lines of the claims; UserError when the file is missing, damaged or not whole."""
    try:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except OSError as error:
        raise UserError(f"{error.strerror}; `make claims` writes it", path) from error
    except ValueError as error:
        raise UserError(f"is damaged: {error}", path) from error
    if len(lines) < 2 or "header" not in lines[0] or "footer" not in lines[-1]:
        raise UserError("has no footer: the run that wrote it did not end", path)
    return lines[0]["header"], lines[1:-1]
