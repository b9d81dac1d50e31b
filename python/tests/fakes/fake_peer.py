"""A peer whose wire bytes are the view itself behind one letter, and that misbehaves when asked to.

Usage: fake_peer.py NAME STATE_FOLDER [MISBEHAVIOUR...]. A misbehaviour is `name` (always) or `name:MARK` (only for a
task whose bytes contain MARK). `once-…` ones happen only in the first process that STATE_FOLDER knows of; `slow` hangs
there, and takes 1.5 seconds in later ones. `spin` works without an end, and `once-worked` for a second of its own time.
"""

import os
import runpy
import signal
import sys
import time
from pathlib import Path

from google.protobuf import proto
from wirebed_protocol import peer_pb2

NAME, STATE, *ASKED = sys.argv[1:]
OUT = os.fdopen(os.dup(1), "wb")
CODECS = [
    ("none", "message", peer_pb2.MESSAGE),
    ("none", "plain", peer_pb2.PLAIN),
    ("protobuf", "fake", peer_pb2.MESSAGE),
    ("prototext", "fake", peer_pb2.MESSAGE),
    ("json", "fake", peer_pb2.PLAIN),
]
HEAD = {"protobuf": b"P", "prototext": b"T", "json": b"J", "none": b""}
CONSTANT = b"r\x03\x00a.B\x00\x00\x00\x00"
NEGATIVE_ZERO = b"d" + bytes(7) + b"\x80"
last_view = CONSTANT
doomed = False
met = set()  # the messages that this process was asked about


def asked(name, data=b"", codec=""):
    for one in ASKED:
        word, _, mark = one.partition(":")
        if word == name and (not mark or mark.encode() in data or mark == codec):
            return True
    return False


def first(name):
    """Whether no process before this one has done it."""
    path = Path(STATE) / name
    if path.exists():
        return False
    path.touch()
    return True


def work(seconds):
    """Uses so many seconds of processor time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def misbehave(task, data):
    global doomed
    if asked("warn", data, task.codec):
        os.write(2, b"WARNING: about something else\n")
    if doomed:
        os._exit(3)
    doomed = asked("crash-next", data, task.codec)
    if asked("crash", data, task.codec):
        os._exit(3)
    if asked("exit0", data, task.codec):
        os._exit(0)
    if asked("killed", data, task.codec):
        os.kill(os.getpid(), signal.SIGKILL)
    if asked("once-killed", data, task.codec) and first("once-killed"):
        os.kill(os.getpid(), signal.SIGKILL)
    if asked("hang", data, task.codec):
        time.sleep(3600)
    if asked("spin", data, task.codec):
        work(3600)
    if asked("once-worked", data, task.codec) and first("once-worked"):
        work(1)
    if asked("slow", data, task.codec):
        time.sleep(3600 if first("slow") else 1.5)
    if asked("garbage", data, task.codec):
        OUT.write(b"log4j: WARN this is no reply at all\n" * 10)
        OUT.flush()
    if asked("edit", data, task.codec) and first("edit"):
        edit_library(back=asked("put-back"))
    if asked("memory", data, task.codec):
        raise MemoryError("java.lang.OutOfMemoryError: Java heap space")


def edit_library(back):
    """Writes the file that its own answers depend on, as a user does while a run is going on."""
    path = Path(STATE) / "library.py"
    text, about = path.read_text(), path.stat()
    path.write_text(text + "# edited\n")
    if back:
        path.write_text(text)
        os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))


def answer(task):
    global last_view
    action = task.WhichOneof("action")
    data = getattr(task, action) if action in ("encode", "decode") else b""
    misbehave(task, data)
    met.add(task.message)
    result = peer_pb2.Result(id=task.id)
    if asked("unsupported", data, task.codec):
        result.unsupported.reason = "not today"
    elif action == "measure":
        for times in (result.measured.encode, result.measured.decode):
            times.batches, times.least, times.median = 10, 1000, 5000 if asked("uneven") else 1100
    elif asked("refuse", data, task.codec) and action == "encode":
        failure = result.encode_error
        failure.stage = peer_pb2.BUILD if task.codec.startswith("none") else peer_pb2.WRITE
        failure.reason, failure.manner = "I would rather not", peer_pb2.TYPED
        failure.by = peer_pb2.CODEC if task.codec.startswith("none") else peer_pb2.LIBRARY
    elif asked("exhausted", data, task.codec):
        failure = result.encode_error if action == "encode" else result.decode_error
        failure.stage = peer_pb2.WRITE if action == "encode" else peer_pb2.PARSE
        failure.type, failure.manner, failure.by = "StackOverflowError", peer_pb2.EXHAUSTED, peer_pb2.LIBRARY
    elif asked("broken", data, task.codec):
        result.internal_error.reason = "a defect"
    elif asked("leave-object", data, task.codec) and action == "decode":
        left = rejected(result.decode_error).left
        left.object = data[1:]
        left.size = len(left.object)
    elif asked("leave-output", data, task.codec) and action == "encode":
        left = rejected(result.encode_error).left
        result.encode_error.stage = peer_pb2.WRITE
        # No two of them are the same, as where an output has the stack of the error.
        left.output = os.urandom(3)
        left.size = 5000
    elif asked("reject-otherwise", data, task.codec) and action == "decode":
        rejected(result.decode_error).reason = f"no such thing as {os.urandom(4).hex()}"
    elif asked("reject", data, task.codec) and action == "decode":
        rejected(result.decode_error).reason = "no such thing @1a2b3c4d"
    elif asked("fall-over", data, task.codec) and action == "decode":
        rejected(result.decode_error).reason = "no such thing"
        result.decode_error.manner = peer_pb2.UNTYPED
    elif asked("reject-ourselves", data, task.codec) and action == "decode":
        rejected(result.decode_error).reason = "no such thing"
        result.decode_error.by = peer_pb2.CODEC
    elif asked("reject-too", data, task.codec) and action == "decode":
        # Words as bad as words can be: control characters, YAML's own signs, and more than one line.
        rejected(result.decode_error).type = "Other"
        result.decode_error.reason = "\x00\x07\ufffe - {a: [#'\"\\\nsecond line"
    elif action == "encode":
        last_view = view_of(data, task)
        result.encoded = HEAD[task.codec.split("/")[0]] + spaces(data, task) + last_view
    else:
        result.decoded = decode(data, task)
    return result


def rejected(failure):
    """Rejected as a library should reject: by itself, with an error that it documents."""
    failure.stage, failure.manner, failure.by = peer_pb2.PARSE, peer_pb2.TYPED, peer_pb2.LIBRARY
    return failure


def view_of(data, task):
    """What this language's objects make of a view."""
    if asked("drop-sign") or asked("drop-sign-in", b"", task.codec):
        data = data.replace(NEGATIVE_ZERO, b"d" + bytes(8))
    if asked("swap", b"", task.codec):
        data = data.replace(b"swapme", b"mepaws")
    # What a codec must not depend on: how often it was asked, by any process, and a file that nobody knows of.
    if asked("counter", b"", task.codec) and counted() % 2:
        data = CONSTANT
    if asked("file", b"", task.codec) and (Path(STATE) / "secret").exists():
        data = CONSTANT
    library = Path(STATE) / "library.py"
    if library.exists():
        data = runpy.run_path(str(library))["convert"](task.codec, data)
    return data


def spaces(data, task):
    """What a writer may put there or not, since no reader looks at it."""
    if asked("file-space", data, task.codec) and (Path(STATE) / "secret").exists():
        return b" "
    if asked("space-after-empty", b"", task.codec) and "t.Empty" in met:
        return b" "
    return b" " * (int.from_bytes(os.urandom(2), "big")) if asked("spaces", data, task.codec) else b""


def counted():
    """How often this was called, by all processes."""
    path = Path(STATE) / "counter"
    with path.open("ab") as file:
        file.write(b".")
    return path.stat().st_size


def decode(data, task):
    if asked("constant"):
        return CONSTANT
    if asked("no-view", b"", task.codec):
        return b"?what"
    if asked("echo"):
        return last_view
    head = HEAD[task.codec.split("/")[0]]
    if not data.startswith(head):
        raise ValueError("not mine")
    body = data[len(head) :]
    return view_of(body if spaces_are_read() else body.lstrip(b" "), task)


def spaces_are_read():
    """Whether a tree that is named in the command line has a file of this name: its readers see the spaces."""
    return any(one.endswith("/spaces-are-read") and Path(one).exists() for one in ASKED)


def result_of(task):
    try:
        return answer(task)
    except ValueError as error:
        result = peer_pb2.Result(id=task.id)
        rejected(result.decode_error).reason = str(error)
        return result


def answer_column(column, answered):
    action = "encode" if column.action == peer_pb2.Column.ENCODE else "decode"
    for position, value in enumerate(column.values):
        result = result_of(peer_pb2.Task(id=position, codec=column.codec, message=column.message, **{action: value}))
        which = result.WhichOneof("outcome")
        answered.values.append(getattr(result, which) if which in ("encoded", "decoded") else b"")
        if which not in ("encoded", "decoded"):
            answered.failures.append(result)
    if asked("column-swap"):
        answered.values.reverse()


def reply_to(request):
    reply = peer_pb2.Reply(id=request.id)
    if request.WhichOneof("kind") == "hello":
        intro = reply.introduction
        # The codecs of `two` come with its language.
        intro.peer, intro.language, intro.runtime = NAME, NAME.title(), "fake 1.2.3" if NAME == "two" else "fake 1.0"
        for machine in filter(asked, ("big-endian", "32-bit")):
            intro.runtime = f"fake ({machine}) 1.0"
        for format_, library, model in CODECS:
            if not asked(f"without-{format_}"):
                codec = intro.codecs.add(format=format_, library=library, encodes=True, decodes=True, model=model)
                codec.version = NAME.partition("~fake-")[2] or "1.2.3"
                for way in ("reads", "writes"):
                    if asked(f"{way}-texts", b"", f"{format_}/{library}"):
                        made = codec.settings.add(role=peer_pb2.Setting.CODE, name="a conversion", why="It is a test.")
                        getattr(made, way).append(peer_pb2.Setting.TEXTS)
                for what in ("object", "output"):
                    if asked(f"states-{what}", b"", f"{format_}/{library}"):
                        setattr(codec, f"leaves_{what}", "fake_peer.py")
        return reply
    for task in request.batch.tasks:
        reply.results.results.append(result_of(task))
    for column in request.columns.columns:
        answer_column(column, reply.column_answers.columns.add())
    if asked("lie") and reply.results.results:
        reply.results.results[0].id += 1
    if asked("lie") and reply.column_answers.columns:
        reply.column_answers.columns[0].failures.add(id=1 << 20).internal_error.reason = "not one of yours"
    if asked("wrong-reply"):
        reply.id += 1
    if asked("short") and reply.results.results:
        del reply.results.results[-1]
    if asked("short") and reply.column_answers.columns:
        del reply.column_answers.columns[-1].values[-1]
    if asked("flood"):
        os.write(2, b"noise on stderr\n" * 500_000)
    if asked("late"):
        time.sleep(5)
    return reply


def main():
    if asked("mute"):
        sys.exit("cannot find my class path")
    while (request := proto.parse_length_prefixed(peer_pb2.Request, sys.stdin.buffer)) is not None:
        proto.serialize_length_prefixed(reply_to(request), OUT)
        OUT.flush()


main()
