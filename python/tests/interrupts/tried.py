"""A command of Wirebed that is interrupted as in a terminal, and what is left of it."""

import json
import os
import re
import signal
import subprocess
import time
import uuid
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from wirebed.bed import ROOT

MARK = "WIREBED_TRY"
SAID = "exit code 0: as expected\n"


@dataclass
class Ended:
    code: int
    seconds: float  # from the signal to the end
    stderr: str
    orphans: list[str]


def interrupted(command: list[str], moment: float, reports: Path, sign=signal.SIGINT) -> Ended | None:
    """Starts the command in a session of its own, and signals its process group after `moment` seconds.

    None when it had ended by then, or had said its exit code, which is the last thing that a command does.
    """
    mark = f"{MARK}={uuid.uuid4().hex}"
    env = {key: value for key, value in os.environ.items() if not key.startswith(("WIREBED_", "MAKE", "MFLAGS"))}
    env |= {"WIREBED_REPORTS": str(reports), MARK: mark.partition("=")[2]}
    reports.mkdir(exist_ok=True)
    with (reports.parent / "stderr").open("w+") as told:
        process = subprocess.Popen(
            command, cwd=ROOT, env=env, start_new_session=True, stdout=subprocess.DEVNULL, stderr=told
        )
        try:
            process.wait(timeout=moment)
            return None
        except subprocess.TimeoutExpired:
            pass
        started = time.monotonic()
        os.killpg(process.pid, sign)
        try:
            code = process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            code = None
        seconds = time.monotonic() - started
        orphans = marked(mark)
        for pid in orphans:
            os.kill(int(pid.partition(" ")[0]), signal.SIGKILL)
        told.seek(0)
        ended = Ended(code, seconds, told.read(), orphans)
        return None if ended.code == 0 and ended.stderr.endswith(SAID) and seconds < 0.5 else ended


def marked(mark: str) -> list[str]:
    """The living processes that were started with this in their environment: "12 java -jar …"."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # Of a process that has ended, and that nobody has waited for yet, both are empty.
            if mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                found.append(f"{folder.name} {words[:200]}")
        except OSError:
            continue
    return found


def halves(folder: Path) -> list[str]:
    """The files that are drafts, or that are not whole by what they are."""
    told = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        try:
            if path.name.endswith(".new"):
                told.append(f"{path}: a draft")
            elif path.suffix == ".jsonl":
                lines = [json.loads(line) for line in path.read_text().splitlines()]
                told += [f"{path}: no footer"] * ("footer" not in lines[-1])
            elif path.suffix == ".json":
                json.loads(path.read_text())
            elif path.suffix == ".xml":
                ET.parse(path)
        except (ValueError, IndexError, ET.ParseError) as error:
            told.append(f"{path}: {error}")
    return told


def check(ended: Ended, *folders: Path) -> None:
    """Fails unless it ended with the code of an interruption, and left nothing behind."""
    # A shell makes 130 of a process that SIGINT killed before it could listen.
    assert ended.code in (130, -signal.SIGINT), ended
    assert not ended.orphans, ended
    assert not re.search("Traceback|Exception ignored", ended.stderr), ended.stderr
    assert [half for folder in folders for half in halves(folder)] == []
