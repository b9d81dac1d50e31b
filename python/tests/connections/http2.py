"""A client of HTTP/2 that keeps the rules only as far as a test wants. Its header fields are not compressed."""

import socket
import time
from typing import NamedTuple

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = 0, 1, 3, 4, 6, 7, 8, 9
END_STREAM = ACK = 1
END_HEADERS = 4
INITIAL_WINDOW_SIZE = 4
LONGEST_FRAME = 16384


class Frame(NamedTuple):
    type: int
    flags: int
    stream: int
    payload: bytes


def frame(type: int, flags: int = 0, stream: int = 0, payload: bytes = b"", length: int | None = None) -> bytes:
    length = len(payload) if length is None else length
    return length.to_bytes(3, "big") + bytes([type, flags]) + stream.to_bytes(4, "big") + payload


def settings(**values: int) -> bytes:
    numbers = {"initial_window_size": INITIAL_WINDOW_SIZE}
    pairs = (numbers[name].to_bytes(2, "big") + value.to_bytes(4, "big") for name, value in values.items())
    return frame(SETTINGS, payload=b"".join(pairs))


def field(name: str, value: str) -> bytes:
    return b"\0" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()


def head(method: str, asked: str, **more: str) -> bytes:
    """The header fields of a call to the echo service."""
    fields = {
        ":method": "POST",
        ":scheme": "http",
        ":path": f"/wirebed.EchoService/{method}",
        ":authority": "127.0.0.1",
        "content-type": "application/grpc",
        "te": "trailers",
        "wirebed-echo": asked,
    } | {name.replace("_", "-"): value for name, value in more.items()}
    return b"".join(field(name, value) for name, value in fields.items())


def prefixed(message: bytes, length: int | None = None) -> bytes:
    """A message of gRPC: not compressed, its length, its bytes."""
    return b"\0" + (len(message) if length is None else length).to_bytes(4, "big") + message


def payload(data: bytes) -> bytes:
    """A wirebed.Payload."""
    size, number = len(data), bytearray(b"\x0a")
    while size > 127:
        number.append(size & 127 | 128)
        size >>= 7
    return bytes(number) + bytes([size]) + data if data else b""


class Http2:
    """One connection, after the preface."""

    def __init__(self, connected: socket.socket, answers_pings: bool = False, **values: int):
        self.socket, self.answers_pings = connected, answers_pings
        self.window, self.windows, self.initial = 65535, {}, 65535
        self.received = b""
        # Calls that the server has ended while their client was still at it.
        self.over: set[int] = set()
        connected.sendall(PREFACE + settings(**values))

    def call(self, stream: int, method: str, asked: str, **more: str):
        self.windows[stream] = self.initial
        self.socket.sendall(frame(HEADERS, END_HEADERS, stream, head(method, asked, **more)))

    def data(self, stream: int, data: bytes, end: bool = False, seconds: float = 5.0):
        """Sends as the server's windows permit."""
        view, until = memoryview(data), time.monotonic() + seconds
        while view:
            if time.monotonic() > until:
                raise TimeoutError
            size = min(len(view), LONGEST_FRAME, self.window, self.windows[stream])
            if size <= 0:
                self.take(self.next(until))
                if stream in self.over:
                    raise EOFError("the server ended the call")
                continue
            last = END_STREAM if end and size == len(view) else 0
            self.socket.sendall(frame(DATA, last, stream, bytes(view[:size])))
            self.window, self.windows[stream] = self.window - size, self.windows[stream] - size
            view = view[size:]

    def next(self, until: float) -> Frame:
        """The next frame. Raises EOFError when the server has closed the connection, TimeoutError when it is late."""
        while len(self.received) < 9 or len(self.received) < 9 + int.from_bytes(self.received[:3], "big"):
            self.socket.settimeout(max(0.001, until - time.monotonic()))
            try:
                more = self.socket.recv(1 << 16)
            except ConnectionError:
                more = b""
            if not more:
                raise EOFError("the server closed the connection")
            self.received += more
        end = 9 + int.from_bytes(self.received[:3], "big")
        whole, self.received = self.received[:end], self.received[end:]
        return Frame(whole[3], whole[4], int.from_bytes(whole[5:9], "big") & 0x7FFFFFFF, whole[9:])

    def take(self, got: Frame):
        """Does what a client must do about a frame."""
        if got.type == SETTINGS and not got.flags & ACK:
            for at in range(0, len(got.payload), 6):
                if int.from_bytes(got.payload[at : at + 2], "big") == INITIAL_WINDOW_SIZE:
                    value = int.from_bytes(got.payload[at + 2 : at + 6], "big")
                    self.windows = {one: left + value - self.initial for one, left in self.windows.items()}
                    self.initial = value
            self.socket.sendall(frame(SETTINGS, ACK))
        elif got.type == PING and not got.flags & ACK and self.answers_pings:
            self.socket.sendall(frame(PING, ACK, 0, got.payload))
        elif got.type == RST_STREAM or (got.type == HEADERS and got.flags & END_STREAM):
            self.over.add(got.stream)
        elif got.type == WINDOW_UPDATE:
            more = int.from_bytes(got.payload, "big")
            if got.stream:
                self.windows[got.stream] = self.windows.get(got.stream, 0) + more
            else:
                self.window += more

    def reply(self, stream: int, seconds: float) -> bytes | None:
        """The data of a stream until it ends; None for an error: without data, reset, or the connection closed."""
        until, data = time.monotonic() + seconds, b""
        if stream in self.over:
            return None
        while True:
            try:
                got = self.next(until)
                self.take(got)
            except (EOFError, ConnectionError):
                return None
            if got.type == GOAWAY and int.from_bytes(got.payload[4:8], "big"):
                return None
            if got.stream != stream:
                continue
            if got.type == RST_STREAM and not data:
                return None
            if got.type == DATA:
                data += got.payload
            if got.flags & END_STREAM and got.type in (DATA, HEADERS):
                return data or None
