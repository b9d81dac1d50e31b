"""The one list of codecs, with the module of each: a library is loaded when its codec is first used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module

from wirebed_protocol import peer_pb2

from wirebed_peer import mappers
from wirebed_peer.codec import Codec
from wirebed_peer.refusal import Unsupported
from wirebed_peer.tree import Tree
from wirebed_peer.unloaded import Unloaded

# Codecs of protobuf messages.
MESSAGE_CODECS = {
    "none/message": "none.NoneMessage",
    "protobuf/upb": "protobuf.Protobuf",
    "prototext/upb": "prototext.Prototext",
    "protojson/upb": "protojson.Protojson",
}
# Codecs of plain objects.
PLAIN_CODECS = {
    "none/plain": "none.NonePlain",
    "json/msgspec": "msgspec.MsgspecJson",
    "json/msgspec-dataclass": "msgspec_dataclass.MsgspecDataclassJson",
    "json/stdlib": "json_stdlib.StdlibJson",
    "json/orjson": "orjson.OrjsonJson",
    "json/orjson-dataclass": "orjson_dataclass.OrjsonDataclassJson",
    "hessian2/wirebed": "hessian2.Hessian2",
    "hessian2/python-hessian": "python_hessian.PythonHessian",
    "java-serial/javaobj": "javaobj.JavaobjSerial",
    "java-serial/javaobj-v1": "javaobj_v1.JavaobjV1",
    "pickle/stdlib": "pickle.PickleStdlib",
    "raw/struct": "raw.RawStruct",
    "xml/lxml": "xml_lxml.XmlLxml",
    "xml-jaxb/lxml": "xml_jaxb.JaxbXml",
    "xml-jaxb/lxml-xsd": "xml_jaxb.JaxbXmlValidated",
}
CODECS = {**MESSAGE_CODECS, **PLAIN_CODECS}


def codec_class(name: str) -> type[Codec]:
    """Raises KeyError if there is no such codec."""
    module, kind = CODECS[name].split(".")
    return getattr(import_module(f"wirebed_peer.codec.{module}"), kind)


def open_codec(name: str, tree: Tree) -> Codec:
    """A codec for the thread that asks. Raises Unsupported if there is no such codec."""
    if name not in CODECS:
        raise unknown_codec(name)
    return codec_class(name)(tree)


def open_codecs(names: Iterable[str], tree: Tree) -> tuple[dict[str, Codec], dict[str, Unloaded]]:
    """The codecs of these names with those that the bed of the tree adds to them, and those that their libraries do not
    let open."""
    functions = mappers.of_tree(tree)
    known = list(names)
    codecs: dict[str, Codec] = {}
    unloaded: dict[str, Unloaded] = {}
    for name in (*known, *(name for name in functions if mappers.plain_of(name) in known)):
        try:
            codecs[name] = _class(name, functions)(tree)
        except (ImportError, AttributeError) as error:
            unloaded[name] = Unloaded.of(name, peer_pb2.MESSAGE if name in MESSAGE_CODECS else peer_pb2.PLAIN, error)
    return codecs, unloaded


def _class(name: str, functions: Mapping[str, str]) -> type[Codec]:
    kind = codec_class(mappers.plain_of(name))
    return mappers.with_mapper(kind, name, functions[name]) if name in functions else kind


def unknown_codec(name: str) -> Unsupported:
    return Unsupported(f"this peer has no codec {name}")
