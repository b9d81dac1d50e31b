"""The build cache: what build steps made, by the content of all that it was made of, for every checkout and bed.

steps/<key>      which files a step made, each with its hash; or why it does not support the schema
files/<sha256>   the content of one such file, compressed
codecs/<key>     which codecs the peer of these sources introduced (wirebed.peers.asked)
ccache/          the compiler's own cache, which cpp/ccache uses

What is in here is executed; wirebed_build.private_folder says how it is kept from other users. A damaged entry is no
entry.
The loss of any of it costs only time.
"""

import json
import os
from pathlib import Path
from typing import Any

from wirebed.bed import CACHE
from wirebed.bed.files import foreign
from wirebed.errors import UserError, shown
from wirebed_build.private_folder import Damaged, PrivateFolder, trim

FOLDERS = ("steps", "files", "codecs")
# Of the bound, ccache has a quarter.
GIGABYTES, OF_CCACHE = 2.0, 0.25


class Cache:
    """A folder of kept builds. `gigabytes`: the most that it may take, with ccache."""

    def __init__(self, folder: Path = CACHE, gigabytes: float | None = None) -> None:
        self.folder, self.gigabytes = folder, gigabytes or _gigabytes()
        choice = "choose another folder by CACHE=, or remove this one"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # The user may have made this one folder a link.
            if why := foreign(folder.stat()):
                raise UserError(f"CACHE={shown(folder)} {why}. What is in there is executed: {choice}")
            self._folders = {name: PrivateFolder(folder / name, choice) for name in (*FOLDERS, "ccache")}
        except OSError as error:
            raise UserError(f"CACHE={shown(folder)} cannot be made: {error.strerror}") from error

    @property
    def environment(self) -> dict[str, str]:
        """The variables that the scripts of a build need for ccache (cpp/ccache)."""
        return {"WIREBED_CACHE": str(self.folder), "WIREBED_CCACHE_SIZE": f"{self.gigabytes * OF_CCACHE * 1000:.0f}M"}

    def get(self, kind: str, key: str) -> Any:
        """The JSON under a key; Damaged when there is none."""
        return json.loads(self._folders[kind].read(key))

    def put(self, kind: str, key: str, value: Any) -> None:
        self._folders[kind].write(key, json.dumps(value).encode())

    def file(self, digest: str) -> bytes:
        """The content with this hash; Damaged when it is not there."""
        import zstandard

        return zstandard.ZstdDecompressor().decompress(self._folders["files"].read(digest))

    def put_file(self, digest: str, source: Path) -> None:
        import zstandard

        try:
            # A damaged file would otherwise stay, and every build that takes it would run its step again.
            self._folders["files"].read(digest)
        except Damaged:
            self._folders["files"].write(digest, zstandard.ZstdCompressor(level=3).compress(source.read_bytes()))

    def drop(self, kind: str, key: str) -> None:
        self._folders[kind].drop(key)

    def trim(self) -> None:
        """Removes what was used least recently, until the rest is within the bound."""
        trim([self._folders[name] for name in FOLDERS], int(self.gigabytes * (1 - OF_CCACHE) * 1e9))


def _gigabytes() -> float:
    text = os.environ.get("WIREBED_CACHE_GB")
    try:
        gigabytes = float(text) if text else GIGABYTES
    except ValueError:
        gigabytes = 0.0
    if not 0 < gigabytes < float("inf"):
        raise UserError(f"CACHE_GB={text}: say how many gigabytes the build cache may take, like CACHE_GB=2")
    return gigabytes
