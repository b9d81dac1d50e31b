"""Generations of the Java peers are what they say they are: Maven downloads one small library."""

import subprocess
import zipfile

import pytest
from long_tests import long

from wirebed.bed import BUILD, ROOT, Bed
from wirebed.peers import Pool, discover
from wirebed.peers.client import connect
from wirebed_build.languages.generations import GENERATIONS, libraries
from wirebed_build.languages.peer_yaml import load
from wirebed_build.trees import ensure

JAVA = ROOT / "java"


@pytest.fixture(scope="module")
def base():
    """The peers of today are built."""
    ensure(Bed.open(), ["java", "dubbo"])


def refused(peer, folder, *pins) -> str:
    """What `build-generation` says when it fails."""
    done = subprocess.run([JAVA / "build-generation", folder, *pins], cwd=peer, capture_output=True, text=True)
    assert done.returncode == 1 and not done.stdout
    return done.stderr.strip()


def test_a_generation_loads_its_own_files(base, monkeypatch):
    monkeypatch.setenv(GENERATIONS, "com.google.code.gson:gson=2.10.1")
    name = "java~gson-2.10.1"
    tree = ensure(Bed.open(), [name])
    with connect(tree, ["java", name]) as client:
        codecs = {peer: {codec.key: codec for codec in client.codecs if codec.peer == peer} for peer in ("java", name)}
    assert codecs["java"].keys() == codecs[name].keys()
    of_libraries = {key for key, codec in codecs["java"].items() if codec.loaded.path.startswith("{build}/java/lib/")}
    assert {"json/gson", "json/jackson", "protobuf/protobuf-java"} <= of_libraries
    for key in of_libraries:
        was, now = codecs["java"][key], codecs[name][key]
        if key == "json/gson":
            assert now.version == "2.10.1" != was.version
            assert now.loaded.path == f"{{build}}/generations/{name}/lib/gson-2.10.1.jar"
        else:
            assert now.version == was.version
            assert now.loaded.path == was.loaded.path.replace("{build}/java/", f"{{build}}/generations/{name}/")


@long("builds a generation of Jackson 3, and one of Json-Lib 3")
@pytest.mark.parametrize(
    ("peer", "pin", "of_library", "gone"),
    [
        (
            "java",
            "tools.jackson.core:jackson-databind=3.0.0",
            {"json/jackson", "json/jackson-default"},
            "com/fasterxml/jackson/databind/",
        ),
        ("legacy", "org.kordamp.json:json-lib-core=3.1.0", {"json/json-lib"}, "net/sf/json/"),
    ],
)
def test_a_library_with_another_name_takes_the_place_of_that_of_today(base, monkeypatch, peer, pin, of_library, gone):
    monkeypatch.setenv(GENERATIONS, pin)
    label = pin.rpartition(":")[2].replace("=", "-")
    name = f"{peer}~{label}"
    tree = ensure(Bed.open(), [peer, name])
    with Pool(discover(names=["java", peer, name]), tree) as pool:
        introduced = pool.introductions()
    of_today, codecs = (
        {f"{codec.format}/{codec.library}": codec for codec in introduced[one].codecs} for one in (peer, name)
    )
    assert codecs.keys() == of_today.keys()
    assert {key for key, codec in codecs.items() if codec.version != of_today[key].version} == of_library
    lib = BUILD / "generations" / name / "lib"
    classes = {entry for jar in lib.glob("*.jar") for entry in zipfile.ZipFile(jar).namelist()}
    assert not any(entry.startswith(gone) for entry in classes)
    for key in of_library:
        codec = codecs[key]
        assert codec.version == pin.partition("=")[2]
        assert codec.loaded.path.endswith(f"/{name}/lib/{label}.jar")
        named = {f"{error.type.replace('.', '/')}.class" for error in codec.typed_errors}
        assert named and named <= classes, "the errors that it documents are there"


def test_a_version_that_does_not_exist_is_named_in_one_line(base, tmp_path):
    words = refused(JAVA / "dubbo", tmp_path, "org.apache.dubbo:hessian-lite=99.1")
    assert words.startswith("Could not find artifact org.apache.dubbo:hessian-lite:jar:99.1 in ")
    assert "\n" not in words


def test_a_pin_that_is_ignored_fails(base, tmp_path):
    """Both libraries have the version of one property."""
    library = "com.google.protobuf:protobuf-java"
    today = libraries(load(JAVA / "peer.yaml"))[library]
    words = refused(JAVA, tmp_path, f"{library}=3.0.0", f"{library}-util={today}")
    assert words == f"{library}=3.0.0: Maven resolves {today} of {library} for the libraries of java"


def test_a_library_that_the_peer_does_not_have(tmp_path):
    words = refused(JAVA / "dubbo", tmp_path, "com.google.code.gson:gson=2.10.1")
    assert words == "com.google.code.gson:gson=2.10.1: dubbo/pom.xml has no such library with its version in a property"
