"""The request of a client as a line of text: `<format>/<library> <message> [option=value]…`"""

from __future__ import annotations

from dataclasses import dataclass, field

from wirebed_peer.refusal import Unsupported

# In bytes, as in the other languages.
LONGEST_LINE = 4096


@dataclass(frozen=True)
class Request:
    codec: str
    message: str
    options: dict[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, line: str) -> Request:
        """Raises Unsupported for a line that asks for nothing, and for one that is too long."""
        if len(line.encode()) > LONGEST_LINE:
            raise Unsupported(f"what is asked for has more than {LONGEST_LINE} bytes")
        codec, _, rest = line.partition(" ")
        message, *pairs = rest.split(" ")
        options = dict(pair.partition("=")[::2] for pair in pairs)
        if "/" not in codec or any("=" not in pair for pair in pairs) or not line.isprintable():
            raise Unsupported("what is asked for is no `<format>/<library> <message> [option=value]…`")
        return cls(codec, message, options)

    def __str__(self) -> str:
        return " ".join([self.codec, self.message, *(f"{key}={value}" for key, value in sorted(self.options.items()))])
