"""Peers: finding them, keeping them alive, and giving every task exactly one answer."""

from wirebed.peers.job import ColumnJob, Job, Lost, TaskJob, batches, task
from wirebed.peers.pool import Pool, SchemaUnsupported
from wirebed.peers.process import Deadlines, PeerFailed, PeerProcess
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
    "SchemaUnsupported",
    "TaskJob",
    "batches",
    "discover",
    "task",
]
