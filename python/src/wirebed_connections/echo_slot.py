"""Where the answer of an echo is or will be, with the bytes that went each way and which side failed."""

from wirebed_protocol import peer_pb2

from wirebed.peers import Lost
from wirebed.peers.answer import read
from wirebed.view.outcome import FAILURES, Left, Outcome


class EchoSlot:
    """`data` when it went well, else `outcome`, `stage` and `reason`."""

    __slots__ = ("data", "outcome", "stage", "reason", "manner", "by", "left", "likely", "sent", "received", "side")

    def __init__(self, likely: bytes | None = None) -> None:
        """`likely`: what the answer probably is, so that all servers share one copy of it."""
        self.likely = likely
        self.data: bytes | None = None
        self.outcome: Outcome | None = None
        self.left: Left | None = None
        self.stage = self.reason = self.manner = self.by = self.side = ""
        self.sent = self.received = 0

    def fill(self, answer: peer_pb2.Result | Lost) -> None:
        data, self.outcome, self.stage, self.reason, self.manner, self.by, self.left = read(answer, "echo")
        self.data = self.likely if data == self.likely else data
        if isinstance(answer, peer_pb2.Result) and answer.HasField("echoed"):
            self.sent, self.received = answer.echoed.sent, answer.echoed.received
            self.side = "server" if answer.echoed.HasField("refusal") else ""
        elif self.outcome in FAILURES:
            self.side = "client"
