"""Whose code a stack is in, by frames as py-spy writes them."""

from __future__ import annotations

import pytest

from wirebed_bench import stacks

SOURCES = str(stacks._SOURCES)
ROOTS = stacks._roots("/home/tree")
PLAIN = "/home/tree/plain/python"
SITE = "/home/wirebed_x/venv/lib/python3.11/site-packages"
CODEC = f"OrjsonJson.decoder.<locals>.<lambda> ({SOURCES}/wirebed_peer/codec/orjson.py:42)"
DUMPS = f"0x7f2b71bd0c00 ({SITE}/orjson/orjson.cpython-311-x86_64-linux-gnu.so)"
CONVERSION = f"to_dict_Stock ({PLAIN}/plain_dicts/interop/__init__.py:11)"
PLAIN_CLASS = f"Stock.__eq__ ({PLAIN}/plain/interop/__init__.py:11)"
FILL = "fill_Stock (/home/tree/plain/python-bench/plain_bench/interop/__init__.py:11)"
BENCHMARK = f"<lambda> ({SOURCES}/wirebed_bench/operations.py:80)"
PYTHON = "new_keys_object (libpython3.11.so.1.0)"
OTHER = f"parse ({SITE}/dateutil/parser.py:3)"


@pytest.mark.parametrize(
    ("frames", "packages", "own"),
    [
        ([CODEC], ["orjson"], True),
        ([CODEC, DUMPS, PYTHON], ["orjson"], False),
        ([CODEC, CONVERSION, PYTHON], ["orjson"], True),
        ([CODEC, DUMPS, CONVERSION], ["orjson"], True),
        ([CODEC, DUMPS, PLAIN_CLASS], ["orjson"], False),
        ([CODEC, OTHER], ["orjson"], True),
        ([BENCHMARK, PYTHON], ["orjson"], False),
        ([BENCHMARK, FILL, PYTHON], ["orjson"], True),
        ([PYTHON], ["orjson"], False),
        ([f"decode ({SOURCES}/wirebed_peer/hessian2/reader.py:9)"], ["wirebed_peer.hessian2"], False),
        ([f"decode ({SOURCES}/wirebed_peer/codec/hessian2.py:9)"], ["wirebed_peer.hessian2"], True),
        ([f"load ({SOURCES}/wirebed_peer/codec/pickle.py:9)", "save (./Modules/_pickle.c:2304)"], ["_pickle"], False),
        ([f"dumps ({SOURCES}/wirebed_peer/codec/x.py:9)", "d2d (msgspec/_core.abi3.so)"], ["msgspec"], False),
    ],
)  # fmt: skip
def test_whose_code_a_stack_is_in(frames: list[str], packages: list[str], own: bool) -> None:
    assert stacks._is_own(frames, ROOTS, tuple(packages)) is own
