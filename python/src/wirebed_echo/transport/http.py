"""`http`: `POST /echo` over HTTP/1.1, with waitress as the server and urllib3 as the client."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Any

import waitress
from urllib3.connection import HTTPConnection
from urllib3.exceptions import HTTPError
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from wirebed_protocol import peer_pb2

from wirebed_echo.echoer import Echoers, too_long
from wirebed_echo.request import LONGEST_LINE, Request
from wirebed_echo.transports import MAX_MESSAGE, ConnectionTrouble, Refused, Settings
from wirebed_echo.watchdog import Watchdog, cut, of_clients

HEADER = "Wirebed-Echo"
_ASKED = "HTTP_WIREBED_ECHO"
# One thread works at a time, so that more would only wait; a slow payload takes one of them.
_THREADS = 8
_LONGEST_HEAD = 4 * LONGEST_LINE


def serve(settings: Settings, echoers: Echoers) -> Listener:
    return Listener(settings, echoers)


def connect(server: peer_pb2.EchoServer, request: Request) -> HttpConnection:
    return HttpConnection(server, request)


class Listener:
    def __init__(self, settings: Settings, echoers: Echoers) -> None:
        # Its complaints are about clients, and about more requests than threads.
        logging.getLogger("waitress").setLevel(logging.CRITICAL)
        self._server = waitress.create_server(
            _application(echoers),
            host=settings.bind,
            port=settings.port,
            threads=_THREADS,
            connection_limit=settings.connections,
            backlog=1024,
            asyncore_use_poll=True,
            max_request_header_size=_LONGEST_HEAD,
            # waitress refuses a body of this length.
            max_request_body_size=settings.max_message + 1,
            ident="",
        )
        self._watchdog = Watchdog(settings.idle / 10)
        self._server.channel_class = _channel_of(self._watchdog, settings.idle)
        self.port = int(self._server.effective_port)
        threading.Thread(target=self._server.run, name="http", daemon=True).start()

    def close(self) -> None:
        self._watchdog.close()
        with contextlib.suppress(OSError):
            self._server.socket.close()


def _application(echoers: Echoers) -> Callable[[dict[str, Any], Callable[..., Any]], list[bytes]]:
    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        if (mistake := _mistake(environ)) is not None:
            start_response(mistake, [("Content-Length", "0")])
            return []
        line = environ[_ASKED].encode("latin-1").decode("utf-8", "replace")
        try:
            status, body = "200 OK", echoers.of_this_thread(line).echo(environ["wsgi.input"].read())
        except Refused as refused:
            status, body = "422 Unprocessable Content", refused.result.SerializeToString()
        start_response(status, [("Content-Type", "application/octet-stream"), ("Content-Length", str(len(body)))])
        return [body]

    return application


def _mistake(environ: dict[str, Any]) -> str | None:
    """The status of a request that is no call, the same in all languages."""
    if environ["PATH_INFO"] != "/echo":
        return "404 Not Found"
    if environ["REQUEST_METHOD"] != "POST":
        return "405 Method Not Allowed"
    return None if _ASKED in environ else "400 Bad Request"


class _Parser(HTTPRequestParser):
    """Refuses what waitress reads in its own way, while other servers refuse it: RFC 9112, 2.3 and 6.3."""

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.version not in ("1.0", "1.1"):
            raise ParsingError("the version of HTTP is neither 1.0 nor 1.1")
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Content-Length stands beside Transfer-Encoding")


def _channel_of(watchdog: Watchdog, idle: float) -> type[HTTPChannel]:
    """The channels of one server, each with a deadline for its next request and the reply. waitress itself counts its
    one timeout anew with every byte, and waits for a client that does not read."""

    class Channel(HTTPChannel):
        parser_class = _Parser

        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self._deadline = watchdog.watch(self._end)
            self._deadline.arm(idle)

        def service(self) -> None:
            # waitress waits in here for a client that does not read.
            self._deadline.arm(idle)
            super().service()
            self._deadline.arm(idle)

        def handle_close(self) -> None:
            watchdog.forget(self._deadline)
            super().handle_close()

        def _end(self) -> None:
            """Has the server's thread close the channel before it reads what has arrived: a client that sends more
            than a slow machine reads would otherwise be held until all of that is read."""
            self.will_close = True
            cut(self.socket)
            self.server.pull_trigger()

    return Channel


class HttpConnection:
    def __init__(self, server: peer_pb2.EchoServer, request: Request) -> None:
        self._seconds = server.deadline
        self._headers = {HEADER: str(request), "Content-Type": "application/octet-stream"}
        self._connection = HTTPConnection(server.host, server.port, timeout=server.deadline)
        try:
            self._connection.connect()
        except (HTTPError, OSError) as error:
            raise ConnectionTrouble.of(error) from None
        # The watchdog counts the whole exchange, a timeout each read of it.
        self._connection.sock.settimeout(None)
        self._deadline = of_clients().watch(lambda: cut(self._connection.sock))

    def exchange(self, payload: bytes) -> bytes:
        self._deadline.arm(self._seconds)
        try:
            status, body = self._post(payload)
        except (HTTPError, OSError, ValueError) as error:
            if self._deadline.expired:
                raise ConnectionTrouble(f"no reply within {self._seconds:g} s") from None
            raise ConnectionTrouble.of(error) from None
        self._deadline.disarm()
        if status == 200:
            return body
        if status == 422:
            raise Refused.of(body)
        raise ConnectionTrouble(f"HTTP {status}: {body[:200].decode('utf-8', 'replace').strip()}")

    def _post(self, payload: bytes) -> tuple[int, bytes]:
        self._connection.request("POST", "/echo", body=payload, headers=self._headers, preload_content=False)
        response = self._connection.getresponse()
        announced = response.length_remaining or 0
        if announced > MAX_MESSAGE:
            raise too_long(announced, MAX_MESSAGE)
        body = response.read(MAX_MESSAGE + 1)
        if len(body) > MAX_MESSAGE:
            raise too_long(len(body), MAX_MESSAGE)
        return response.status, body

    def close(self) -> None:
        of_clients().forget(self._deadline)
        self._connection.close()
