"""How a golden is damaged at a byte. Each way gives an input for each byte of the golden."""

from collections.abc import Callable, Mapping, Sequence


def _changed(data: bytes, mask: int) -> list[bytes]:
    return [data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :] for at in range(len(data))]


WAYS: Mapping[str, Callable[[bytes], Sequence[bytes]]] = {
    "cut": lambda data: [data[:at] for at in range(len(data))],
    "low": lambda data: _changed(data, 0x01),
    "high": lambda data: _changed(data, 0x80),
    "without": lambda data: [data[:at] + data[at + 1 :] for at in range(len(data))],
}
ABOUT = {
    "cut": "the bytes before it",
    "low": "its lowest bit is another one",
    "high": "its highest bit is another one",
    "without": "all bytes but this one",
}
