"""What a runtime says of a system while its published program runs: the newest runtime decides."""

from wirebed.claims.decision import Decision
from wirebed.claims.protocols import Protocol
from wirebed.claims.quantity import Missing


def decide(system: str, seed: str, says: str, protocol: Protocol) -> Decision:
    """Holds when no process of the newest runtime warned so."""
    name = protocol.article.systems[system].published
    found = protocol.results.processes(seed, name, protocol.switch.published)
    if not found:
        raise Missing(f"no published program of {system} was run")
    newest = max(one.runtime_version for one in found)
    latest = [one for one in found if one.runtime_version == newest]
    told = [line for one in latest for line in one.warnings if says in line]
    return Decision(not told, f"{latest[0].runtime}: {told[0] if told else 'no such warning'}")
