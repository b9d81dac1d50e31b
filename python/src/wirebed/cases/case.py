"""A case: one value of one message, built on first use."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from wirebed.bed.yaml_tree import Plain

# The facts of a case without its view, as keywords of Case.
Facts = dict[str, Any]


@dataclass(eq=False)
class Case:
    name: str  # <folder>/<file without ending>
    message: str  # full name
    build: Callable[[], bytes]  # makes the view; raises UserError
    about: str = ""
    options: dict[str, dict[str, str]] = field(default_factory=dict)  # by format
    golden: bool = False
    tags: tuple[str, ...] = ()
    wire: dict[str, bytes] = field(
        default_factory=dict
    )  # format -> bytes, for a case that gives bytes instead of a value
    expect_reject: bool = False
    # Codecs of plain objects, one of which writes or reads the value; None: every codec does.
    codecs: frozenset[str] | None = None
    path: Path | None = None
    meaning: Plain = None  # everything that decides the value, as JSON types

    @property
    def formats(self) -> tuple[str, ...] | None:
        """The formats of the bytes that the case gives; None for a case with a value, which is for all formats."""
        return tuple(sorted(self.wire)) or None

    @cached_property
    def view(self) -> bytes:
        """The view that every reader should see; empty when every reader should reject the bytes."""
        return b"" if self.expect_reject else self.build()

    @cached_property
    def text_hash(self) -> str:
        """A hash that changes exactly when the value does: not for comments, `about`, `golden` or tags."""
        meaning = {"message": self.message, "options": self.options, "value": self.meaning}
        text = json.dumps(meaning, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()
