"""claims.jsonl: a header, a line for each claim, a footer with the tally. Tables and pages take verdicts from here."""

import json
from collections import Counter
from pathlib import Path

from wirebed.errors import UserError
from wirebed_claims.decision import Decision
from wirebed_claims.verdict import VERDICTS, Verdict


def text(header: dict, rows: list[dict]) -> str:
    counts = Counter(row["verdict"] for row in rows)
    footer = {"claims": len(rows), "verdicts": {word: counts[word] for word in VERDICTS}}
    all_lines = [{"header": header}, *rows, {"footer": footer}]
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in all_lines)


def read(path: Path) -> tuple[dict, list[dict]]:
    """The header and the lines of the claims; UserError when the file is missing, damaged or not whole."""
    try:
        found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except OSError as error:
        raise UserError(f"{error.strerror}; `make claims` writes it", path) from error
    except ValueError as error:
        raise UserError(f"is damaged: {error}", path) from error
    if len(found) < 2 or "header" not in found[0] or "footer" not in found[-1]:
        raise UserError("has no footer: the run that wrote it did not end", path)
    return found[0]["header"], found[1:-1]


def row(one: Verdict) -> dict:
    claim = one.claim
    return {
        "claim": claim.id,
        "article": one.article.id,
        "said": claim.said,
        "verdict": one.word,
        "near": one.near,
        "decisions": {name: _decision(decision) for name, decision in one.decisions.items()},
        "reported": {"unit": claim.unit, "values": dict(claim.reported)} if claim.reported else None,
        "flips": [{"switch": flip.switch, "protocol": flip.protocol, **_decision(flip.decision)} for flip in one.flips],
        "tried": list(one.tried),
    }


def _decision(one: Decision) -> dict:
    if one.holds is None:
        return {"holds": None, "missing": one.text}
    numbers = {"value": one.value, "low": one.low, "high": one.high, "margin": one.margin}
    # JSON has no infinity: an interval of a single observation has no end.
    finite = {key: value for key, value in numbers.items() if value is not None and abs(value) != float("inf")}
    return {"holds": one.holds, "says": one.text} | finite
