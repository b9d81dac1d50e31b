"""What a runtime says of a system while its published program runs."""

from collections.abc import Mapping

from wirebed_claims.decision import Decision
from wirebed_claims.protocols import Protocol
from wirebed_claims.quantity import Missing


def decide(system: str, program: str, switches: Mapping[str, str], says: str, protocol: Protocol) -> Decision:
    """Holds when no process of the program with these switches warned so."""
    name = protocol.article.systems[system].published
    found = protocol.results.processes(program, name, switches)
    if not found:
        raise Missing(f"the program {program} did not run {system}")
    told = [line for one in found for line in one.warnings if says in line]
    return Decision(not told, f"{found[0].runtime}: {told[0] if told else 'no such warning'}")
