"""`wirebed report-picture`: takes pictures of the first screen of the page, as a desktop and as a phone shows it, with
Debian's Chromium. README.md shows that of the desktop."""

import os
import shutil
from pathlib import Path

from wirebed.bed import REPORTS, ROOT
from wirebed.bed.exit_codes import AS_EXPECTED
from wirebed.errors import UserError, shown
from wirebed_page.command import PAGE

_FOLDER = ROOT / "fixtures" / "results"
# File -> width and height in pixels.
PICTURES = {"report.png": (1440, 900), "report-phone.png": (390, 844)}
_MILLISECONDS = 60_000


def main() -> int:
    page, chromium = REPORTS / PAGE, shutil.which("chromium")
    if not page.is_file():
        raise UserError("there is no page; `make report` makes it", page)
    if chromium is None:
        raise UserError("there is no chromium: apt-get install chromium")
    _take(chromium, page)
    for name in PICTURES:
        print(f"{shown(_FOLDER / name)}: {(_FOLDER / name).stat().st_size / 1000:.0f} kB")
    return AS_EXPECTED


def _take(chromium: str, page: Path) -> None:
    from playwright.sync_api import Error, sync_playwright

    # Chromium's sandbox refuses to start as root.
    arguments = ["--no-sandbox"] * (os.geteuid() == 0)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=arguments, timeout=_MILLISECONDS)
            for name, (width, height) in PICTURES.items():
                tab = browser.new_page(viewport={"width": width, "height": height})
                tab.goto(page.as_uri(), timeout=_MILLISECONDS)
                tab.wait_for_selector("html[data-ready]", timeout=_MILLISECONDS)
                tab.screenshot(path=_FOLDER / name)
            browser.close()
    except Error as error:
        raise UserError(f"chromium took no picture: {error.message.splitlines()[0]}", page) from error
