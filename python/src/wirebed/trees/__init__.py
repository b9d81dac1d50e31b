"""Builds the peers against a schema tree, doing only what is not up to date.

tree          descriptor set and plain classes of a tree
steps         the build commands of one peer
fingerprint   what is up to date
process       commands, their logs, their end
"""

import functools
import sys
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from wirebed.bed import ROOT, Bed
from wirebed.errors import UserError
from wirebed.languages import peer_yaml
from wirebed.languages.packages import why_not
from wirebed.progress import Progress
from wirebed.trees import steps
from wirebed.trees import tree as schemas
from wirebed.trees.fingerprint import Contents
from wirebed.trees.process import Processes, Stopped
from wirebed.trees.steps import build_peer, locked
from wirebed.trees.tree import Tree, make_plain, make_schema


def ensure(bed: Bed, peers: Iterable[str] | None = None, progress: Progress | None = None, bench: bool = False) -> Path:
    """All peers, or the named ones, built against the bed's schema; the folder of its tree.

    With `bench` their benchmark programs as well; one whose peer does not support the schema is left out.
    """
    return ensure_tree(Tree.of_bed(bed), peers, progress, bench)


def ensure_schema(bed: Bed, progress: Progress | None = None) -> Path:
    """Only what needs no compiler: descriptor set, plain schema and classes."""
    return ensure_tree(Tree.of_bed(bed), [], progress)


def ensure_tree(
    tree: Tree, peers: Iterable[str] | None = None, progress: Progress | None = None, bench: bool = False
) -> Path:
    everyone = peer_yaml.discover()
    if peers is None:
        _tell_left_out()
    wanted = everyone if peers is None else peer_yaml.discover(list(peers))
    if bench:
        programs = [program for peer in wanted if (program := peer.bench)]
        everyone, wanted = everyone + programs, wanted + programs
    progress = progress or Progress("build", silent=(Stopped,))
    contents = Contents()
    processes = Processes()
    try:
        with locked(tree.name, processes):
            make_schema(tree, contents)
            make_plain(tree, everyone, contents)
        _build(tree, wanted, contents, processes, progress)
    finally:
        contents.save()
        progress.close()
    return tree.dir


@functools.cache
def _tell_left_out() -> None:
    """Once in a run: the peers that this machine lacks something for. One that is switched off is no news."""
    for peer in peer_yaml.in_folder(ROOT):
        if why := why_not(peer.data):
            print(f"build: {peer.name} takes no part: {why}", file=sys.stderr, flush=True)


def state(trees: Iterable[Tree]) -> str:
    """One fingerprint of all files that decide what the peers of these trees answer, as they are today."""
    contents, peers = Contents(), peer_yaml.discover()
    parts = [steps.state(peer, tree, contents) for tree in trees for peer in peers]
    found = contents.of([], *(schemas.state(tree, contents) for tree in trees), *parts)
    contents.save()
    return found


def _build(
    tree: Tree, peers: list[peer_yaml.Peer], contents: Contents, processes: Processes, progress: Progress
) -> None:
    """The peers side by side; each one's failure is told, the first one's end does not end the others."""
    failures = []
    with ThreadPoolExecutor(max_workers=max(1, len(peers))) as pool:
        runs: dict[str, Future] = {}
        try:
            for peer in peers:
                first = [runs[name] for name in peer.needs]
                runs[peer.name] = pool.submit(_after, first, peer, tree, contents, processes, progress)
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


def _after(first: list[Future], peer: peer_yaml.Peer, tree: Tree, *more) -> None:
    """What a peer needs has failed, or does not support the schema: that is told, and nothing is made of it."""
    failed = any([run.exception() for run in first])
    unsupported = any((tree.dir / name / "unsupported").exists() for name in peer.needs)
    if not failed and not unsupported:
        build_peer(peer, tree, *more)
