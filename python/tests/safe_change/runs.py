"""Runs of OLD= and NEW= with all languages, and what they report."""

import json
import os

from wirebed.bed import BUILD, REPORTS
from wirebed_safe_change import report
from wirebed_safe_change.command import main

# The processes of pytest-xdist run files of tests at the same time, and each reads the report that it has written.
report.REPORTS = REPORTS / os.environ.get("PYTEST_XDIST_WORKER", "")
REPORT = report.REPORTS / report.NAME
# Who can be built within seconds: for a test that says nothing of a language.
SOON = ("java", "python")


def folder(name: str, **files: str) -> str:
    """Always the same place, so that a second run of the tests builds nothing."""
    path = BUILD / "test" / "between" / name
    path.mkdir(parents=True, exist_ok=True)
    for stem, text in files.items():
        file = path / f"{stem}.proto"
        if not file.is_file() or file.read_text() != text:
            file.write_text(text)
    return str(path)


def shop(name: str, text: str) -> str:
    return folder(name, shop=text)


class Report:
    """The report of the last run. `route` is `reading` or `relaying`; left out, it is both."""

    def __init__(self, code: int):
        self.code = code
        self.lines = [json.loads(line) for line in REPORT.with_suffix(".jsonl").read_text().splitlines()]
        self.footer = self.lines[-1]["footer"]
        self.markdown = REPORT.with_suffix(".md").read_text()
        found = [line["finding"] for line in self.lines if "finding" in line]
        self.formats = self.lines[0]["header"]["formats"]
        self.of = {(f["message"], f["field"], f["format"], f["direction"]): f for f in found}
        # Of a run of one format.
        self.findings = {(f["message"], f["field"], f["direction"]): f for f in found}

    def at(self, field: str, message: str = "shop.Order", route: str = "verdict", format_: str = "") -> tuple[str, str]:
        """The verdicts backward and forward; safe where nothing is told of a field that did not change."""
        keys = [(message, field, format_ or self.formats[0], direction) for direction in ("backward", "forward")]
        return tuple(self.of[key][route] if key in self.of else "safe" for key in keys)

    def worst(self, field: str, direction: str, message: str = "shop.Order", format_: str = "") -> dict:
        return self.of[message, field, format_ or self.formats[0], direction]["effects"][0]

    def change(self, message: str, field: str) -> list[str]:
        """What changed, in words."""
        changes = (line["change"] for line in self.lines if "change" in line)
        return next(one["what"] for one in changes if (one.get("message"), one.get("field")) == (message, field))


def run(old: str, new: str, fresh: bool = True, **more) -> Report:
    return Report(main(old, new, fresh=fresh, **more))
