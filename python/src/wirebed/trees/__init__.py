"""Builds the peers against a schema tree, doing only what is not up to date.

tree          the descriptor set and plain classes of a tree
steps         the build commands of one peer
fingerprint   hashes of files, by which a step is up to date
process       runs commands, with logs, and ends them
"""

import functools
import sys
from collections.abc import Collection, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from wirebed.bed import ROOT, Bed
from wirebed.errors import UserError
from wirebed.languages import peer_yaml
from wirebed.languages.packages import why_not
from wirebed.progress import Progress
from wirebed.trees import steps
from wirebed.trees import tree as schemas
from wirebed.trees.fingerprint import FileHashes
from wirebed.trees.process import Processes, Stopped
from wirebed.trees.steps import build_peer, locked
from wirebed.trees.tree import Tree, make_plain, make_schema


def ensure(
    bed: Bed, peers: Iterable[str] | None = None, progress: Progress | None = None, programs: Collection[str] = ()
) -> Path:
    """Builds all peers, or the named ones, against the bed's schema; returns the folder of its tree.

    `programs`: `bench` or `echo`, which are built too, except where the peer does not support the schema.
    """
    return ensure_tree(Tree.of_bed(bed), peers, progress, programs)


def ensure_schema(bed: Bed, progress: Progress | None = None) -> Path:
    """Makes only what needs no compiler: descriptor set, plain schema and classes."""
    return ensure_tree(Tree.of_bed(bed), [], progress)


def ensure_tree(
    tree: Tree, peers: Iterable[str] | None = None, progress: Progress | None = None, programs: Collection[str] = ()
) -> Path:
    everyone = peer_yaml.discover()
    if peers is None:
        _report_left_out()
    wanted = everyone if peers is None else peer_yaml.discover(list(peers))
    more = [program for kind in programs for peer in wanted if (program := peer.program(kind))]
    everyone, wanted = everyone + more, wanted + more
    progress = progress or Progress("build", silent=(Stopped,))
    hashes = FileHashes()
    processes = Processes()
    try:
        with locked(tree.name, processes):
            make_schema(tree, hashes)
            make_plain(tree, everyone, hashes)
        _build(tree, wanted, hashes, processes, progress)
    finally:
        hashes.save()
        progress.close()
    return tree.dir


@functools.cache
def _report_left_out():
    """Prints once in a run which peers this machine lacks something for; not those that are switched off."""
    for peer in peer_yaml.in_folder(ROOT):
        if why := why_not(peer.data):
            print(f"build: {peer.name} takes no part: {why}", file=sys.stderr, flush=True)


def state(trees: Iterable[Tree]) -> str:
    """One fingerprint of all files on which the answers of the peers of these trees depend."""
    hashes, peers = FileHashes(), peer_yaml.discover()
    parts = [steps.state(peer, tree, hashes) for tree in trees for peer in peers]
    found = hashes.of([], *(schemas.state(tree, hashes) for tree in trees), *parts)
    hashes.save()
    return found


def _build(tree: Tree, peers: list[peer_yaml.Peer], hashes: FileHashes, processes: Processes, progress: Progress):
    """Builds the peers at the same time. All failures are reported, and none stops the other builds."""
    failures = []
    with ThreadPoolExecutor(max_workers=max(1, len(peers))) as pool:
        runs: dict[str, Future] = {}
        try:
            for peer in peers:
                first = [runs[name] for name in peer.needs]
                runs[peer.name] = pool.submit(_after, first, peer, tree, hashes, processes, progress)
            for run in runs.values():
                try:
                    run.result()
                except UserError as error:
                    failures.append(error)
        except BaseException:
            processes.stop()
            raise
    if failures:
        raise UserError("\n\n".join(map(str, failures)))


def _after(first: list[Future], peer: peer_yaml.Peer, tree: Tree, *more):
    """Builds a peer after those that it needs, unless one of them failed or does not support the schema."""
    failed = any([run.exception() for run in first])
    unsupported = any((tree.dir / name / "unsupported").exists() for name in peer.needs)
    if not failed and not unsupported:
        build_peer(peer, tree, *more)
