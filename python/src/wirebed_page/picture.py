"""`wirebed report-picture`: takes the picture of the page that README.md shows, with Debian's Chromium."""

import os
import shutil
import subprocess
from pathlib import Path

from wirebed.bed import REPORTS, ROOT
from wirebed.bed.exit_codes import AS_EXPECTED
from wirebed.errors import UserError, shown
from wirebed_page.command import PAGE

PICTURE = ROOT / "fixtures" / "results" / "report.png"
_SIZE = "1280,800"
_SECONDS = 60


def main() -> int:
    page, chromium = REPORTS / PAGE, shutil.which("chromium")
    if not page.is_file():
        raise UserError("there is no page; `make report` makes it", page)
    if chromium is None:
        raise UserError("there is no chromium: apt-get install chromium")
    _take(chromium, page)
    print(f"{shown(PICTURE)}: {PICTURE.stat().st_size / 1000:.0f} kB")
    return AS_EXPECTED


def _take(chromium: str, page: Path):
    command = [chromium, "--headless", "--hide-scrollbars", f"--window-size={_SIZE}", f"--screenshot={PICTURE}"]
    # Chromium's sandbox refuses to start as root.
    command += ["--no-sandbox"] * (os.geteuid() == 0)
    done = subprocess.run([*command, page.as_uri()], capture_output=True, text=True, timeout=_SECONDS, check=False)
    if done.returncode or not PICTURE.is_file():
        raise UserError(f"chromium took no picture: {done.stderr.strip().splitlines()[-1:]}", page)
