"""Protobuf over a raw socket with the libraries alone, against which `make echo-ruler` compares `make echo`.

`python -P echo/ruler.py TREE serve` and `python -P echo/ruler.py TREE client PORT COUNT FILE`, where FILE holds an
interop.People. It shares only the schema with Wirebed.
"""

import socket
import struct
import sys
import threading
import time
from pathlib import Path

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

LENGTH = struct.Struct(">I")


def message_class(name: str) -> type:
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(Path(sys.argv[1], "schema.binpb").read_bytes()).file:
        pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(name))


def receive(connected: socket.socket, buffer: bytearray, view: memoryview) -> bytes:
    end = connected.recv_into(buffer)
    while end and (end < 4 or end < 4 + LENGTH.unpack_from(buffer)[0]):
        end += connected.recv_into(view[end:])
    return view[4:end].tobytes()


def serve() -> None:
    person = message_class("interop.Person")
    buffer = bytearray(16 << 10)
    view = memoryview(buffer)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(f"ready {listener.getsockname()[1]}", flush=True)
        while True:
            connected, _ = listener.accept()
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while payload := receive(connected, buffer, view):
                reply = person.FromString(payload).SerializeToString()
                connected.sendall(LENGTH.pack(len(reply)) + reply)


def client(port: int, count: int, file: str) -> None:
    people = list(message_class("interop.People").FromString(Path(file).read_bytes()).people)
    person = type(people[0])
    buffer = bytearray(16 << 10)
    view = memoryview(buffer)
    connected = socket.create_connection(("127.0.0.1", port))
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def echoes(times: int) -> float:
        seconds = 0.0
        for number in range(times):
            sent = people[number % len(people)]
            start = time.perf_counter()
            data = sent.SerializeToString()
            connected.sendall(LENGTH.pack(len(data)) + data)
            received = person.FromString(receive(connected, buffer, view))
            seconds += time.perf_counter() - start
            if received != sent:
                raise ValueError(f"the reply to person {number} is another person")
        return seconds

    echoes(count // 5)
    print(echoes(count))


if sys.argv[2] == "serve":
    threading.Thread(target=serve, daemon=True).start()
    sys.stdin.read()
else:
    client(int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
