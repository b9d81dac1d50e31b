"""The numbers that Java reads in texts: Long.decode, and of what is no integer Double.valueOf."""

import re

_INTEGER = re.compile(r"([-+]?)(?:0[xX]|#)?([^\W_]+)")
_FLOAT = re.compile(r"[-+]?(?:0[xX].*|[^xX_]*[^xX_dDfF])(?=[dDfF]?$)")


def number(text: str) -> int | float:
    """Of digits of any script; a leading 0 means octal ones. Raises ValueError."""
    found = _INTEGER.fullmatch(text)
    if found is None or not text.isascii() and not found[2].isdecimal():
        return _float(text)
    hexadecimal = found.start(2) > found.end(1)
    try:
        return int(found[1] + found[2], 16 if hexadecimal else 8 if found[2][0] == "0" and found[2] != "0" else 10)
    except ValueError:
        return _float(text)


def _float(text: str) -> float:
    found = _FLOAT.match(text)
    if found is None:
        raise ValueError(text)
    return float.fromhex(found[0]) if "x" in found[0].lower() else float(found[0])
