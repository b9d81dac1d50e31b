"""The loop: length-delimited requests on stdin, one reply to each on stdout, until stdin ends."""

from __future__ import annotations

import gc
import os
import platform
import sys
import threading
from pathlib import Path
from typing import BinaryIO

from google.protobuf.proto import parse_length_prefixed, serialize_length_prefixed
from wirebed_protocol import peer_pb2

from wirebed_peer.tasks import Tasks
from wirebed_peer.tree import Tree

# A value that is nested deeper than this many calls raises a RecursionError, which its task reports as its failure.
# Calls of C code inside (upb, msgspec) count too, hence the large stack.
RECURSION_LIMIT = 12_000
STACK_BYTES = 128 << 20
# How many objects may be allocated before the collector looks for cycles among them. It limits the garbage in cycles.
# Nearly all objects of a task die with it, and with the default, collections took a twentieth of the time.
OBJECTS_BETWEEN_COLLECTIONS = 200_000


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m wirebed_peer TREE", file=sys.stderr)
        return 2
    requests, replies = _own_pipes()
    failed: list[BaseException] = []

    def loop() -> None:
        try:
            serve(Path(arguments[0]), requests, replies)
        except BaseException as error:
            failed.append(error)

    sys.setrecursionlimit(RECURSION_LIMIT)
    threading.stack_size(STACK_BYTES)
    thread = threading.Thread(target=loop)
    thread.start()
    thread.join()
    if failed:
        print(f"wirebed_peer: {type(failed[0]).__name__}: {failed[0]}", file=sys.stderr)
        return 1
    return 0


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Reserves stdin and stdout for the loop: what a library prints goes to stderr, and what it reads is empty."""
    sys.stdout.flush()
    requests = os.fdopen(os.dup(0), "rb", buffering=1 << 16)
    replies = os.fdopen(os.dup(1), "wb", buffering=1 << 16)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return requests, replies


def serve(tree_folder: Path, requests: BinaryIO, replies: BinaryIO) -> None:
    """Answers requests until there are no more."""
    tasks = Tasks(Tree(tree_folder))
    # All that is loaded by now stays loaded.
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    while (request := parse_length_prefixed(peer_pb2.Request, requests)) is not None:
        serialize_length_prefixed(answer(tasks, request), replies)
        replies.flush()


def answer(tasks: Tasks, request: peer_pb2.Request) -> peer_pb2.Reply:
    kind = request.WhichOneof("kind")
    if kind == "hello":
        return peer_pb2.Reply(id=request.id, introduction=introduce(tasks))
    if kind == "batch":
        reply = peer_pb2.Reply(id=request.id, results=peer_pb2.Results())
        # Each result is written into its place: extending a list with messages would copy each of them twice.
        for task in request.batch.tasks:
            reply.results.results.append(tasks.run(task))
        return reply
    return peer_pb2.Reply(id=request.id)


def introduce(tasks: Tasks) -> peer_pb2.Introduction:
    return peer_pb2.Introduction(
        peer="python",
        language="Python",
        runtime=f"{platform.python_implementation()} {platform.python_version()}",
        codecs=[codec.introduce() for codec in tasks.codecs.values()],
    )
