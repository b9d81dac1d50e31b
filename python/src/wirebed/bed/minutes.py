"""BUDGET=: the minutes that a command may spend."""

from math import inf

from wirebed.errors import UserError


def minutes_of(text: str | None, default: float, zero: str = "") -> float:
    """The minutes of a text, or the default. `zero` says what 0 does, where it is allowed. Raises UserError."""
    try:
        minutes = float(text) if text else default
    except ValueError:
        minutes = -1.0
    if 0 < minutes < inf or (zero and minutes == 0):
        return minutes
    more = f"; 0 {zero}" if zero else ""
    raise UserError(f"BUDGET={text}: say minutes, like BUDGET={default:g}{more}")
