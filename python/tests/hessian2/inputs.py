"""The inputs of the differential test: vectors and goldens, cut and mutated, and the output of the grammar."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

from grammar import Grammar
from wirebed_protocol.plain_pb2 import PlainSchema

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
# Longer seeds find nothing more, and take the time of many short ones.
LONGEST_SEED = 600
# Bytes that have a meaning at any position.
SIGNIFICANT = bytes.fromhex(
    "00011f202f303437383f4142434446484a4b4c4d4e4f5152535455565758595a5b5c5d5e5f606f7077787f8090bfc8d4e0f0edff"
)

Input = tuple[str, bytes]  # the message, or "" for a value without a schema


def seeds(schema: PlainSchema) -> list[Input]:
    """Complete values: vectors without a schema, goldens with theirs."""
    found = []
    for path in sorted((FIXTURES / "vectors" / "hessian2").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            data = json.loads(line)["hex"]
            if not data.endswith("..."):
                found.append(("", bytes.fromhex(data)))
    messages = {entry.message for entry in schema.classes}
    for path in sorted((FIXTURES / "golden").glob("*/*/hessian2/*.bin")):
        message = f"interop.{path.parts[-4]}"
        data = path.read_bytes()
        if data.startswith(b"p\x02\x00") and data.endswith(b"z"):
            data = data[3:-1]
        if message in messages:
            found.append((message, data))
    return [(message, data) for message, data in found if len(data) <= LONGEST_SEED]


def inputs(seed: int, schema: PlainSchema) -> Iterator[Input]:
    """An endless sequence, which is the same for the same seed."""
    dice = random.Random(seed)
    whole = seeds(schema)
    grammar = Grammar(dice, schema)
    messages = [entry.message for entry in schema.classes]
    while True:
        roll = dice.random()
        if roll < 0.4:
            message, data = dice.choice(whole)
            if roll < 0.05:
                yield message, data[: dice.randrange(len(data) + 1)]
                continue
            data = mutated(data, whole, dice)
        else:
            message = dice.choice(messages) if roll < 0.8 else ""
            data = grammar.typed(message) if message else grammar.bare()
            if dice.random() < 0.25:
                data = mutated(data, whole, dice)
        # A value of a class is also one without a schema.
        yield "" if dice.random() < 0.1 else message, data


def mutated(data: bytes, whole: list[Input], dice: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(dice.randint(1, 3)):
        place = dice.randrange(len(out) + 1)
        what = dice.randrange(6)
        if what == 0:
            out.insert(place, dice.choice(SIGNIFICANT))
        elif what == 1:
            out[place : place + 1] = bytes((dice.choice(SIGNIFICANT),))
        elif what == 2:
            out[place : place + 1] = bytes((dice.randrange(256),))
        elif what == 3:
            del out[place : place + dice.randint(1, 4)]
        elif what == 4:
            other = dice.choice(whole)[1]
            start = dice.randrange(len(other) + 1)
            out[place:place] = other[start : start + dice.randint(1, 24)]
        else:
            size = dice.randint(1, 12)
            out[place:place] = out[place : place + size]
    return bytes(out)
