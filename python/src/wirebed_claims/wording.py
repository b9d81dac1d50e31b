"""The words for quantities and rules, in verdicts and on the page."""

from collections.abc import Mapping, Sequence

from wirebed.bed.yaml_tree import Value
from wirebed_claims.quantity import Interval, Quantity

Quantities = Sequence[Quantity]
_TIMES = {
    "serialize": "the time to serialize",
    "deserialize": "the time to deserialize",
    "round_trip": "the time of a round trip",
    "copy": "the time to copy",
    "gap": "the gap",
}
_ECHO = "the time of 1000 echoes"
_MEASURES = {"bytes": "bytes", "lines": "lines of code"}
# What a curve is to another one where it is below it, where no difference is seen, and where it is above it.
_TIMES_APART = {-1: "faster than", 0: "indistinguishable from", 1: "slower than"}
PLACES = {
    "bytes": {-1: "smaller than", 0: "as large as", 1: "larger than"},
    **dict.fromkeys(_TIMES, _TIMES_APART),
    "gap": {-1: "below", 0: "indistinguishable from", 1: "above"},
}
_OVER = {
    "every": "",
    "mean": ", as the mean of all lengths",
    "max": " where it is greatest",
    "last": " at the last length",
}


def clause(quantities: Quantities, words: str) -> str:
    """`java / json is between 2.5 and 6 in time of a round trip`"""
    first = quantities[0]
    if len(quantities) == 1:
        return f"{first.system} is {words} {first.unit}".strip()
    return f"{names(quantities)} is {words}{_measure(quantities)}{_OVER[first.over]}"


def read_words(parts: Mapping[str, Value]) -> str:
    """What a rule about cells or warnings means, as a part of a sentence; empty where it does not say it."""
    return str(parts["words"].want(str, "a part of a sentence")) if "words" in parts else ""


def in_words(words: str, rule: str) -> str:
    return f"{words}: {rule}" if words else rule


def order(quantities: Quantities) -> str:
    return f"{' > '.join(name(each, quantities) for each in quantities)}{_measure(quantities)}"


def _measure(quantities: Quantities) -> str:
    first = quantities[0]
    if _is_named(quantities):
        return f" in {_ECHO if first.transport else 'time'}"
    return f" in {_MEASURES.get(first.measure) or _TIMES[first.of]}"


def measured(quantity: Quantity, divisor: str | None) -> str:
    """`the time to serialize, divided by that of java`"""
    what = _MEASURES.get(quantity.measure) or _TIMES[quantity.of]
    return f"{what}, divided by {'that' if quantity.measure == 'time' else 'those'} of {divisor}" if divisor else what


def figure(quantities: Quantities, interval: Interval) -> str:
    """`java / json = 7.11 [6.77, 7.46]`"""
    return f"{names(quantities)} = {value(quantities, interval)}"


def value(quantities: Quantities, interval: Interval) -> str:
    return interval.shown(quantities[0].unit if len(quantities) == 1 else "")


def about(quantities: Quantities) -> str:
    """`serialize: `, `bytes: `: what all quantities of a rule are; empty for echoes, whose names say it."""
    first = quantities[0]
    if _is_named(quantities):
        return ""
    return f"{first.of.replace('_', ' ') if first.measure == 'time' else first.measure}: "


def _is_named(quantities: Quantities) -> bool:
    """Whether the names of the quantities say what they are."""
    return bool(quantities[0].transport) or len({quantity.of for quantity in quantities}) > 1


def names(quantities: Quantities) -> str:
    return " / ".join(name(quantity, quantities) for quantity in quantities)


def name(quantity: Quantity, among: Quantities) -> str:
    """The system, and what tells the quantities of a rule apart."""
    parts = [quantity.system]
    for key in ("of", "workload", "transport", "bind"):
        if len({getattr(other, key) for other in among}) > 1:
            parts.append(str(getattr(quantity, key)))
    places = [part for part in (quantity.transport, quantity.bind) if part and part not in parts]
    words = " ".join(dict.fromkeys(parts))  # the time `copy` of the system `copy` is named once
    return f"{words}({', '.join(places)})" if places else f"{words}{_lengths(quantity)}"


def _lengths(quantity: Quantity) -> str:
    """`(n=100)`, `(n=100 to 3300)`; empty for a mean of all, which is said once."""
    if not quantity.lengths or quantity.over == "mean":
        return ""
    first, last = quantity.lengths[0], quantity.lengths[-1]
    return f"(n={first})" if first == last else f"(n={first} to {last})"
