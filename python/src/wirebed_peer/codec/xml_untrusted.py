"""A document of anybody's making -> its root: no entity is resolved, nothing is fetched, a DOCTYPE is refused."""

from __future__ import annotations

from lxml import etree
from wirebed_protocol import peer_pb2

from wirebed_peer.codec import parsing
from wirebed_peer.refusal import Refusal


def root_of(data: bytes, parser: etree.XMLParser | None = None) -> etree._Element:
    """By a new parser, or by one that is kept.

    Refusal when it is not well-formed, or is too deep or large for the limits of libxml2.
    """
    root = parsing(etree.fromstring, data, parser or new_parser())
    if root.getroottree().docinfo.internalDTD is not None:
        raise Refusal(peer_pb2.PARSE, "", "a DOCTYPE")
    return root


def new_parser() -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
