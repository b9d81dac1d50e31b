"""Tasks of a window and the places where their answers arrive."""

from wirebed_protocol import peer_pb2

from wirebed.outcome import Outcome
from wirebed.peers.answer import read
from wirebed.peers.job import MOST_BYTES, MOST_TASKS, Job


class Slot:
    """The place of one task's answer: `data` when it went well, else `outcome`, `stage` and `reason`."""

    __slots__ = ("data", "outcome", "stage", "reason", "unattributed", "likely")

    def __init__(self, likely: bytes | None = None):
        """`likely`: what the answer probably is, so that a hundred readers share one copy of it."""
        self.likely = likely
        self.data = None
        self.outcome = None
        self.stage = self.reason = ""
        self.unattributed = None

    def fail(self, reason: str):
        """The answer came, and is no value."""
        self.data, self.outcome, self.stage, self.reason = None, Outcome.INTERNAL, "", reason

    def fill(self, answer, action: str):
        """`action`: encode, decode, relay or echo."""
        data, self.outcome, self.stage, self.reason = read(answer, action)
        self.data = self.likely if data == self.likely else data


class EchoSlot(Slot):
    """The place of an echo's answer, with the bytes that went each way and who failed, where the client did not."""

    __slots__ = ("sent", "received", "by")

    def __init__(self, likely: bytes | None = None):
        super().__init__(likely)
        self.sent = self.received = 0
        self.by = ""

    def fill(self, answer, action: str):
        super().fill(answer, action)
        if isinstance(answer, peer_pb2.Result) and answer.HasField("echoed"):
            self.sent, self.received = answer.echoed.sent, answer.echoed.received
            self.by = "server" if answer.echoed.HasField("refusal") else ""


class Tasks:
    """Collects the tasks of one stage into jobs of bounded size, which the driver takes."""

    def __init__(self):
        # By peer and codec, so that the time of a batch is that of one codec.
        self.open: dict[tuple[str, str], list] = {}
        self.jobs: list[Job] = []

    def encode(self, peer, codec, message, options, view, **more) -> Slot:
        """`more`: other fields of the task."""
        slot = Slot()
        job = self._job((peer, codec), slot, "encode", len(view))
        job.add(codec, message, options, encode=view, **more)
        return slot

    def decode(self, peer, codec, message, options, data, likely: bytes | None = None, **more) -> Slot:
        slot = Slot(likely)
        job = self._job((peer, codec), slot, "decode", len(data))
        job.add(codec, message, options, decode=data, **more)
        return slot

    def relay(self, peer, codec, message, options, relay: peer_pb2.Relay, **more) -> Slot:
        slot = Slot()
        job = self._job((peer, codec), slot, "relay", len(relay.wire) + len(relay.set))
        job.add(codec, message, options, relay=relay, **more)
        return slot

    def echo(self, peer, codec, message, options, echo: peer_pb2.Echo, likely: bytes | None = None) -> EchoSlot:
        slot = EchoSlot(likely)
        job = self._job((peer, codec), slot, "echo", len(echo.view))
        job.add(codec, message, options, echo=echo)
        return slot

    def _job(self, key, slot, action, size) -> Job:
        entry = self.open.get(key)
        if entry is None or len(entry[0].tag) >= MOST_TASKS or (entry[1] and entry[1] + size > MOST_BYTES):
            entry = self.open[key] = [Job(key[0], tag=[]), 0]
            self.jobs.append(entry[0])
        entry[0].tag.append((slot, action))
        entry[1] += size
        return entry[0]

    def take(self) -> list[Job]:
        jobs, self.jobs, self.open = self.jobs, [], {}
        return jobs


def deliver(job: Job):
    """The answers of a finished job into the slots of its tasks."""
    for (slot, action), answer in zip(job.tag, job.answers, strict=True):
        slot.fill(answer, action)
    if job.unattributed is not None:
        index, lost = job.unattributed
        job.tag[index][0].unattributed = lost
