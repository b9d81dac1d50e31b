"""`socket`: frames over TCP, with a thread for each connection. Its first frame says what is asked for."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable

from wirebed_protocol import peer_pb2

from wirebed_echo.echoer import Echoers
from wirebed_echo.request import LONGEST_LINE, Request
from wirebed_echo.transport.frames import EndOfFrames, Frames
from wirebed_echo.transports import MAX_MESSAGE, ConnectionTrouble, Refused, Settings
from wirebed_echo.watchdog import Deadline, Watchdog, cut, of_clients


def serve(settings: Settings, echoers: Echoers) -> Listener:
    return Listener(settings, echoers)


def connect(server: peer_pb2.EchoServer, request: Request) -> SocketConnection:
    return SocketConnection(server, request)


def listening(settings: Settings) -> socket.socket:
    """A socket that listens, and whose connections send at once."""
    family = socket.AF_INET6 if ":" in settings.bind else socket.AF_INET
    listener = socket.create_server((settings.bind, settings.port), family=family, backlog=1024)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


class Listener:
    def __init__(self, settings: Settings, echoers: Echoers) -> None:
        self._settings, self._echoers = settings, echoers
        self._watchdog = Watchdog(settings.idle / 10)
        self._socket = listening(settings)
        self.port = self._socket.getsockname()[1]
        self._places = threading.Semaphore(settings.connections)
        threading.Thread(target=self._accept, name="accept", daemon=True).start()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._watchdog.close()

    def _accept(self) -> None:
        while True:
            try:
                connected, _ = self._socket.accept()
            except OSError:
                if self._socket.fileno() < 0:
                    return
                # No descriptor is free, or the client has gone already.
                time.sleep(0.05)
                continue
            if not self._places.acquire(blocking=False):
                connected.close()
                continue
            try:
                threading.Thread(target=self._converse, args=(connected,), daemon=True).start()
            except RuntimeError:
                # The machine has no thread to spare.
                self._places.release()
                connected.close()

    def _converse(self, connected: socket.socket) -> None:
        """Until the client has closed the connection, or broken a rule."""
        deadline = self._watchdog.watch(lambda: cut(connected))
        deadline.arm(self._settings.idle)
        frames = Frames(connected, self._settings.max_message)
        try:
            self._answer(frames, deadline)
        except ConnectionTrouble as trouble:
            with contextlib.suppress(OSError):
                frames.write_refusal(trouble.result())
                self._echoers.refused()
                _linger(connected)
        except (EndOfFrames, OSError, Refused):
            # Clients send no refusals.
            pass
        finally:
            self._watchdog.forget(deadline)
            connected.close()
            self._places.release()

    def _answer(self, frames: Frames, deadline: Deadline) -> None:
        line = frames.read_first(LONGEST_LINE)
        echoer = self._echoers.open(line.decode("utf-8", "replace"))
        try:
            self._echo(echoer.echo, frames, deadline)
        finally:
            self._echoers.close(echoer)

    def _echo(self, echo: Callable[[bytes], bytes], frames: Frames, deadline: Deadline) -> None:
        read, write, idle = frames.read, frames.write, self._settings.idle
        while True:
            payload = read()
            deadline.disarm()  # a codec takes the time that it needs
            try:
                reply = echo(payload)
            except Refused as refused:
                deadline.arm(idle)
                frames.write_refusal(refused.result)
            else:
                deadline.arm(idle)
                write(reply)
            deadline.arm(idle)


def _linger(connected: socket.socket) -> None:
    """Takes what a client still sends, as it would lose the refusal by an abrupt end."""
    connected.shutdown(socket.SHUT_WR)
    while connected.recv(1 << 16):
        pass


class SocketConnection:
    def __init__(self, server: peer_pb2.EchoServer, request: Request) -> None:
        self._seconds = server.deadline
        try:
            self._socket = socket.create_connection((server.host, server.port), timeout=server.deadline)
        except OSError as error:
            raise ConnectionTrouble.of(error) from None
        self._socket.settimeout(None)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._deadline = of_clients().watch(lambda: cut(self._socket))
        self._frames = Frames(self._socket, MAX_MESSAGE)
        # Sent with the first payload.
        self._line: bytes | None = str(request).encode()

    def exchange(self, payload: bytes) -> bytes:
        self._deadline.arm(self._seconds)
        try:
            if self._line is not None:
                self._frames.write(self._line)
                self._line = None
            self._frames.write(payload)
            reply = self._frames.read()
        except EndOfFrames:
            raise self._trouble(ConnectionTrouble("the server closed the connection")) from None
        except OSError as error:
            raise self._trouble(ConnectionTrouble.of(error)) from None
        except ConnectionTrouble as trouble:
            raise self._trouble(trouble) from None
        finally:
            # A refusal is a reply, too.
            self._deadline.disarm()
        return reply

    def _trouble(self, trouble: ConnectionTrouble) -> ConnectionTrouble:
        if self._deadline.expired:
            return ConnectionTrouble(f"no reply within {self._seconds:g} s")
        return trouble

    def close(self) -> None:
        of_clients().forget(self._deadline)
        self._socket.close()
