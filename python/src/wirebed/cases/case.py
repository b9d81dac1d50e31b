"""One value of one message, read when it is first asked for."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path


@dataclass(eq=False)
class Case:
    name: str  # <folder>/<file without ending>
    message: str  # full name
    build: Callable[[], bytes]  # makes the view; raises UserError
    about: str = ""
    options: dict[str, dict[str, str]] = field(default_factory=dict)  # by format
    golden: bool = False
    tags: tuple[str, ...] = ()
    wire: dict[str, bytes] = field(default_factory=dict)  # by format: bytes that are given instead of written
    expect_reject: bool = False
    path: Path | None = None
    meaning: object = None  # all that decides the value, as JSON types

    @property
    def formats(self) -> tuple[str, ...] | None:
        """The formats that the case is about, where it gives the bytes itself; None: all."""
        return tuple(sorted(self.wire)) or None

    @cached_property
    def view(self) -> bytes:
        """What every reader should see; empty when every reader should refuse."""
        return b"" if self.expect_reject else self.build()

    @cached_property
    def text_hash(self) -> str:
        """Changes exactly when the file says another value: not for comments, `about`, `golden` or tags."""
        meaning = {"message": self.message, "options": self.options, "value": self.meaning}
        text = json.dumps(meaning, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()
