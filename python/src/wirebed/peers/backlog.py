"""The work of each peer that is not answered yet, in seconds, by what the codecs have taken in this run.

From this the pool knows which peer will hold up the run long before the others have nothing left to do, and how many
tasks of a slow codec make a job that several processes can share.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from wirebed.peers.job import MOST_TASKS, Job

# A job of a slow codec takes about so long.
JOB_SECONDS = 0.5
# Another process, which starts cold, pays when its peer would end so many seconds after the others. Before a peer has
# worked for some seconds it is cold, too, and would seem to need longer than it does.
PAYS = 3.0
WARM = 5.0
# The last jobs of a codec count most, since a peer gets faster.
FADES = 0.75


class Backlog:
    def __init__(self, peers: Iterable[str]) -> None:
        self._waiting: dict[str, Counter[str]] = {peer: Counter() for peer in peers}  # tasks by codec
        self._expected: dict[str, Counter[str]] = {peer: Counter() for peer in self._waiting}
        self._took: dict[tuple[str, str], tuple[float, float]] = {}  # tasks and their seconds, those before fading
        self._worked = dict.fromkeys(self._waiting, 0.0)

    def expect(self, peer: str, codec: str, tasks: int) -> None:
        """Tasks that are not submitted yet, but will be."""
        self._expected[peer][codec] += tasks

    def submitted(self, job: Job) -> None:
        expected = self._expected[job.peer]
        expected[job.codec] = max(0, expected[job.codec] - len(job))
        self._waiting[job.peer][job.codec] += len(job)

    def done(self, job: Job) -> None:
        self._waiting[job.peer][job.codec] -= len(job)
        tasks, seconds = self._took.get((job.peer, job.codec), (0, 0.0))
        self._took[job.peer, job.codec] = (tasks * FADES + len(job), seconds * FADES + job.seconds)
        self._worked[job.peer] += job.seconds

    def seconds(self, peer: str) -> float:
        """The seconds that are left for one process of a peer. A codec without an answer counts as nothing."""
        left = self._waiting[peer] + self._expected[peer]
        return sum(tasks * self._cost(peer, codec) for codec, tasks in left.items())

    def most_tasks(self, peer: str, codec: str) -> int:
        """How many tasks make a job of this codec."""
        cost = self._cost(peer, codec)
        return MOST_TASKS if cost * MOST_TASKS <= JOB_SECONDS else max(1, int(JOB_SECONDS / cost))

    def late(self, processes: Mapping[str, int], cores: int) -> str | None:
        """The peer that would end last, if another process of it pays. `processes`: how many each has.

        The others, which end earlier, leave cores idle: all would end together if each core had its share of what is
        left.
        """
        left = {peer: self.seconds(peer) for peer in processes}
        last = max(left, key=lambda peer: left[peer] / processes[peer])
        ahead = left[last] / processes[last] - sum(left.values()) / cores
        return last if ahead >= PAYS and processes[last] < cores and self._worked[last] >= WARM else None

    def _cost(self, peer: str, codec: str) -> float:
        """Seconds of a task."""
        tasks, seconds = self._took.get((peer, codec), (0, 0.0))
        return seconds / tasks if tasks else 0.0
