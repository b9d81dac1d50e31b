"""The Python peer with one thing wrong: `odd_peer.py <misbehaviour> <tree>`."""

import sys

from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Bound
from wirebed_peer.codec.protobuf import Protobuf
from wirebed_peer.codec.raw import RawStruct
from wirebed_peer.peer import main
from wirebed_peer.tasks import Tasks


def drop_unknown():
    """A reader that keeps nothing that it does not know."""
    decode = Protobuf.decode

    def dropping(self, message, data, options):
        value = decode(self, message, data, options)
        value.DiscardUnknownFields()
        return value

    Protobuf.decode = dropping


def short_circuit():
    """A relay that hands its bytes on without looking at them, and without its edits."""
    Tasks._relay = lambda self, codec, model, task: peer_pb2.Result(encoded=task.relay.wire)


def crash_on_relay():
    """A process that ends over a relay."""
    Tasks._relay = lambda *_: sys.exit(3)


def raw(change):
    """Readers of raw that change what they have read, or the bytes before."""
    decoder = RawStruct.decoder

    def changing(self, message, options):
        bound = decoder(self, message, options)
        return Bound(lambda data: change(bound.call, data), bound.kept)

    RawStruct.decoder = changing


def one_more(read, data):
    """A reader whose numbers are one too many."""
    value = read(data)
    value.a += 1
    return value


def tolerant(read, data):
    """A reader that does not mind bytes after the value."""
    for size in range(len(data), -1, -1):
        try:
            return read(data[:size])
        except ValueError:
            continue
    return read(data)


WRONG = {
    "drop-unknown": drop_unknown,
    "short-circuit": short_circuit,
    "crash-on-relay": crash_on_relay,
    "one-more": lambda: raw(one_more),
    "tolerant": lambda: raw(tolerant),
}
WRONG[sys.argv[1]]()
sys.exit(main(sys.argv[2:]))
