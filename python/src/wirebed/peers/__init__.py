"""Peers: finding them, keeping them alive, and giving every task exactly one answer."""

from wirebed.peers.job import Job, Lost, batches, task
from wirebed.peers.pool import Pool
from wirebed.peers.process import Deadlines, PeerFailed, PeerProcess
from wirebed.peers.spec import PeerSpec, discover

__all__ = [
    "Deadlines",
    "Job",
    "Lost",
    "PeerFailed",
    "PeerProcess",
    "PeerSpec",
    "Pool",
    "batches",
    "discover",
    "task",
]
