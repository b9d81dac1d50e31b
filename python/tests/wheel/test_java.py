"""The wheel wirebed-java: the licences of all that is in it, and a run without Maven."""

import io
import json
import re
import shutil
import zipfile

import pytest
from bare import HIDDEN, Bare
from long_tests import long

from wirebed.bed import ROOT, yaml_tree
from wirebed_wheel import java


@pytest.fixture(scope="module")
def wheel_of_java(tmp_path_factory):
    return java.main(tmp_path_factory.mktemp("java"))


@pytest.fixture(scope="module")
def content(wheel_of_java):
    with zipfile.ZipFile(wheel_of_java) as wheel:
        return {name: wheel.read(name) for name in wheel.namelist() if not name.endswith("/")}


@pytest.fixture(scope="module")
def files(content):
    """What the steps have made, by its place in a build folder."""
    steps = [json.loads(data) for name, data in content.items() if name.startswith("wirebed_java/steps/")]
    assert len(steps) == 2
    made = {place: digest for step in steps for place, (digest, _) in step["files"].items()}
    return {place: content[f"wirebed_java/files/{digest}"] for place, digest in made.items()}


def test_it_is_small_and_has_no_part_of_the_legacy_peer(wheel_of_java, files):
    assert wheel_of_java.stat().st_size <= 40e6
    assert {place.split("/")[1] for place in files} == {"java", "dubbo"}


def test_the_licences_and_notices_of_all_that_is_in_it_are_beside_it(content, files):
    licences: dict[str, dict[str, bytes]] = {}
    for name, data in content.items():
        if matched := re.fullmatch(r"[^/]+\.dist-info/licenses/licences/([^/]+)/(.+)", name):
            licences.setdefault(matched[1], {})[matched[2]] = data
    assert licences.keys() == {re.sub(r"\.jar$", "", place.rpartition("/")[2]) for place in files}
    for place, data in files.items():
        beside = licences[re.sub(r"\.jar$", "", place.rpartition("/")[2])]
        assert beside and all(beside.values()), place
        if place.endswith(".jar"):
            with zipfile.ZipFile(io.BytesIO(data)) as jar:
                for name in jar.namelist():
                    if re.search(r"licen[cs]e|notice", name, re.IGNORECASE) and not name.endswith(("/", ".class")):
                        assert beside[name.rpartition("/")[2]] == jar.read(name), f"{place}: {name}"


def test_each_licence_that_the_repository_has_is_of_something_in_it(files):
    artifacts = {re.sub(r"-\d.*|\.jar$", "", place.rpartition("/")[2]) for place in files}
    assert yaml_tree.mapping(java.TEXTS / "index.yaml").keys() <= artifacts


@long("compiles the schemas of the sample")
def test_a_run_needs_a_jdk_and_no_maven(wheel, wheel_of_java, tmp_path):
    bare = Bare(tmp_path, (HIDDEN | {"curl", "unzip"}) - {"java", "javac"})
    bare.install(str(wheel), str(wheel_of_java))
    shop = tmp_path / "shop"
    shutil.copytree(ROOT / "fixtures/sample", shop)
    code, text = bare(shop, "interop")
    assert code == 0 and "java base: taken from the package that pip has installed" in text, text
    assert not (bare.home / ".m2").exists()
