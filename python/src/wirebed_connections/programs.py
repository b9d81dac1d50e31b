"""The echo programs of the peers: `echo:` in peer.yaml, with two faces that take part in a run as processes."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from wirebed.bed import ROOT
from wirebed.errors import UserError
from wirebed.peers.spec import PeerSpec, discover
from wirebed_build.languages import discovery
from wirebed_build.languages.peer_yaml import Peer, fill


@dataclass(frozen=True)
class EchoProgram:
    name: str  # of the peer
    program: Peer
    client: PeerSpec

    def command(self, tree: Path) -> list[str]:
        return [fill(word, tree) for word in _run(self.program)]

    def cannot(self, tree: Path) -> str | None:
        """Why the program was not built against this tree."""
        path = tree / self.program.name / "unsupported"
        return path.read_text().strip() if path.is_file() else None


def available(tree: Path, names: Collection[str] | None = None) -> list[EchoProgram]:
    """The programs that were built, after a line for each peer that has none; `names`: of these peers only."""
    present, absent = programs()
    if names is not None:
        present = [program for program in present if program.name in names]
        absent = {name: why for name, why in absent.items() if name in names}
    absent |= {program.name: why for program in present if (why := program.cannot(tree))}
    for name, why in absent.items():
        print(f"echo: {name} takes no part: {why}", flush=True)
    present = [program for program in present if program.name not in absent]
    if not present:
        raise UserError("no echo program can be built on this machine")
    return present


def without_program() -> set[str]:
    """The peers that state no echo program: nobody expects them in a run."""
    return {peer.name for peer in discovery.discover() if "echo" not in peer.data}


def programs() -> tuple[list[EchoProgram], dict[str, str]]:
    """The programs, and the peers without one, each with the reason."""
    specs = {spec.name: spec for spec in discover(ROOT)}
    present, absent = [], {}
    for peer in discovery.discover():
        program = peer.program("echo")
        if program is None:
            absent[peer.name] = peer.no_program("echo") or ""
            continue
        run = (*_run(program), "client")
        needs = (*specs[peer.name].needs, program.name)
        present.append(EchoProgram(peer.name, program, replace(specs[peer.name], run=run, measured=run, needs=needs)))
    return present, absent


def _run(program: Peer) -> tuple[str, ...]:
    return tuple(map(str, program.data["run"]))
