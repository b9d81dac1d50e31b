"""Source text of functions that write views, one per type, compiled once.

Values that are written one after the other without a branch become one `struct.pack`, constants and scalars together.

Templates make the code of codecs. The bridge makes its own while the peer runs, because a message also shows what is in
no plain schema (extensions, and messages that a plain class holds as a date or a nullable scalar), and because both
models share the writer.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any

from wirebed_peer.bridge import nodes


class Writer:
    """Collects the body of one function `name(value, out)` that appends nodes to a bytearray."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        self.namespace = namespace
        self.lines: list[str] = []
        self.indent = 1
        self._constant = b""
        self._format: list[str] = []
        self._arguments: list[str] = []

    def bind(self, value: Any, hint: str = "c") -> str:
        """Binds an object of this process to a name in the generated code."""
        name = f"{hint}{len(self.namespace)}"
        self.namespace[name] = value
        return name

    def line(self, text: str) -> None:
        self.flush()
        self.lines.append("    " * self.indent + text)

    def quiet(self, text: str) -> None:
        """Adds a line that writes nothing, so pending values may be written after it."""
        self.lines.append("    " * self.indent + text)

    def require(self, value: str, type_name: str) -> None:
        """Raises, before anything more is written, unless a value has exactly this type."""
        self.quiet(f"if {value}.__class__ is not {type_name}:")
        self.quiet("    raise WrongType")

    def constant(self, data: bytes) -> None:
        self._constant += data

    def packed(self, code: str, argument: str) -> None:
        """Adds one argument of the pending struct."""
        self._close_constant()
        self._format.append(code)
        self._arguments.append(argument)

    def flush(self) -> None:
        """Writes what is pending, as before any branch."""
        if not self._format:
            if self._constant:
                data, self._constant = self._constant, b""
                self.lines.append("    " * self.indent + f"out += {self.bind(data)}")
            return
        self._close_constant()
        pack = self.bind(Struct("<" + "".join(self._format)).pack, "pack")
        arguments = ", ".join(self._arguments)
        self._format, self._arguments = [], []
        self.lines.append("    " * self.indent + f"out += {pack}({arguments})")

    def _close_constant(self) -> None:
        if self._constant:
            data, self._constant = self._constant, b""
            self._format.append(f"{len(data)}s")
            self._arguments.append(self.bind(data))

    def blob(self, tag: bytes, expression: str) -> None:
        """Writes a length and that many bytes. `expression` is evaluated once."""
        self.line(f"blob = {expression}")
        self.constant(tag)
        self.packed("I", "len(blob)")
        self.line("out += blob")

    def source(self, name: str, parameters: str) -> str:
        self.flush()
        return f"def {name}({parameters}):\n" + "\n".join(self.lines or ["    pass"]) + "\n"


def base_namespace() -> dict[str, Any]:
    """The functions that generated code may call."""
    return {
        "interleave": nodes.interleave,
        "pack_u32": nodes.pack_u32,
        "text_node": nodes.text_node,
        "unsigned_node": nodes.unsigned_node,
        **{f"{kind}_node": function for kind, function in nodes.SCALAR_NODE.items()},
    }


def compiled(source: str, name: str, namespace: dict[str, Any]) -> Callable[..., Any]:
    """Compiles the function that `source` defines into `namespace`, where the others of its family find it."""
    exec(compile(source, f"<wirebed bridge {name}>", "exec"), namespace)
    return namespace[name]
