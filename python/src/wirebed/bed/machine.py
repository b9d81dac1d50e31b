"""The machine and the commit of a run, as the header of its report names them."""

import os
import platform
import subprocess
from pathlib import Path


def machine() -> dict[str, str | int | None]:
    model = ""
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        model = names[0] if names else ""
    return {"system": platform.platform(), "cpu": model, "cores": os.cpu_count()}


def commit(root: Path) -> str:
    done = subprocess.run(["git", "-C", str(root), "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip()
