"""Proposes the witnesses of a replay as captured goldens (`GOLDEN=1`): for each its bytes, a case with the value that
readers see in them, and the commands that enter both into the bed.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wirebed.bed import PROGRAM, files
from wirebed.bed.codec_id import short
from wirebed.errors import shown
from wirebed.view import dump
from wirebed_replay.cluster import Key
from wirebed_replay.witness import Witness

if TYPE_CHECKING:
    from wirebed_replay.report import Replayed

FOLDER = "replay-goldens"
_NO_VALUE = "no golden: no reader sees a value in it that text format has"


def propose(replayed: "Replayed") -> None:
    """Writes the files below the reports. Those of an earlier replay stay."""
    for key, witness in replayed.witnesses.items():
        if witness.value:
            case, payload = _files(replayed, key, witness)
            files.write(case, _case(replayed, key, witness))
            files.write(payload, bytes.fromhex(witness.hex))


def commands(replayed: "Replayed", key: Key) -> Iterator[str]:
    """What enters the witness of a cluster into the bed."""
    if not replayed.asked.golden or (witness := replayed.witnesses.get(key)) is None:
        return
    if not witness.value:
        yield _NO_VALUE
        return
    case, payload = _files(replayed, key, witness)
    folder = replayed.bed.fixtures / "cases" / case.parent.name
    yield f"mkdir -p {shown(folder)} && cp {shown(case)} {shown(folder)}"
    words = [f"IMPORT={shown(payload)}", f"CASE={case.parent.name}/{case.stem}", f"FORMAT={replayed.asked.format}"]
    yield " ".join([PROGRAM, "golden", *words, "WHY='<where the recordings come from>'", *replayed.bed.variables])


def _files(replayed: "Replayed", key: Key, witness: Witness) -> tuple[Path, Path]:
    """The file of the case and that of the payload."""
    name = f"recorded_{hashlib.sha256(bytes.fromhex(witness.hex)).hexdigest()[:8]}"
    folder = replayed.bed.reports / FOLDER / key.message
    return folder / f"{name}.txtpb", folder / f"{name}.{dump.extension(replayed.asked.format)}"


def _case(replayed: "Replayed", key: Key, witness: Witness) -> str:
    options = dump.options_of(replayed.asked.format, bytes.fromhex(witness.hex))
    return "\n".join(
        [
            f"# proto-message: {key.message}",
            f"# about: Recorded. {' '.join(f'{short(key.readers[0])} {key.outcome}: {key.what}'.split())}",
            *(f"# option: {replayed.asked.format} {name}={value}" for name, value in options.items()),
            witness.value,
        ]
    )
