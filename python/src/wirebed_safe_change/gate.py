"""FAIL= and STRICT=: the verdict from which on the exit code is 1."""

from dataclasses import dataclass

from wirebed.errors import UserError
from wirebed.report.steps.verdicts import Verdict

_WORDS = ("lossy", "corrupting", "breaking")


@dataclass(frozen=True)
class Gate:
    """A run fails by every verdict from `verdict` on that is not accepted, by every unknown one and, if `hazards`, by
    every hazard."""

    verdict: Verdict = Verdict.CORRUPTING
    hazards: bool = False

    def stops(self, verdict: Verdict) -> bool:
        return verdict >= self.verdict or verdict is Verdict.UNKNOWN


def gate_of(fail: str | None, strict: bool = False) -> Gate:
    """`fail` is a word, `corrupting` if left out; `strict` is the same as `lossy`, and every hazard."""
    if fail and fail not in _WORDS:
        raise UserError(f"FAIL={fail} is none of {', '.join(_WORDS)}")
    if strict and fail not in (None, "", "lossy"):
        raise UserError(f"STRICT=1 fails from lossy on, and FAIL={fail} says otherwise: give one of them")
    return Gate(Verdict[(fail or ("lossy" if strict else "corrupting")).upper()], strict)
