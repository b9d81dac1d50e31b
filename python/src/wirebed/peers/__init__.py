"""Peers: finding them, keeping them alive, and giving every task exactly one answer."""

from wirebed.peers.deadline import Deadlines
from wirebed.peers.job import ColumnJob, Job, Lost, TaskJob, batches, task
from wirebed.peers.pool import Pool
from wirebed.peers.process import PeerFailed, PeerProcess
from wirebed.peers.spec import PeerSpec, discover

__all__ = [
    "ColumnJob",
    "Deadlines",
    "Job",
    "Lost",
    "PeerFailed",
    "PeerProcess",
    "PeerSpec",
    "Pool",
    "TaskJob",
    "batches",
    "discover",
    "task",
]
