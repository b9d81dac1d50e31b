"""Numbers, codecs and the origin of a result as text, on the terminal, in fixtures/results and under figures."""

from collections.abc import Container, Iterable

from wirebed.bed.codec_id import key_of
from wirebed_costs import code

DISTURBED = "†"  # marks a time that other programs disturbed (wirebed_costs.others)


def number(value: float, digits: int = 3) -> str:
    """A number with at least this many significant digits: 0.238, 71.7, 1,234."""
    return f"{value:,.0f}" if value >= 10 ** (digits - 1) else f"{value:.{digits}g}"


def codec(name: str) -> str:
    """`java:json/jackson` as `json/jackson`, in a table that names the language."""
    return key_of(name) + ", this bed's own" * code.is_own_library(name)


def own_libraries(codecs: Iterable[str]) -> list[str]:
    """Which of them this bed's own library is behind, without full stops: for tables and sentences of bare names."""
    own = sorted({key_of(name) for name in codecs if code.is_own_library(name)})
    return [f"{name} is this bed's own library" for name in own]


def sentence(words: str) -> str:
    """With a capital letter and a full stop; empty where there are no words."""
    return f"{words[0].upper()}{words[1:]}." if words else ""


def where(bench: dict) -> list[str]:
    """The machine, its load, the commit and the day of a result of `make bench` or `make bench-ruler`."""
    machine = bench["machine"]
    words = [f"{machine['cpu'] or 'processor unknown'}, {machine['cores']} cores, {machine['system']}"]
    if machine.get("governor"):
        words.append(f"governor {machine['governor']}")
    if "load" in bench:
        words.append("load {:.1f} before and {:.1f} after".format(*bench["load"]))
    return [*words, f"commit {bench['commit'][:12]}{' with changes' if bench['dirty'] else ''}", bench["started"][:10]]


def tools(bench: dict, peers: Container[str] | None = None) -> list[str]:
    """The runtime and the harness of these peers, or of all."""
    found_tools = (
        f"{peer['runtime']}, {peer['harness']} {peer['version']}" + (f" ({peer['flags']})" if peer["flags"] else "")
        for peer in bench["peers"]
        if peers is None or peer["peer"] in peers
    )
    return list(dict.fromkeys(found_tools))
