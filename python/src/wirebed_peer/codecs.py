"""The one list of codecs."""

from __future__ import annotations

from wirebed_peer.codec import Codec
from wirebed_peer.codec.hessian2 import Hessian2
from wirebed_peer.codec.javaobj import JavaobjSerial
from wirebed_peer.codec.json_stdlib import StdlibJson
from wirebed_peer.codec.msgspec import MsgspecJson
from wirebed_peer.codec.none import NoneMessage, NonePlain
from wirebed_peer.codec.orjson import OrjsonJson
from wirebed_peer.codec.pickle import PickleStdlib
from wirebed_peer.codec.protobuf import Protobuf
from wirebed_peer.codec.protojson import Protojson
from wirebed_peer.codec.prototext import Prototext
from wirebed_peer.codec.python_hessian import PythonHessian
from wirebed_peer.codec.raw import RawStruct
from wirebed_peer.codec.xml_jaxb import JaxbXml, JaxbXmlValidated
from wirebed_peer.codec.xml_lxml import XmlLxml

CODECS: tuple[type[Codec], ...] = (
    NoneMessage,
    NonePlain,
    Protobuf,
    Prototext,
    Protojson,
    MsgspecJson,
    StdlibJson,
    OrjsonJson,
    Hessian2,
    PythonHessian,
    JavaobjSerial,
    PickleStdlib,
    RawStruct,
    XmlLxml,
    JaxbXml,
    JaxbXmlValidated,
)
