"""Views: what a reader saw, as a flat canonical stream of nodes (grammar: proto/wirebed/README.md)."""

from wirebed.view.canonical import canonical
from wirebed.view.grammar import ViewError
from wirebed.view.of_message import of_message
from wirebed.view.parse import Node, parse
from wirebed.view.spell import path, render
from wirebed.view.writer import Writer

__all__ = ["Node", "ViewError", "Writer", "canonical", "of_message", "parse", "path", "render"]
