"""The documents of the repository: README.md is short, links lead somewhere, and commands that are named exist."""

import re
import subprocess
from pathlib import Path
from urllib.parse import unquote

import pytest
import typer.main

from wirebed import cli
from wirebed.bed import ROOT

MOST_LINES = 150
LISTED = subprocess.run(
    ["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True, text=True
)
DOCUMENTS = sorted(ROOT / name for name in LISTED.stdout.split() if (ROOT / name).exists())
# CONTRIBUTING.md walks through this file.
EXAMPLES = {"python/src/wirebed_peer/codec/json_compact.py"}
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def prose(text: str) -> str:
    """The text without fenced blocks, in which nothing is a link or a heading."""
    return re.sub(r"^ *```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(text: str) -> set[str]:
    """What GitHub calls each heading in a link: lower case, hyphens for blanks, a number when it stands twice."""
    found: dict[str, int] = {}
    for heading in re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        found[slug] = found.get(slug, -1) + 1
        if found[slug]:
            found[f"{slug}-{found[slug]}"] = 0
    return set(found)


def links(text: str) -> list[str]:
    """Where links and pictures lead, code apart."""
    return re.findall(r"\]\(<?([^)\s>]+)>?\)", re.sub(r"`[^`]*`", "`", prose(text)))


def broken(path: Path) -> list[str]:
    wrong = []
    for link in links(path.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        place, _, heading = link.partition("#")
        target = (path.parent / unquote(place)).resolve() if place else path
        if not target.is_relative_to(ROOT) or not target.exists():
            wrong.append(f"{link}: there is no such file")
        elif heading and heading not in anchors(target.read_text(encoding="utf-8")):
            wrong.append(f"{link}: there is no such heading")
    return wrong


def paths(text: str) -> set[str]:
    """Files and folders in backquotes; `python/upb`, without an ending and another folder, is a codec."""
    named = re.findall(r"`((?:java|python|cpp|proto|fixtures)/[\w./…-]+)`", text)
    return {one for one in named if one.count("/") > 1 or "." in one}


def exists(path: str) -> bool:
    """`java/…/Limits` leaves out folders, and a name may leave out its ending."""
    glob = path.rstrip("/").replace("…", "**")
    return any(True for ending in ("", ".*") for _ in ROOT.glob(glob + ending))


def test_the_front_page_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_every_link_leads_to_a_file_and_a_heading(path):
    assert not broken(path)


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_every_command_that_is_named_exists(path):
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    text = path.read_text(encoding="utf-8")
    blocks = "\n".join(re.findall(r"^ *```sh\n(.*?)^ *```$", text, re.DOTALL | re.MULTILINE))
    named = re.findall(r"`make ([a-z-]+)", prose(text)) + re.findall(r"^ *make ([a-z-]+)", blocks, re.MULTILINE)
    assert not set(named) - targets


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_every_path_of_the_repository_that_is_named_exists(path):
    assert not {one for one in paths(path.read_text(encoding="utf-8")) if not exists(one)} - EXAMPLES


def test_every_place_that_a_source_names_exists():
    """As `proto/wirebed/README.md, "The view"`: the document is there, and has these words."""
    reference = r"\b((?:cpp|fixtures|java|proto|python)/(?:[a-z0-9_]+/)*[A-Z_]+\.md)(?:, \"([^\"]+)\")?"
    command = ["git", "grep", "-hIoP", reference, ":!*.md"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    named = set(re.findall(reference, listed))
    texts = {document: ROOT / document for document, _ in named}
    found = {document: path.read_text(encoding="utf-8") if path.exists() else "" for document, path in texts.items()}
    assert not [(document, words) for document, words in named if not found[document] or words not in found[document]]


def test_make_help_lists_every_command():
    listed = set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE)) - {"help"}
    commands = set(typer.main.get_command(cli.app).commands)
    # `make format` is `wirebed check --fix`.
    assert commands == listed - {"format"}


def test_wrong_links_commands_and_paths_are_found(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / "other.md").write_text("# A `code` heading, twice\n## A code heading twice\n```\n# none\n```\n")
    page = tmp_path / "page.md"
    page.write_text("[a](other.md#a-code-heading-twice) ![b](other.md) [c](https://example.org/x#y) `[d](none.md)`\n")
    assert broken(page) == []
    assert paths("`java/src/X.java` `python/upb` `fixtures/…/none`") == {"java/src/X.java", "fixtures/…/none"}
    assert not exists("fixtures/…/none") and exists("oth") is False and exists("other") and exists("…/page.md")
    page.write_text("[a](none.md) [b](other.md#none) [c](#none) [d](../x)\n")
    assert [line.partition(":")[0] for line in broken(page)] == ["none.md", "other.md#none", "#none", "../x"]
