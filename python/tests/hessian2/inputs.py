"""The inputs of the differential test: vectors and goldens, cut and damaged, and the output of the grammar."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from damage import Seed, damaged, mutated
from grammar import Grammar
from wirebed_protocol.plain_pb2 import PlainSchema

from wirebed.view import dump

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
# Longer seeds find nothing more, and take the time of many short ones.
LONGEST_SEED = 600


class Input(NamedTuple):
    """`message`: that of the class to read, or "" for a value without a schema."""

    message: str
    data: bytes
    envelope: bool = False

    @property
    def options(self) -> dict[str, str]:
        return {"envelope": "message"} if self.envelope else {}


def seeds(schema: PlainSchema) -> list[Seed]:
    """Complete values: vectors without a schema, goldens with theirs."""
    found = []
    for path in sorted((FIXTURES / "vectors" / "hessian2").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            data = json.loads(line)["hex"]
            if not data.endswith("..."):
                found.append(Seed("", bytes.fromhex(data)))
    messages = {entry.message for entry in schema.classes}
    for path in sorted((FIXTURES / "golden").glob("*/*/hessian2/*.bin")):
        message = f"interop.{path.parts[-4]}"
        if message in messages:
            data = path.read_bytes()
            found.append(Seed(message, data[3:-1] if dump.options_of("hessian2", data) else data))
    return [seed for seed in found if len(seed.data) <= LONGEST_SEED]


def inputs(seed: int, schema: PlainSchema) -> Iterator[Input]:
    """An endless sequence, which is the same for the same seed."""
    dice = random.Random(seed)
    whole = seeds(schema)
    grammar = Grammar(dice, schema)
    messages = [entry.message for entry in schema.classes]
    while True:
        roll = dice.random()
        if roll < 0.05:
            message, data = (one := dice.choice(whole)).message, one.data[: dice.randrange(len(one.data) + 1)]
        elif roll < 0.55:
            one = dice.choice(whole)
            message, data = one.message, damaged(one, whole, dice)
        else:
            message = dice.choice(messages) if roll < 0.85 else ""
            data = grammar.typed(message) if message else grammar.bare()
            if dice.random() < 0.25:
                data = mutated(data, whole, dice)
        # A value of a class is also one without a schema.
        yield _enveloped("" if dice.random() < 0.1 else message, data, dice)


def _enveloped(message: str, data: bytes, dice: random.Random) -> Input:
    """The input, a few times as a whole message, whose envelope is sometimes damaged."""
    if dice.random() >= 0.02:
        return Input(message, data)
    data = b"p\x02\x00" + data + b"z"
    cut = len(data) - 1 if dice.random() < 0.2 else dice.randrange(4) if dice.random() < 0.2 else len(data)
    return Input(message, data[:cut], envelope=True)
