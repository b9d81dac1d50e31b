"""Builds the peers against a schema tree, doing only what is not up to date.

tree          the descriptor set and plain classes of a tree
identity      what the processes of a peer are made of, as one hash
toolchain     the programs and files of the machine on which a build depends
steps         the build commands of one peer
cache         what was built, by its content, for every checkout and bed
outputs       what one step has made, into the cache and out of it
prebuilt      what a package has made instead
fingerprint   hashes of files, by which a step is up to date
process       runs commands, with logs, and ends them
follow        how far a command is
"""

import functools
import sys
from collections.abc import Collection, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path

from wirebed.bed import ROOT, Bed
from wirebed_build.languages import discovery, peer_yaml, setup
from wirebed_build.languages.packages import why_not
from wirebed_build.progress import Progress
from wirebed_build.trees import mappers, steps
from wirebed_build.trees import tree as schemas
from wirebed_build.trees.cache import Cache
from wirebed_build.trees.fingerprint import FileHashes
from wirebed_build.trees.process import Processes, Stopped
from wirebed_build.trees.steps import Build, build_peer, locked
from wirebed_build.trees.tree import Tree, make_plain, make_schema


def ensure(
    bed: Bed, peers: Iterable[str] | None = None, progress: Progress | None = None, programs: Collection[str] = ()
) -> Path:
    """Builds all peers, or the named ones, against the bed's schema; returns the folder of its tree.

    `programs`: of `bench`, `echo` and `published`, which are built too, except where the peer does not support the
    schema.
    """
    return ensure_tree(Tree.of_bed(bed), peers, progress, programs)


def ensure_for_tests(bed: Bed) -> Path:
    """Builds all peers and programs against the bed's schema, except the programs that the tests of their language
    compile themselves: of these, the classes are made."""
    return ensure_tree(Tree.of_bed(bed), programs=tuple(peer_yaml.PROGRAMS), for_tests=True)


def ensure_schema(bed: Bed, progress: Progress | None = None) -> Path:
    """Makes only what no peer is needed for: descriptor set and plain schema."""
    return ensure_tree(Tree.of_bed(bed), [], progress)


def ensure_tree(
    tree: Tree,
    peers: Iterable[str] | None = None,
    progress: Progress | None = None,
    programs: Collection[str] = (),
    for_tests: bool = False,
) -> Path:
    names = None if peers is None else list(peers)
    setup.install(*programs, names=names)
    everyone = discovery.discover()
    if names is None:
        _report_left_out()
    wanted = everyone if names is None else discovery.discover(names)
    more = [program for kind in programs for peer in wanted if (program := peer.program(kind))]
    return _ensure(tree, wanted + more, everyone + more, progress, for_tests=for_tests)


def ensure_descriptors(
    tree: Tree,
    peers: Iterable[str] | None = None,
    progress: Progress | None = None,
    first: peer_yaml.Peer | None = None,
) -> Path:
    """Makes the descriptor set of a tree, and builds the peers that answer from it alone. No class is compiled.

    `first`: a program that brings the files of the tree. No step of it names a tree.
    """
    everyone = discovery.discover(None if peers is None else list(peers))
    wanted = discovery.discover([peer.name for peer in everyone if "descriptors" in peer.data])
    return _ensure(tree, [peer.of_descriptors() for peer in wanted], None, progress, first)


def _ensure(
    tree: Tree,
    wanted: list[peer_yaml.Peer],
    classes_of: list[peer_yaml.Peer] | None,
    progress: Progress | None,
    first: peer_yaml.Peer | None = None,
    for_tests: bool = False,
) -> Path:
    """`classes_of`: the peers whose plain classes are made; None: not even the plain schema. `first`: as for
    `ensure_descriptors`. `for_tests`: of what tests compile themselves, only the classes are made."""
    progress = progress or Progress("build", silent=(Stopped,))
    hashes = FileHashes()
    processes = Processes()
    build = Build(tree, hashes, processes, progress, Cache())
    try:
        if first:
            _build([first.alone()], build)
        with locked(tree.name, processes):
            make_schema(tree, hashes)
            if classes_of is not None:
                make_plain(tree, classes_of, hashes, wanted)
                mappers.make(tree.dir, tree.mappers)
        if built := [peer for peer in wanted if not (for_tests and peer.data.get("tests_compile_it"))]:
            _build(built, build)
    finally:
        hashes.save()
        progress.close()
    return tree.dir


@functools.cache
def _report_left_out() -> None:
    """Prints once in a run which peers this machine lacks something for; not those that are switched off."""
    for peer in discovery.in_folder(ROOT):
        if why := why_not(peer.data):
            print(f"build: {peer.name} takes no part: {why}", file=sys.stderr, flush=True)


def state(trees: Iterable[Tree]) -> str:
    """One fingerprint of all files on which the answers of the peers of these trees depend."""
    hashes, peers = FileHashes(), discovery.discover()
    parts = [steps.state(peer, tree, hashes) for tree in trees for peer in peers]
    fingerprint = hashes.of([], *(schemas.state(tree, hashes) for tree in trees), *parts)
    hashes.save()
    return fingerprint


def _build(peers: list[peer_yaml.Peer], build: Build) -> None:
    """Builds the peers at the same time. The first failure ends the other builds."""
    with ThreadPoolExecutor(max_workers=max(1, len(peers))) as pool:
        runs: dict[str, Future[None]] = {}
        try:
            for peer in peers:
                first = [runs[name] for name in peer.needs]
                runs[peer.name] = pool.submit(_after, first, peer, build)
            for run in as_completed(runs.values()):
                run.result()
        except BaseException:
            build.processes.stop()
            raise


def _after(first: list[Future[None]], peer: peer_yaml.Peer, build: Build) -> None:
    """Builds a peer after those that it needs, unless one of them failed or does not support the schema."""
    failed = any([run.exception() for run in first])
    unsupported = any((build.tree.dir / name / "unsupported").exists() for name in peer.needs)
    if not failed and not unsupported:
        build_peer(peer, build)
