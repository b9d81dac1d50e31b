"""The versions of libraries that a bed names, itself or by the files of a service."""

import subprocess

import pytest

from wirebed.bed import Bed
from wirebed.commands import bed_libraries
from wirebed.errors import UserError
from wirebed_upgrade import sides

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <properties><gson>2.10.1</gson></properties>
  <dependencies>
    <dependency><groupId>com.google.code.gson</groupId><artifactId>gson</artifactId><version>${gson}</version></dependency>
    <dependency><groupId>com.thoughtworks.xstream</groupId><artifactId>xstream</artifactId></dependency>
    <dependency><groupId>org.example</groupId><artifactId>other</artifactId><version>1</version></dependency>
  </dependencies>
</project>
"""
LISTED = """[INFO] The following files have been resolved:
[INFO]    com.google.protobuf:protobuf-java:jar:4.28.3:compile
[INFO]    com.google.code.gson:gson:jar:2.10:test
[INFO]    com.fasterxml.woodstox:woodstox-core:jar:7.0.0:runtime -- module com.ctc.wstx
"""
JACKSON_2, JACKSON_3 = "com.fasterxml.jackson.core:jackson-databind", "tools.jackson.core:jackson-databind"
FILES = {
    "requirements.txt": ("flask==3.0.0\norjson==3.11.6 \\\n    --hash=sha256:00\n", ["orjson=3.11.6"]),
    "uv.lock": ('[[package]]\nname = "msgspec"\nversion = "0.20.0"\n', ["msgspec=0.20.0"]),
    "pom.xml": (POM, ["com.google.code.gson:gson=2.10.1"]),
    "dependencies.txt": (
        LISTED,
        ["com.google.protobuf:protobuf-java=4.28.3", "com.fasterxml.woodstox:woodstox-core=7.0.0"],
    ),
    "renamed.txt": (f"{JACKSON_3}:jar:3.0.2:compile\n", [f"{JACKSON_3}=3.0.2"]),
    "both.txt": (f"{JACKSON_3}:jar:3.0.2:compile\n{JACKSON_2}:jar:2.18.6:compile\n", [f"{JACKSON_2}=2.18.6"]),
}


@pytest.fixture
def bed(tmp_path):
    """bed(text): a bed whose file names these libraries."""
    (tmp_path / "proto").mkdir()
    (tmp_path / "fixtures").mkdir()

    def named(text: str) -> Bed:
        (tmp_path / "fixtures/bed.yaml").write_text(f"libraries: [{text}]\n")
        return Bed.open(str(tmp_path), None)

    return named


def git(folder, *words):
    subprocess.run(["git", "-c", "user.email=t@example.com", "-c", "user.name=t", *words], cwd=folder, check=True)


def pins(bed) -> list[str]:
    return list(map(str, bed_libraries.of_bed(bed)))


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_a_service_names_its_versions(bed, name):
    content, expected = FILES[name]
    opened = bed(name)
    (opened.root / name).write_text(content)
    assert pins(opened) == expected


def test_the_later_one_holds_and_the_version_of_today_is_no_pin(bed):
    (today,) = (version for name, version in sides.of_today().items() if name == "protobuf")
    assert pins(bed(f"protobuf={today}")) == []
    assert pins(bed("orjson=3.11.6, orjson=3.11.7")) == ["orjson=3.11.7"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("orjsn=1.0", 'unknown library of a peer "orjsn"; near: "orjson"'),
        ("orjson=", "a library and its version are wanted"),
        ("jdk=12", "known versions are 17, 21, 25"),
        ("uv.toml", "neither `name=version` nor a file"),
        ("broken.xml", "broken.xml cannot be read"),
    ],
)
def test_an_error_stands_at_its_place(bed, text, words):
    opened = bed(text)
    (opened.root / "broken.xml").write_text("<project>")
    with pytest.raises(UserError, match=words) as error:
        bed_libraries.of_bed(opened)
    assert (error.value.path.name, error.value.line, error.value.column) == ("bed.yaml", 1, 13)


def test_an_upgrade_since_a_commit_is_of_what_the_bed_names(bed):
    opened = bed("requirements.txt")
    (opened.root / "requirements.txt").write_text("orjson==3.11.6\nmsgspec==0.20.0\n")
    git(opened.root, "init", "-q")
    git(opened.root, "add", "-A")
    git(opened.root, "commit", "-qm", "one")
    assert sides.since(opened, "HEAD") is None
    (opened.root / "requirements.txt").write_text("orjson==3.11.7\nmsgspec==0.20.0\n")
    since = sides.since(opened, "HEAD")
    assert (since.old.spelled, since.new.spelled) == ("orjson=3.11.6", "")


def test_a_runtime_that_the_commit_does_not_name_has_no_version_there(bed):
    opened = bed("orjson=3.11.6")
    git(opened.root, "init", "-q")
    git(opened.root, "add", "-A")
    git(opened.root, "commit", "-qm", "one")
    with pytest.raises(UserError, match="BASE=HEAD: the bed named no jdk there"):
        sides.since(bed("jdk=21"), "HEAD")


def test_a_file_that_the_commit_cannot_have_is_told(bed, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "requirements.txt"
    outside.write_text("orjson==3.11.6\n")
    opened = bed(f"'{outside}'")
    git(opened.root, "init", "-q")
    git(opened.root, "add", "-A")
    git(opened.root, "commit", "-qm", "one")
    with pytest.raises(UserError, match="outside of the repository"):
        sides.since(opened, "HEAD")


def test_a_library_that_was_not_named_had_the_version_of_today(bed):
    opened = bed("msgspec=0.20.0")
    git(opened.root, "init", "-q")
    git(opened.root, "add", "-A")
    git(opened.root, "commit", "-qm", "one")
    since = sides.since(bed("msgspec=0.20.0, orjson=3.11.6"), "HEAD")
    assert since.old.spelled == f"orjson={sides.of_today()['orjson']}"


def test_an_upgrade_crosses_the_name_of_a_library(bed):
    opened = bed(f"'{JACKSON_2}=2.18.6'")
    git(opened.root, "init", "-q")
    git(opened.root, "add", "-A")
    git(opened.root, "commit", "-qm", "one")
    since = sides.since(bed(f"'{JACKSON_3}=3.0.2'"), "HEAD")
    assert since.old.spelled == f"{JACKSON_2}=2.18.6"
