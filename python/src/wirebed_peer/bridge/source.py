"""Source text of functions that write views, one per type, compiled once.

What is written one after the other without a branch becomes one `struct.pack`: constants and scalars together.

Templates make the code of codecs. The bridge makes its own while the peer runs: a message also shows what stands in no
plain schema (extensions, and messages that a plain class holds as a date or a nullable scalar), and both models share
the writer.
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
        """A name in the generated code for an object of this process."""
        name = f"{hint}{len(self.namespace)}"
        self.namespace[name] = value
        return name

    def line(self, text: str) -> None:
        self.flush()
        self.lines.append("    " * self.indent + text)

    def quiet(self, text: str) -> None:
        """A line that writes nothing: what is collected may be written after it."""
        self.lines.append("    " * self.indent + text)

    def require(self, value: str, type_name: str) -> None:
        """Fails, before anything more is written, when a value is not exactly of its type."""
        self.quiet(f"if {value}.__class__ is not {type_name}:")
        self.quiet("    raise WrongType")

    def constant(self, data: bytes) -> None:
        self._constant += data

    def packed(self, code: str, argument: str) -> None:
        """One argument of the struct that is being collected."""
        self._close_constant()
        self._format.append(code)
        self._arguments.append(argument)

    def flush(self) -> None:
        """Write what is collected, before anything that branches."""
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
        """A length and that many bytes. `expression` is evaluated once."""
        self.line(f"blob = {expression}")
        self.constant(tag)
        self.packed("I", "len(blob)")
        self.line("out += blob")

    def source(self, name: str, parameters: str) -> str:
        self.flush()
        return f"def {name}({parameters}):\n" + "\n".join(self.lines or ["    pass"]) + "\n"


def base_namespace() -> dict[str, Any]:
    """What generated code may call."""
    return {
        "interleave": nodes.interleave,
        "pack_u32": nodes.pack_u32,
        "text_node": nodes.text_node,
        "unsigned_node": nodes.unsigned_node,
        **{f"{kind}_node": function for kind, function in nodes.SCALAR_NODE.items()},
    }


def compiled(source: str, name: str, namespace: dict[str, Any]) -> Callable[..., Any]:
    """The function that `source` defines, kept in `namespace` for the others of the same family."""
    exec(compile(source, f"<wirebed bridge {name}>", "exec"), namespace)
    return namespace[name]
