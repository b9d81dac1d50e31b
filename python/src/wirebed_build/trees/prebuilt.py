"""What the package wirebed-java has of a build: the outputs of steps, so that no Maven runs where pip has installed it.

steps/<key>      as in the build cache, but the key names no program of the machine, only its kind
files/<sha256>   the content of an output

Steps whose results follow from their inputs, whatever JDK runs them, are in it. pip has installed it, so it is trusted
as the runner is.
"""

import hashlib
import json
import os
import platform
import shutil
from pathlib import Path
from typing import Any

from wirebed_build.private_folder import Damaged

# The folder of the package, which wirebed_wheel.launch finds.
FOLDER = "WIREBED_PREBUILT"
OF_MACHINE = f"{platform.system()} {platform.machine()}"


class Prebuilt:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, kind: str, key: str) -> Any:
        """The JSON under a key; Damaged when there is none."""
        try:
            return json.loads((self.folder / kind / key).read_bytes())
        except FileNotFoundError:
            raise Damaged from None

    def put(self, kind: str, key: str, value: Any) -> None:
        self._place(kind, key).write_text(json.dumps(value), encoding="utf-8")

    def file(self, digest: str) -> bytes:
        """The content with this hash; Damaged when it is not there."""
        try:
            data = (self.folder / "files" / digest).read_bytes()
        except FileNotFoundError:
            raise Damaged(f"{self.folder / 'files' / digest} is missing") from None
        if hashlib.sha256(data).hexdigest() != digest:
            raise Damaged(f"{self.folder / 'files' / digest} is damaged")
        return data

    def put_file(self, digest: str, source: Path) -> None:
        shutil.copyfile(source, self._place("files", digest))

    def _place(self, kind: str, name: str) -> Path:
        (self.folder / kind).mkdir(parents=True, exist_ok=True)
        return self.folder / kind / name


def installed() -> Prebuilt | None:
    folder = os.environ.get(FOLDER)
    return Prebuilt(Path(folder)) if folder else None
