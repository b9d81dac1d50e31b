"""`make lock`: writes the locks of python/ from what they are made of, and keeps their pins.

`requirements` are the packages of the runner, and `libraries` those of the Python peer, whose environment is its own.
Only new requirements are resolved; UPGRADE=<package> takes the newest version of one package, UPGRADE='*' of all.
"""

import hashlib
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from wirebed.bed import BUILD, ROOT
from wirebed.errors import UserError, unknown

REQUIREMENTS, LIBRARIES = "requirements", "libraries"
_PIN = re.compile(r"^([a-z0-9][\w.-]*)==(\S+)", re.MULTILINE | re.IGNORECASE)


def main(upgrade: str | None, folder: Path = ROOT / "python", more: Sequence[str] = ()) -> int:
    """Prints each package whose version has changed; returns 0. `more`: options of `uv pip compile`."""
    before = {name: pins(name, folder) for name in (REQUIREMENTS, LIBRARIES)}
    options = {name: _upgraded(upgrade, before, name) for name in before}
    for name, pinned in before.items():
        _compile(name, folder, [*options[name], *more])
        after = pins(name, folder)
        changed = [package for package in sorted({**pinned, **after}) if pinned.get(package) != after.get(package)]
        for package in changed:
            print(f"lock: {package} {pinned.get(package, 'none')} -> {after.get(package, 'none')}")
        print(f"lock: {len(changed)} of {len(after)} packages of {name}.lock changed")
    return 0


def pins(name: str, folder: Path = ROOT / "python") -> dict[str, str]:
    """Package -> version, of a lock."""
    lock = folder / f"{name}.lock"
    return dict(_PIN.findall(lock.read_text(encoding="utf-8"))) if lock.exists() else {}


def _compile(name: str, folder: Path, options: Sequence[str]) -> None:
    """Resolves a file. The first line of its lock says of which file it is, for python/bootstrap."""
    source, lock = folder / f"{name}.in", folder / f"{name}.lock"
    command = [str(BUILD / "venv/bin/uv"), "pip", "compile", "--quiet", "--generate-hashes", "--no-header"]
    command += ["--no-emit-index-url", "--universal", "--python-version", "3.11", *options]
    content = source.read_bytes()
    done = subprocess.run([*command, source.name, "-o", lock.name], cwd=folder, check=False)
    if done.returncode:
        raise UserError(f"uv could not resolve it: exit code {done.returncode}; {lock.name} is as it was", source)
    head = f"# {source.name} {hashlib.sha256(content).hexdigest()}\n"
    lock.write_text(head + lock.read_text(encoding="utf-8"), encoding="utf-8")


def _upgraded(upgrade: str | None, known: Mapping[str, Mapping[str, str]], name: str) -> list[str]:
    if not upgrade:
        return []
    if upgrade == "*":
        return ["--upgrade"]
    packages = upgrade.split(",")
    for package in packages:
        if not any(package in pinned for pinned in known.values()):
            raise unknown(
                "package of requirements.lock and libraries.lock", package, {**known[REQUIREMENTS], **known[LIBRARIES]}
            )
    return [word for package in packages if package in known[name] for word in ("--upgrade-package", package)]
