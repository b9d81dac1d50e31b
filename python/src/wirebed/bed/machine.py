"""The machine and the commit of a run, as the header of its report names them."""

import os
import platform
from pathlib import Path

from wirebed.bed.git import git


def machine() -> dict[str, str | int | None]:
    model = ""
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        model = names[0] if names else ""
    return {"system": platform.platform(), "cpu": model, "cores": os.cpu_count()}


def commit(root: Path) -> str:
    """The commit of a work tree; "" where there is none."""
    return (git(root, "rev-parse", "HEAD") or b"").decode().strip()
