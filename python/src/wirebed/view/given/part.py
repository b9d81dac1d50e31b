"""A part of given bytes: where it starts and ends, what it is in, and the key that names it."""

import json
from dataclasses import dataclass


@dataclass(eq=False, slots=True)
class Part:
    """A part of a text, from `start` to `end`; the document is in no other."""

    start: int
    end: int
    within: "Part | None" = None
    key: "Part | None" = None  # of a member, or of an element of XML

    def spelled(self, data: bytes) -> str:
        """Its text, in which bytes that are not UTF-8 are lone surrogates."""
        return data[self.start : self.end].decode(errors="surrogateescape")

    def name(self, data: bytes) -> str:
        """What it says if it is a key, without escapes."""
        spelled = self.spelled(data)
        if not spelled.startswith('"'):
            return spelled
        try:
            return str(json.loads(spelled, strict=False))
        except ValueError:
            return spelled[1:-1]
