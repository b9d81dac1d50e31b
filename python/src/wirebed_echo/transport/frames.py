"""Frames on a blocking socket: a length in four bytes, the highest first, and that many bytes."""

from __future__ import annotations

import socket
from struct import Struct

from wirebed_protocol import peer_pb2

from wirebed_echo.echoer import too_long
from wirebed_echo.transports import ConnectionTrouble, Refused

# What one call receives at most: usually a whole frame.
BUFFER = 16 << 10
# Set in the length of a frame that is a refusal.
REFUSAL = 1 << 31
_LENGTH = Struct(">I")
_pack, _length_at = _LENGTH.pack, _LENGTH.unpack_from


class EndOfFrames(Exception):
    """The other side closed the connection between two frames."""


class Frames:
    """Reads and writes the frames of one connection. Memory grows only with the bytes that arrive."""

    def __init__(self, connected: socket.socket, max_message: int) -> None:
        self._max_message = max_message
        self._receive, self._send = connected.recv_into, connected.sendall
        self._connected = connected
        # No frame that is too long fits in.
        self._buffer = bytearray(min(BUFFER, max_message + 4))
        self._view = memoryview(self._buffer)
        # What has arrived and was not read yet.
        self._begin = self._end = 0

    def read_first(self, longest: int) -> bytes:
        """The first frame, which is shorter than the others may be. Raises what `read` raises."""
        self._max_message, usual = longest, self._max_message
        frame = self.read()
        self._max_message = usual
        if len(frame) > longest:
            raise too_long(len(frame), longest)
        return frame

    def read(self) -> bytes:
        """Raises Refused where the frame is a refusal, EndOfFrames, ConnectionTrouble and OSError."""
        begin, end = self._begin, self._end
        if begin == end:
            begin, end = 0, self._receive(self._buffer)
            if not end:
                raise EndOfFrames
        if end - begin >= 4:
            after = begin + 4 + _length_at(self._buffer, begin)[0]
            if after <= end:
                self._begin, self._end = after, end
                return self._view[begin + 4 : after].tobytes()
        return self._read_on(begin, end)

    def write(self, payload: bytes) -> None:
        self._send(_pack(len(payload)) + payload)

    def write_refusal(self, result: peer_pb2.Result) -> None:
        data = result.SerializeToString()
        self._send(_pack(REFUSAL | len(data)) + data)

    def _read_on(self, begin: int, end: int) -> bytes:
        """The frame of which these bytes have arrived."""
        parts = bytearray(self._view[begin:end])
        self._begin = self._end = 0
        while len(parts) < 4:
            parts += self._more(4 - len(parts))
        length = _length_at(parts)[0]
        refusal, length = length & REFUSAL, length & ~REFUSAL
        if length > self._max_message:
            raise too_long(length, self._max_message)
        while len(parts) < length + 4:
            parts += self._more(min(length + 4 - len(parts), 1 << 18))
        # A frame that is a refusal may have arrived whole, with more behind it.
        self._view[: len(parts) - length - 4] = parts[length + 4 :]
        self._end = len(parts) - length - 4
        data = bytes(memoryview(parts)[4 : length + 4])
        if refusal:
            raise Refused.of(data)
        return data

    def _more(self, most: int) -> bytes:
        data = self._connected.recv(most)
        if not data:
            raise ConnectionTrouble("the connection was closed within a frame")
        return data
