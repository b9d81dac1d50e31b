"""The registries without a network: which version is pinned, and which of the known ones is the newest release."""

import pytest

from wirebed.bed import ROOT
from wirebed_upstream import pypi
from wirebed_upstream.limits import Ended
from wirebed_upstream.load import load
from wirebed_upstream.maven import Maven, newest_release, project
from wirebed_upstream.mechanisms import natures
from wirebed_upstream.pypi import PyPI
from wirebed_upstream.registry import NotThere
from wirebed_upstream.reproduction import Library

LIBRARIES = {one.library for one in load(ROOT / "fixtures/upstream", natures(ROOT / "fixtures"))}


@pytest.mark.parametrize("library", sorted(LIBRARIES, key=str), ids=lambda library: library.coordinates)
def test_every_library_of_java_and_python_is_pinned(library):
    registry = {"maven": Maven, "pypi": PyPI}.get(library.registry)
    if registry is not None:
        assert registry().pinned(library)[0].isdigit()


def test_a_library_that_nothing_pins_is_told():
    with pytest.raises(NotThere, match="in no pom.xml"):
        Maven().pinned(Library("maven", "a:b"))


def test_the_newest_release_is_no_candidate():
    assert newest_release(["2.9", "2.10.1", "3.0-beta1", "3.0.0-rc2", "2.11-SNAPSHOT", "x"]) == "2.10.1"
    assert newest_release(["4.0.0-M1"]) is None


def test_a_project_manages_what_its_library_needs():
    text = project("a:b:jdk15", "1", {"a:b": "0", "c:d": "2"})
    assert "<artifactId>b</artifactId><version>1</version><classifier>jdk15</classifier>" in text
    assert "<artifactId>d</artifactId><version>2</version>" in text and "<version>0</version>" not in text


# What pip 23 prints of a library with -vv, with a file that was withdrawn and one for another Python.
PIP = """\
Fetched page https://pypi.org/simple/some/ as application/vnd.pypi.simple.v1+json
  Skipping link: yanked for reason: it was broken: https://files.example/a/some-1.1.0-py3-none-any.whl#sha256=0
  Skipping link: yanked for reason: <none given>: https://files.example/a/some-1.1.0.tar.gz#sha256=0
  Skipping link: none of the wheel's tags (cp37-cp37m-win32) are compatible: https://files.example/some-1.2.whl
some (1.10.0)
Available versions: 1.10.0, 1.10.0rc1, 1.9.0, 1.0.dev3
"""


def test_releases_of_python_are_in_order_and_others_say_why_they_are_none(monkeypatch):
    monkeypatch.setattr(pypi, "ended", lambda *words: Ended(0, PIP, ""))
    listed = PyPI().listed(Library("pypi", "some"))
    assert listed.versions == ("1.9.0", "1.10.0")
    assert listed.left_out == {"1.1.0": "yanked", "1.10.0rc1": "pre-release", "1.0.dev3": "pre-release"}


def test_a_registry_that_does_not_answer_is_told(monkeypatch):
    monkeypatch.setattr(pypi, "ended", lambda *words: Ended(1, "", "ERROR: No matching distribution"))
    with pytest.raises(NotThere, match="No matching distribution"):
        PyPI().listed(Library("pypi", "some"))


LOCK = """\
lock-version = "1.0"
[[packages]]
name = "some"
version = "1.9.0"
sdist = { url = "https://files.example/s", upload-time = 2025-04-30T01:00:00Z }
wheels = [{ url = "https://files.example/w", upload-time = 2025-04-29T14:24:19Z }]
"""


def test_a_release_of_python_has_the_day_of_its_first_file_or_no_wheel(monkeypatch):
    monkeypatch.setattr(pypi, "_uv", lambda *words, text: Ended(0 if "==1.8" not in text else 1, LOCK, "no wheels"))
    library = Library("pypi", "of-a-test")
    assert PyPI().released(library, "1.9.0") == "2025-04-29"
    with pytest.raises(NotThere, match="no wheel for python3"):
        PyPI().released(library, "1.8.0")
