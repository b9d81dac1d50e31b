"""Vectors from outside: hostile ones are refused at once, and the others give the value that their text states."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from wirebed_protocol import peer_pb2

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "vectors"
# The least number of lines of each file, and its readers. The vectors of hessian2 are values without a schema, and have
# a test of their own.
FILES = {
    "java-serial/refused": (18, ["java-serial/javaobj"]),
    "pickle/refused": (18, ["pickle/stdlib"]),
    "xml/refused": (30, ["xml/lxml"]),
    "xml-jaxb/refused": (16, ["xml-jaxb/lxml", "xml-jaxb/lxml-xsd"]),
    "xml-jaxb/spellings": (8, ["xml-jaxb/lxml", "xml-jaxb/lxml-xsd"]),
    "xml-jaxb/invalid": (13, ["xml-jaxb/lxml-xsd"]),
}


def lines(file: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()[1:]]


VECTORS = [(codec, file, said) for file, (_, codecs) in FILES.items() for codec in codecs for said in lines(file)]


def test_there_are_vectors() -> None:
    assert all(len(lines(file)) >= least for file, (least, _) in FILES.items())


@pytest.mark.parametrize(
    ("codec", "file", "said"), VECTORS, ids=[f"{codec}:{file}:{said['name']}" for codec, file, said in VECTORS]
)
def test_a_vector(
    run: Callable[..., peer_pb2.Result], view_of: Callable[[str, str], bytes], codec: str, file: str, said: dict
) -> None:
    start = time.process_time()
    result = run(codec, said["message"], decode=bytes.fromhex(said["hex"]))
    assert time.process_time() - start < 20
    if "reject" in said:
        assert result.WhichOneof("outcome") == "decode_error", result
    else:
        assert result.decoded == view_of(said["message"], said["txtpb"])
    if file == "xml-jaxb/invalid":
        assert result.decode_error.type == "lxml.etree.DocumentInvalid"
