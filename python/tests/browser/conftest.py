"""The page of the newest results in a real browser, Debian's Chromium, driven by Playwright.

`make test` runs these after the suites, so the page is that of full runs, with the checked-in benchmark and
verdicts. Without a run of interop and evolution there is nothing to open, and the tests fail; without Chromium they
are skipped, and `make test` says so.
"""

import os
import shutil
import subprocess
from contextlib import contextmanager

import msgspec
import pytest
from made_up import UPGRADE
from one_at_a_time import one_at_a_time
from playwright.sync_api import expect, sync_playwright

from wirebed.bed import REPORTS, ROOT, Bed
from wirebed.report import load
from wirebed_page import command
from wirebed_page.runs import Runs

CHROMIUM = shutil.which("chromium")

# Playwright gives an expectation 5 s, and a selector 30 s.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def page_file(tmp_path_factory, worker_id):
    """The page, which the first of the processes makes for all."""
    folder = tmp_path_factory.getbasetemp()
    if worker_id != "master":
        folder = folder.parent
    folder = folder / "page"
    with one_at_a_time(folder / "lock"):
        if not (folder / "index.html").exists():
            _make_page(folder)
    return folder / "index.html"


def _make_page(folder):
    for suite in ("interop", "evolution", "echo"):
        for report in REPORTS.glob(f"{suite}.*"):
            (folder / report.name).symlink_to(report)
    _replay(folder)
    UPGRADE.write(folder / "upgrade.json")
    runs = Runs(Bed.open(), folder, _older(folder))
    command.make(runs, folder / "index.html")
    assert not {"interop", "evolution"} & runs.missing.keys(), runs.missing


def _replay(folder):
    """A replay of records of which the readers of Python read one alike and the others not."""
    corpus = folder / "records"
    corpus.write_text('{"targetPrice": 1.5}\n{"targetPrice": NaN}\n{"symbol": [[]]}\n')
    words = [f"--corpus={corpus}", "--framing=lines", "--format=json", "--message=interop.Stock", "--language=python"]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("WIREBED_") or "CACHE" in key}
    done = subprocess.run([ROOT / "python/wirebed", "replay", *words], env=clean | {"WIREBED_REPORTS": str(folder)})
    assert done.returncode == 1


def _older(folder):
    """A report of interop as an earlier run could have left it, with something for each part of the view of changes."""
    header, *lines, footer = map(msgspec.json.decode, (REPORTS / "interop.jsonl").read_bytes().splitlines())
    header["header"]["codecs"][0]["version"] = "0"
    del lines[::1000]
    one, other, third, fourth, *_ = (line for line in lines if line["outcome"] == "equal" and "bytes" in line)
    one["outcome"], other["bytes"], third["value"], fourth["case"] = "differs", "other", "another", "Older/case"
    path = folder / "older.jsonl"
    path.write_bytes(b"\n".join(map(msgspec.json.encode, (header, *lines, footer))))
    return path


@pytest.fixture(scope="session")
def interop():
    return load(REPORTS / "interop.jsonl")


@pytest.fixture(scope="session")
def chromium():
    if CHROMIUM is None:
        pytest.skip("there is no chromium (Debian's package chromium)")
    # Chromium's sandbox refuses to start as root.
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield browser
        browser.close()


class Opened:
    """The page in a tab; `requests` are the addresses that it asked for, `errors` what its scripts threw."""

    def __init__(self, tab, path):
        self.tab, self.path = tab, path
        self.requests, self.errors = [], []
        tab.on("request", lambda request: self.requests.append(request.url))
        tab.on("pageerror", lambda error: self.errors.append(str(error)))
        tab.on("console", lambda message: message.type == "error" and self.errors.append(message.text))

    def at(self, address: str = ""):
        """Opens a view by its address, as a link from elsewhere does."""
        self.tab.goto("about:blank")
        self.tab.goto(f"file://{self.path}{address}")
        self.tab.wait_for_selector("html[data-ready]")
        return self.tab

    @contextmanager
    def another_view(self):
        """Waits for the view that what is done here opens."""
        # The view before stays until the next one has what it shows.
        self.tab.evaluate("document.querySelector('#view h1')?.setAttribute('data-before', '')")
        yield
        self.tab.wait_for_selector("#view h1:not([data-before])")

    def go(self, address: str):
        """Goes to a view of the page that is already there, anew if it is the one that is shown."""
        self.tab.evaluate("location.hash = '#/'")
        self.tab.wait_for_selector("#start", state="visible")
        if address:
            with self.another_view():
                self.tab.evaluate("address => { location.hash = address }", address)
        return self.tab


@pytest.fixture
def open_page(chromium, page_file):
    """Makes a tab: open_page(width=390, color_scheme="dark")."""
    contexts = []

    def make(path=page_file, width=1280, height=900, **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        return Opened(context.new_page(), path)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def walked(chromium, page_file):
    """A tab that has loaded the page, for tests that go from view to view."""
    context = chromium.new_context()
    found = Opened(context.new_page(), page_file)
    found.at()
    yield found
    context.close()


@pytest.fixture
def opened(open_page):
    found = open_page()
    yield found
    assert not found.errors
