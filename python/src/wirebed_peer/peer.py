"""The loop: length-delimited requests on stdin, one reply to each on stdout, until stdin ends."""

from __future__ import annotations

import gc
import os
import platform
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from wirebed_protocol import peer_pb2

from wirebed_peer import columns, loaded
from wirebed_peer.codecs import CODECS, MESSAGE_CODECS
from wirebed_peer.older_protobuf import parse_length_prefixed, serialize_length_prefixed
from wirebed_peer.tasks import Tasks
from wirebed_peer.tree import Tree

# A value that is nested deeper than this many calls raises a RecursionError, which its task reports as its failure.
# Calls of C code inside (upb, msgspec) count too, hence the large stack.
RECURSION_LIMIT = 25_000
STACK_BYTES = 256 << 20
# How many objects may be allocated before the collector looks for cycles among them. It limits the garbage in cycles.
# Nearly all objects of a task die with it, and with the default, collections took a twentieth of the time.
OBJECTS_BETWEEN_COLLECTIONS = 200_000
# Its name, unless the command line gives another after this.
NAME, NAMED = "python", "--peer="


def main(arguments: list[str]) -> int:
    name, rest = peer_name(arguments)
    if len(rest) != 1 and rest[1:] != ["--descriptors"]:
        print("usage: python -m wirebed_peer TREE [--descriptors] [--peer=NAME]", file=sys.stderr)
        return 2
    requests, replies = own_pipes()

    def loop() -> None:
        tasks = Tasks(Tree(Path(rest[0])), CODECS if len(rest) == 1 else MESSAGE_CODECS)
        serve(lambda request: answer(tasks, request, name), requests, replies)

    return run_deep("wirebed_peer", loop)


def peer_name(arguments: list[str]) -> tuple[str, list[str]]:
    """The name that the peer has, as one of other versions of its libraries, and the other arguments."""
    names = [word.removeprefix(NAMED) for word in arguments if word.startswith(NAMED)]
    return (names or [NAME])[-1], [word for word in arguments if not word.startswith(NAMED)]


def run_deep(program: str, loop: Callable[[], None]) -> int:
    """The exit code of the program, after `loop` has ended in a thread with a deep stack."""
    failed: list[BaseException] = []

    def guarded() -> None:
        try:
            loop()
        except BaseException as error:
            failed.append(error)

    deepen_threads()
    thread = threading.Thread(target=guarded)
    thread.start()
    thread.join()
    if failed:
        print(f"{program}: {type(failed[0]).__name__}: {failed[0]}", file=sys.stderr)
        return 1
    return 0


def deepen_threads() -> None:
    """Every thread that is started from now on is fit for deep values."""
    sys.setrecursionlimit(RECURSION_LIMIT)
    threading.stack_size(STACK_BYTES)


def own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Reserves stdin and stdout for the loop: what a library prints goes to stderr, and what it reads is empty."""
    sys.stdout.flush()
    requests = os.fdopen(os.dup(0), "rb", buffering=1 << 16)
    replies = os.fdopen(os.dup(1), "wb", buffering=1 << 16)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return requests, replies


def serve(reply_to: Callable[[peer_pb2.Request], peer_pb2.Reply], requests: BinaryIO, replies: BinaryIO) -> None:
    """Answers requests until there are no more."""
    spare_collector()
    # The stubs want a BytesIO, the library only its `read` and `write`.
    while (request := parse_length_prefixed(peer_pb2.Request, requests)) is not None:  # type: ignore[arg-type]
        serialize_length_prefixed(reply_to(request), replies)  # type: ignore[arg-type]
        replies.flush()


def spare_collector() -> None:
    # All that is loaded by now stays loaded.
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)


def answer(tasks: Tasks, request: peer_pb2.Request, name: str = NAME) -> peer_pb2.Reply:
    kind = request.WhichOneof("kind")
    if kind == "hello":
        return peer_pb2.Reply(id=request.id, introduction=introduce(tasks, name))
    if kind == "batch":
        reply = peer_pb2.Reply(id=request.id, results=peer_pb2.Results())
        # Each result is written into its place: extending a list with messages would copy each of them twice.
        for task in request.batch.tasks:
            reply.results.results.append(tasks.run(task))
        return reply
    if kind == "columns":
        answers = peer_pb2.ColumnAnswers(columns=[columns.answer(tasks, column) for column in request.columns.columns])
        return peer_pb2.Reply(id=request.id, column_answers=answers)
    return peer_pb2.Reply(id=request.id)


def of_machine() -> str:
    """In which way this machine is unlike most: ` (big-endian)`, ` (32-bit)`; otherwise empty."""
    unlike = (sys.byteorder == "big" and "big-endian", sys.maxsize < 1 << 32 and "32-bit")
    return "".join(f" ({word})" for word in unlike if word)


def introduce(tasks: Tasks, name: str) -> peer_pb2.Introduction:
    return peer_pb2.Introduction(
        peer=name,
        language="Python",
        runtime=f"{platform.python_implementation()}{of_machine()} {platform.python_version()}",
        codecs=[
            *(codec.introduce() for codec in tasks.codecs.values()),
            *(codec.introduce() for codec in tasks.unloaded.values()),
        ],
        loaded=loaded.files(),
        searched=loaded.places(),
    )
