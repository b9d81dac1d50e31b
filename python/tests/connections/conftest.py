"""One server for each peer, which all attacks share: what one leaves behind, the next finds."""

from collections.abc import Callable, Iterator

import pytest
from echo_servers import IDLE, MIB, PEERS, Server, introduction, person, transports


@pytest.fixture(scope="session")
def attacked() -> Iterator[Callable[[str], Server]]:
    servers: dict[str, Server] = {}

    def of(peer: str) -> Server:
        if peer not in servers or not servers[peer].alive:
            options = ["--transports", ",".join(transports(peer)), "--idle", str(IDLE)]
            servers[peer] = Server(peer, options).start()
            _fill_heap(servers[peer])
        return servers[peer]

    yield of
    for server in servers.values():
        server.kill()


def _fill_heap(server: Server):
    """So that a heap which grows to its usual size is not taken for the work of an attack."""
    for transport in server.ports:
        client = server.client(transport)
        for _ in range(40):
            assert client.exchange(person(2 * MIB)) == person(2 * MIB)
        client.close()


@pytest.fixture(params=PEERS)
def server(request: pytest.FixtureRequest, attacked: Callable[[str], Server]) -> Server:
    return attacked(request.param)


@pytest.fixture(params=PEERS)
def started(request: pytest.FixtureRequest) -> Iterator[Callable[..., Server]]:
    """Starts servers of a test's own."""
    servers: list[Server] = []

    def start(*options: str) -> Server:
        named = options[options.index("--transports") + 1].split(",") if "--transports" in options else []
        if not set(named) <= set(introduction(request.param).transports):
            pytest.skip(f"{request.param} has other transports")
        servers.append(Server(request.param, list(options)).start())
        return servers[-1]

    yield start
    for server in servers:
        server.kill()
