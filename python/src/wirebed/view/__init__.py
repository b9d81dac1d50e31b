"""Views: values as flat canonical streams of nodes (grammar: proto/wirebed/README.md)."""

from wirebed.view.canonical import alike, canonical
from wirebed.view.grammar import ViewError
from wirebed.view.of_message import of_message
from wirebed.view.parse import Node, head, parse
from wirebed.view.spell import path, render
from wirebed.view.writer import ViewWriter

__all__ = ["Node", "ViewError", "ViewWriter", "alike", "canonical", "head", "of_message", "parse", "path", "render"]
