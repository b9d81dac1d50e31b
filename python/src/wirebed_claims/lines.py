"""claims.jsonl: a header, a line for each verdict, and a footer with the tally. Tables and pages are made of it."""

import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

from wirebed.errors import UserError
from wirebed_claims import rules, since, wording
from wirebed_claims.decision import Answer, Decision
from wirebed_claims.own_figures import theirs
from wirebed_claims.protocols import BENCH, PUBLISHED
from wirebed_claims.verdict import ALL_PARTS, HELD, NOT_MEASURED, PUBLISHED_ONLY, SENTENCES, VERDICTS, Verdict
from wirebed_costs.statistics import ENOUGH_PROCESSES

VERSION = 5  # of the form of the lines
OPEN, MISSING = "undecided", "not measured"
ANSWERS = {Answer.YES: "it holds", Answer.IN_DIRECTION: "in direction, not in size", Answer.NO: "it does not hold"}


class Outdated(UserError):
    """The verdicts are those of an older version, in another form."""


def of(verdict: Verdict) -> dict[str, Any]:
    """The line of a verdict. `theirs` and `ours` are the figure on which it depends."""
    claim, deciding = verdict.claim, verdict.deciding
    ours = "" if deciding.missing else deciding.text
    # The text of lines of code has more than the figure: those that a user writes, and those that are generated.
    if deciding.figure and deciding.quantities[0].measure != "lines":
        ours = wording.figure(deciding.quantities, deciding.figure)
    switches = (
        {"switch": one.switch, "protocol": one.protocol, "changes": one.changes, **_decision(one.decision)}
        for one in verdict.switched
    )
    return {
        "claim": claim.id,
        "article": verdict.article.id,
        "said": claim.said,
        "part": claim.part,
        "verdict": verdict.word,
        "why": _why(verdict),
        "rule": claim.rule.clause,
        "digest": since.digest(verdict.article, claim),
        "theirs": theirs(verdict.article, claim, deciding.quantities),
        "ours": ours,
        "beside": list(verdict.beside),
        "reported": {"unit": claim.unit, "values": claim.reported},
        "decisions": {name: _decision(decision) for name, decision in verdict.decisions.items()},
        "switches": list(switches),
    }


def _why(verdict: Verdict) -> str:
    deciding = verdict.deciding
    if verdict.word == NOT_MEASURED:
        return f"{_capital(deciding.text)}."
    if verdict.word in SENTENCES:
        rule = verdict.claim.rule
        several = verdict.word == HELD and isinstance(rule, rules.All) and len(rule.rules) > 1
        side = "above" if deciding.figure and deciding.figure.mean > 1 else "below"
        sentence = (ALL_PARTS if several else SENTENCES[verdict.word]).format(deciding.clause, side)
        excepted = f" {deciding.excepted}" if verdict.word == HELD and deciding.excepted else ""
        return sentence + excepted + _as_published(verdict)
    return f"Measured {verdict.protocol}, it is open whether {deciding.clause}; {needs(deciding)}."


def _as_published(verdict: Verdict) -> str:
    """What the article's own program says, where that is something else and the verdict does not say it."""
    answers = {name: decision.answer for name, decision in verdict.decisions.items()}
    answer = answers.get(PUBLISHED)
    if answer is None or answer is answers[BENCH] or verdict.word == PUBLISHED_ONLY:
        return ""
    return f" Measured as published: {ANSWERS[answer]}."


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def needs(decision: Decision) -> str:
    """How many processes would decide what is undecided, as far as an interval says it."""
    runs = "rounds of the echo" if decision.quantities and decision.quantities[0].transport else "processes"
    if decision.figure and not decision.figure.is_enough:
        has = f"{decision.figure.processes:.0f}"
        return f"a figure needs {ENOUGH_PROCESSES} {runs} that no other program disturbed, and this one has {has}"
    if decision.figure is None or (math.isinf(decision.needs) and not decision.figure.low):
        return "the interval has no end, so that nothing says how many processes would decide it"
    if math.isinf(decision.needs):
        return "the figure is within 5 % of the boundary, and as long as it is, no number of processes decides"
    return f"about {decision.needs:,.0f} {runs} instead of {decision.figure.processes:.0f} would decide it"


def _decision(decision: Decision) -> dict[str, Any]:
    if decision.answer is None and decision.missing:
        return {"answer": MISSING, "says": decision.text}
    answer = OPEN if decision.answer is None else ANSWERS[decision.answer]
    factor = None if decision.margin is None else math.exp(decision.margin)  # between the figure and the boundary
    line: dict[str, Any] = {"answer": answer, "says": decision.text, "factor": factor}
    if decision.figure:
        line |= {name: getattr(decision.figure, name) for name in ("low", "high", "processes")}
        line["value"] = decision.figure.mean
    if decision.answer is None:
        line["needs"] = needs(decision)
    # JSON has no infinity: the interval of a single process has no end, and 0 is infinitely far from any boundary.
    return {key: value for key, value in line.items() if value is not None and value != math.inf}


def text(header: dict[str, Any], rows: list[dict[str, Any]]) -> str:
    counts = Counter(row["verdict"] for row in rows)
    footer = {"claims": len(rows), "verdicts": {word: counts[word] for word in VERDICTS}}
    lines = [{"header": {"report": VERSION, **header}}, *rows, {"footer": footer}]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def read(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The header and the lines of the claims; UserError when the file is missing, damaged, or not whole, or
    Outdated."""
    try:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except OSError as error:
        raise UserError(f"{error.strerror}; `make claims` writes it", path) from error
    except ValueError as error:
        raise UserError(f"is damaged: {error}", path) from error
    if len(lines) < 2 or "header" not in lines[0] or "footer" not in lines[-1]:
        raise UserError("has no footer: the run that wrote it did not end", path)
    if lines[0]["header"].get("report") != VERSION:
        raise Outdated("has verdicts of another version; `make claims` decides them anew", path)
    return lines[0]["header"], lines[1:-1]
