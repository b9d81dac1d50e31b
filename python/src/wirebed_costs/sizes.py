"""The bytes of one encoding and of a stream of a thousand, plain, compressed by gzip, and by zstd.

A stream has the encodings of different values (variations of the workload's: wirebed_costs.vary), each after its length
as a varint, like a file or a queue of messages. Of huge values it has fewer, `stream_count`, so that the views of a
stream stay under 1 MB.

gzip is zlib at its default level, 6, without name and time; zstd is at its default level, 3. Both compress the whole
stream at once.
"""

import gzip
from collections import defaultdict
from collections.abc import Iterable

import zstandard

from wirebed.cases.case import Case
from wirebed.peers.client import Call, CodecClient
from wirebed.peers.codecs import CodecRef
from wirebed_costs.vary import vary

GZIP_LEVEL, ZSTD_LEVEL = 6, 3
STREAM, STREAM_VIEWS = 1000, 1 << 20


def of(client: CodecClient, pairs: Iterable[tuple[Case, CodecRef]]) -> list[dict]:
    """Rows of the result's `sizes`, one for each case and writing codec; the peers of a case work at the same time.

    A codec that refuses a case has no row. Where it refuses a varied value, the figures of the stream are None.
    """
    writers: dict[Case, list[CodecRef]] = defaultdict(list)
    for case, codec in pairs:
        writers[case].append(codec)
    return [row for case, codecs in writers.items() for row in _of_case(client, case, codecs)]


def single(client: CodecClient, pairs: Iterable[tuple[Case, CodecRef]]) -> list[tuple[Case, str, int | None]]:
    """(case, codec, bytes of one encoding) for each pair, asked all at once; None where the codec refuses."""
    pairs = list(pairs)
    answers = client.call(Call.write(codec, case) for case, codec in pairs)
    return [
        (case, codec.id, None if answer.data is None else len(answer.data))
        for (case, codec), answer in zip(pairs, answers, strict=True)
    ]


def compressed(data: bytes) -> tuple[int, int]:
    """The number of bytes after gzip, and after zstd."""
    return (
        len(gzip.compress(data, GZIP_LEVEL, mtime=0)),
        len(zstandard.ZstdCompressor(level=ZSTD_LEVEL).compress(data)),
    )


def stream_count(view: bytes) -> int:
    """The number of values in a stream of such values."""
    return max(1, min(STREAM, STREAM_VIEWS // len(view)))


def _of_case(client: CodecClient, case: Case, writers: list[CodecRef]) -> list[dict]:
    count = stream_count(case.view)
    views = [case.view, *(vary(case.view, seed) for seed in range(1, count))]
    answers = iter(client.call(Call.write(codec, case, view) for codec in writers for view in views))
    rows = []
    for codec in writers:
        encodings = [next(answers).data for _ in views]
        if encodings[0] is not None:
            rows.append(_row(codec, case, encodings))
    return rows


def _row(codec: CodecRef, case: Case, encodings: list[bytes | None]) -> dict:
    small = compressed(encodings[0])
    stream, packed, count = None, (None, None), None
    if all(encoding is not None for encoding in encodings):
        stream = b"".join(varint(len(encoding)) + encoding for encoding in encodings)
        packed, count = compressed(stream), len(encodings)
    return {
        "codec": codec.id, "case": case.name, "raw": len(encodings[0]), "gzip": small[0], "zstd": small[1],
        "stream_count": count, "stream_raw": None if stream is None else len(stream),
        "stream_gzip": packed[0], "stream_zstd": packed[1],
    }  # fmt: skip


def varint(number: int) -> bytes:
    """Seven bits per byte, the lowest first: the length in front of protobuf's delimited messages."""
    data = bytearray()
    while number > 0x7F:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*data, number])
