"""Reads a result file of `make bench`, .json or .json.gz."""

import gzip
import json
from pathlib import Path

from wirebed.bed import REPORTS
from wirebed.errors import UserError, shown

VERSION = 1
NEWEST = REPORTS / "bench.json"
PARTS = ("machine", "peers", "codecs", "rows", "sizes", "code", "refused")


def load(path: str | Path | None = None, compared: bool = False) -> dict:
    """The result, as fixtures/bench/README.md describes it; without a path the last one. One that is `compared` with
    another, row by row, need not say whose objects a codec has."""
    path = Path(path) if path else NEWEST
    if not path.exists():
        raise UserError(f"there is no {shown(path)}" + ("; `make bench` writes it" if path == NEWEST else ""))
    try:
        data = path.read_bytes()
        result = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    except (OSError, EOFError, ValueError) as error:
        raise UserError(f"cannot be read: {error}", path) from error
    if not isinstance(result, dict) or result.get("result") != VERSION:
        raise UserError(f'is no result of `make bench`: it does not begin with "result": {VERSION}', path)
    missing = [part for part in PARTS if part not in result]
    if missing:
        raise UserError(f"has no {', '.join(missing)}", path)
    if not compared and any("model" not in codec for codec in result["codecs"]):
        raise UserError(
            "does not say whose objects a codec has, as an older version; `make bench` makes a new one", path
        )
    return result


def languages(result: dict) -> dict[str, str]:
    """The language of each peer: {"legacy": "Java"}."""
    return {peer["peer"]: peer["language"] for peer in result["peers"]}
