"""A thousand connections that say nothing: other clients are served, and all are closed when their time is over."""

import pytest
from echo_servers import MARGIN, TRANSPORTS, Server, bounded, codec, silence, until_closed

COUNT = 1000
# The buffers and the thread of a connection, and what a garbage collector leaves for later.
EACH = 128 << 10


def polite(server: Server, transport: str) -> bytes:
    """What a client has said before it falls silent."""
    if transport == "socket":
        line = f"{codec(server.peer)} interop.Person".encode()
        return len(line).to_bytes(4, "big") + line
    if transport == "http":
        return b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    return b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + b"\4" + bytes(5)


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("silent", ["at once", "later"])
def test_a_thousand_idle_connections(server: Server, transport: str, silent: str):
    with bounded(server, transport, COUNT * EACH):
        idle = [server.connect(transport) for _ in range(COUNT)]
        if silent == "later":
            for connected in idle:
                connected.sendall(polite(server, transport))
        client = server.client(transport)
        for _ in range(20):
            client.exchange(b"")
        client.close()
        for connected in idle:
            until_closed(connected, silence(server, transport) + 2 * MARGIN)
            connected.close()
