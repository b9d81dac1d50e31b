"""Replays, as a command of its own or in the process of a test, and what they report."""

import json
import os
import subprocess
from pathlib import Path

from corpora import MESSAGE

from wirebed.bed import ROOT, Bed
from wirebed_cluster.client import Workers
from wirebed_replay import command
from wirebed_replay.asked import Asked
from wirebed_replay.cluster import Summary

SECRET = "Zzyzx"
NOT_UTF8 = b"\x12\x03a\xff\xfe"
CUT = b"\x12\x7fabc"
READERS = {"cpp/libprotobuf", "java/protobuf-java", "python/upb"}


def wirebed(reports: Path, *words: str, **more) -> subprocess.Popen:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("WIREBED_") or "CACHE" in key}
    clean["WIREBED_REPORTS"] = str(reports)
    return subprocess.Popen([ROOT / "python/wirebed", "replay", *words], env=clean, text=True, **more)


def replay(reports: Path, corpus: Path, *words: str, format: str = "protobuf", framing: str = "delimited") -> dict:
    asked = [f"--corpus={corpus}", f"--framing={framing}", f"--format={format}", "--json", *words]
    done = wirebed(reports, *asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, told = done.communicate()
    assert out, told
    return json.loads(out) | {"told": told}


def lines(reports: Path, what: str) -> list[dict]:
    (path,) = reports.rglob("replay.jsonl")
    every = [json.loads(line) for line in path.read_text().splitlines()]
    return [line[what] for line in every if what in line]


def of_message(*words: str) -> list[str]:
    return [f"--message={MESSAGE}", *words]


def summary(asked: Asked, workers: int = 0) -> Summary:
    with command.engine(Bed.open(), asked, Workers(None, workers) if workers else None) as engine:
        return command.replayed(engine)[0].summary()


def asked_of(path: Path) -> Asked:
    return Asked(corpus=str(path), framing="delimited", message=MESSAGE, format="protobuf")
