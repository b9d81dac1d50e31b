"""The registries without a network: which version is pinned, and which of the known ones is the newest release."""

import pytest

from wirebed.bed import ROOT
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
