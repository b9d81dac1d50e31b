"""A codec that cannot be opened: the loader's words, and the version of the package that they are about."""

from __future__ import annotations

from importlib import metadata

import pytest
from wirebed_protocol import peer_pb2

from wirebed_peer.unloaded import Unloaded


@pytest.mark.parametrize(
    ("code", "module", "package", "words"),
    [
        ("import msgspec; msgspec.no_such", "x", "msgspec", "module 'msgspec' has no attribute 'no_such'"),
        ("from orjson import no_such", "x", "orjson", "cannot import name 'no_such' from 'orjson'"),
        ("import javaobj.no_such", "x", "javaobj-py3", "No module named 'javaobj.no_such'"),
        # A package lacks what another one should bring.
        ("import no_such", "pyhessian.parser", "python-hessian", "No module named 'no_such'"),
    ],
)
def test_words_and_version(code: str, module: str, package: str, words: str) -> None:
    with pytest.raises((ImportError, AttributeError)) as raised:
        exec(code, {"__name__": module})
    codec = Unloaded.of("json/x", peer_pb2.PLAIN, raised.value)
    assert (codec.words, codec.version) == (words, metadata.version(package))
    introduced = codec.introduce()
    assert (introduced.format, introduced.library, introduced.model) == ("json", "x", peer_pb2.PLAIN)


def test_a_module_of_no_package() -> None:
    with pytest.raises(ImportError) as raised:
        exec("import no_such", {"__name__": "x"})
    assert Unloaded.of("json/x", peer_pb2.PLAIN, raised.value).version == "unknown"
