"""The parts that the codecs over lxml share: safe parsing of untrusted documents, and which errors are refusals.

They resolve no entity, fetch nothing, and refuse a DOCTYPE.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from lxml import etree
from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Bound, Codec, Options
from wirebed_peer.codec.setting import SPELLED, Setting, code, guard, option
from wirebed_peer.refusal import Refusal

# The options of the parser that differ from its defaults, each with the reason.
PARSER = {
    "resolve_entities": (False, "An entity can expand without limit, and name files."),
    "remove_comments": (True, "A comment would be a child like an element."),
    "remove_pis": (True, "An instruction would be a child like an element."),
}


class XmlCodec(Codec):
    """A codec of plain objects. Each subclass defines how one is laid out in a document."""

    package = "lxml"
    library_packages = ("lxml",)
    typed_errors = {
        "lxml.etree.XMLSyntaxError": 'etree.XMLSyntaxError: "Syntax error while parsing an XML document."',
        "lxml.etree.SerialisationError": (
            'etree.SerialisationError: "A libxml2 error that occurred during serialisation."'
        ),
    }
    settings = (
        code(
            "elements are made of objects, and objects of elements",
            "lxml knows no objects of a user's classes, and no values but texts.",
            reads=(Setting.NUMBERS, *SPELLED),
            writes=(Setting.NUMBERS, *SPELLED),
        ),
        *(option(f"XMLParser.{name}", value, why) for name, (value, why) in PARSER.items()),
        guard("a document type is refused", "Neither XStream nor JAXB writes one."),
    )
    model = peer_pb2.PLAIN
    # `Bound.kept` of calls that each have a new parser, and of calls that share one parser.
    kept: ClassVar[str] = "nothing is kept"
    kept_reusing: ClassVar[str] = "the parser is kept"

    def encode(self, message: str, value: Any, options: Options) -> bytes:
        try:
            return self.encoder(message, options).call(value)
        except (ValueError, OverflowError, RecursionError) as error:
            raise Refusal.of(peer_pb2.WRITE, error, self) from None

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        try:
            return self.decoder(message, options).call(data)
        except (ArithmeticError, ValueError, RecursionError) as error:
            raise Refusal.of(peer_pb2.PARSE, error, self) from None

    def decoder(self, message: str, options: Options) -> Bound:
        return Bound(self.reading(message, None), f"{self.kept}; parser, document and objects are new")

    def reusing_decoder(self, message: str, options: Options) -> Bound:
        return Bound(self.reading(message, new_parser()), f"{self.kept_reusing}; document and objects are new")

    def reading(self, message: str, parser: etree.XMLParser | None) -> Callable[[bytes], Any]:
        """Bytes -> value, with the given parser, or with a new one for each call."""
        raise NotImplementedError


def root_of(data: bytes, parser: etree.XMLParser | None = None) -> etree._Element:
    """The root of a document, read with the given parser or with a new one.

    It raises a Refusal if the document is not well-formed, or is too deep or too large for the limits of libxml2.
    """
    root = XmlCodec.parsing(etree.fromstring, data, parser or new_parser())
    if root.getroottree().docinfo.internalDTD is not None:
        raise Refusal(peer_pb2.PARSE, "", "a DOCTYPE")
    return root


def new_parser() -> etree.XMLParser:
    """With `no_network`, without `load_dtd` and `huge_tree`: these are the defaults."""
    return etree.XMLParser(**{name: value for name, (value, _) in PARSER.items()})
