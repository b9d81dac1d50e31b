"""`make lock`: writes python/requirements.lock from python/requirements.in, and keeps its pins.

Only new requirements are resolved; UPGRADE=<package> takes the newest version of one package, UPGRADE='*' of all.
"""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from wirebed.bed import BUILD, ROOT
from wirebed.errors import UserError, unknown

_PIN = re.compile(r"^([a-z0-9][\w.-]*)==(\S+)", re.MULTILINE | re.IGNORECASE)


def main(upgrade: str | None, folder: Path = ROOT / "python", more: Sequence[str] = ()) -> int:
    """Prints each package whose version has changed; returns 0. `more`: options of `uv pip compile`."""
    lock = folder / "requirements.lock"
    before = pins(lock)
    command = [str(BUILD / "venv/bin/uv"), "pip", "compile", "--quiet", "--generate-hashes", "--no-header"]
    command += ["--no-emit-index-url", "--universal", "--python-version", "3.11", *_upgraded(upgrade, before), *more]
    done = subprocess.run([*command, "requirements.in", "-o", lock.name], cwd=folder, check=False)
    if done.returncode:
        raise UserError(f"uv could not resolve it: exit code {done.returncode}", folder / "requirements.in")
    after = pins(lock)
    changed = [name for name in sorted({**before, **after}) if before.get(name) != after.get(name)]
    for name in changed:
        print(f"lock: {name} {before.get(name, 'none')} -> {after.get(name, 'none')}")
    print(f"lock: {len(changed)} of {len(after)} packages changed")
    return 0


def pins(lock: Path) -> dict[str, str]:
    """Package -> version."""
    return dict(_PIN.findall(lock.read_text(encoding="utf-8"))) if lock.exists() else {}


def _upgraded(upgrade: str | None, known: dict[str, str]) -> list[str]:
    if not upgrade:
        return []
    if upgrade == "*":
        return ["--upgrade"]
    names = upgrade.split(",")
    for name in names:
        if name not in known:
            raise unknown("package of requirements.lock", name, known)
    return [option for name in names for option in ("--upgrade-package", name)]
