"""What OLD= and NEW= take besides folders, and what they refuse: names that lead out, links, bombs, what is cut."""

import gzip
import io
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from runs import SOON, run

from wirebed import bed
from wirebed.bed.schema import pool_of
from wirebed.errors import UserError
from wirebed_build.trees import ensure_descriptors
from wirebed_safe_change import archive_files, command, given_files, sources

OLD = 'syntax = "proto3"; package shop;\nimport "shop/part.proto";\nmessage Order { int32 cents = 1; Part part = 2; }\n'
NEW = OLD.replace("int32", "int64")
PART = 'syntax = "proto3"; package shop; message Part { int32 x = 1; }\n'
FILES = {"proto/shop/order.proto": OLD, "proto/shop/part.proto": PART, "README.md": "x" * 100}
GIVEN = ("git", "git of the other side", "tag", "tar", "tgz", "zip", "folder of a zip")


def git(folder: Path, *words: str):
    who = ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


def put(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def repository(tmp_path) -> Path:
    """A repository with OLD in `main` and in the tag `v1.0`, and NEW in its work tree."""
    folder = put(tmp_path / "repository", FILES)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "x")
    git(folder, "tag", "v1.0")
    return put(folder, {"proto/shop/order.proto": NEW})


def tar(path: Path, members, mode: str = "w") -> Path:
    """`members`: name -> text, or a TarInfo that says more."""
    with tarfile.open(path, mode) as archive:
        for name, text in members:
            one = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            one.size = len(text) if one.isreg() else 0
            archive.addfile(one, io.BytesIO(text.encode()))
    return path


def zipped(path: Path, members) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members:
            archive.writestr(name, text)
    return path


@pytest.fixture
def given(repository, tmp_path) -> dict[str, str]:
    inside = [(f"shop-1.0/{name}", text) for name, text in FILES.items()]
    return {
        "git": "git:main:proto",
        "git of the other side": "git:main",
        "tag": "git:v1.0:proto",
        "tar": str(tar(tmp_path / "a.tar", inside)),
        "tgz": str(tar(tmp_path / "a.tgz", inside, "w:gz")),
        "zip": str(zipped(tmp_path / "a.zip", inside)),
        "folder of a zip": f"{tmp_path / 'a.zip'}:shop-1.0/proto",
    }


@pytest.mark.parametrize("one", GIVEN)
def test_old_is_the_same_from_wherever_it_comes(given, repository, one):
    source = sources.source_of("OLD", given[one], str(repository / "proto"), ())
    assert source.tree.files == ("shop/order.proto", "shop/part.proto")
    assert source.path_of("shop/order.proto").endswith("proto/shop/order.proto")
    assert (ensure_descriptors(source.tree, []) / "schema.binpb").is_file()


def test_a_run_against_a_branch(repository):
    report = run("git:main:proto", str(repository / "proto"), peers=SOON)
    assert report.code == 1 and report.at("cents") == ("safe", "corrupting")
    cents = report.findings["shop.Order", "cents", "forward"]
    assert cents["was"] == {"file": "proto/shop/order.proto", "line": 3, "column": 17}
    assert report.lines[0]["header"]["old"] == "git:main:proto"
    git(repository, "commit", "-q", "-a", "-m", "y")
    report = run("git:main:proto", str(repository / "proto"), peers=SOON)
    assert (report.code, report.footer["changed"]) == (0, 0)


def refused(given: str, other: Path | str = ".", variable: str = "OLD") -> str:
    with pytest.raises(UserError) as raised:
        sources.source_of(variable, given, str(other), ())
    return str(raised.value)


@pytest.mark.parametrize("ref", ["-x", "--output=/tmp/x", "", "ma in", "a\x00b"])
def test_what_is_no_ref(repository, ref):
    assert "is no git ref" in refused(f"git:{ref}:proto", repository)


def test_an_unknown_ref_or_folder_names_what_is_near(repository, tmp_path):
    assert 'near: "main"' in refused("git:mian:proto", repository)
    assert 'near: "proto"' in refused("git:main:prto", repository)
    assert "is in no git repository" in refused("git:main:proto", tmp_path)
    assert "leads out" in refused("git:main:proto/../..", repository)


def test_a_link_in_a_commit_is_not_followed(repository):
    (repository / "proto/shop/link.proto").symlink_to("/etc/passwd")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "z")
    assert "link.proto is a link" in refused("git:main:proto", repository)


def link(kind: bytes) -> tarfile.TarInfo:
    found = tarfile.TarInfo("b.proto")
    found.type, found.linkname = kind, "/etc/passwd"
    return found


LEADING_OUT = ["../out.proto", "/tmp/out.proto", "a/../../out.proto", "a\\..\\out.proto", "a//b.proto", "x\ny.proto"]


@pytest.mark.parametrize("name", LEADING_OUT)
@pytest.mark.parametrize("make", [tar, zipped])
def test_names_that_lead_out_write_nothing(tmp_path, make, name):
    assert "is no name of a file" in refused(str(make(tmp_path / "a", [("a.proto", PART), (name, PART)])))
    assert not list(tmp_path.rglob("out.proto")) and not Path("/tmp/out.proto").exists()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_links_and_devices_in_an_archive(tmp_path, kind):
    assert "b.proto is a link" in refused(str(tar(tmp_path / "a", [("a.proto", PART), (link(kind), "")])))


def test_a_name_twice_and_a_file_that_is_a_folder(tmp_path):
    twice = zipped(tmp_path / "a", [("a.proto", PART)])
    with zipfile.ZipFile(twice, "a") as archive, pytest.warns(UserWarning):
        archive.writestr("a.proto", OLD)
    assert "is there twice" in refused(str(twice))
    assert "is a file, and a folder" in refused(
        str(tar(tmp_path / "b", [("a.proto", PART), ("a.proto/b.proto", PART)]))
    )


@pytest.fixture
def small(monkeypatch):
    for module in (given_files, archive_files):
        monkeypatch.setattr(module, "MOST_BYTES", 1 << 20)
    monkeypatch.setattr(archive_files, "_MOST_UNPACKED", 4 << 20)
    monkeypatch.setattr(given_files, "MOST_FILES", 50)


@pytest.mark.parametrize("make", [lambda p, m: tar(p, m, "w:gz"), zipped])
def test_bombs(tmp_path, small, make):
    assert "more than 1 MiB" in refused(str(make(tmp_path / "a", [("a.proto", " " * (2 << 20))])))
    assert "more than 1 MiB" in refused(str(make(tmp_path / "b", [(f"{k}.proto", " " * (1 << 18)) for k in range(8)])))
    assert "more than 50 .proto files" in refused(str(make(tmp_path / "c", [(f"{k}.proto", "") for k in range(60)])))


def test_an_archive_of_other_files_has_an_end_too(tmp_path, small):
    assert "unpacks to more than 4 MiB" in refused(str(tar(tmp_path / "a", [("x", "0" * (8 << 20))], "w:gz")))


@pytest.mark.parametrize(("kind", "step"), [("tar", 512), ("tgz", 7), ("zip", 7)])
def test_an_archive_that_is_cut(given, tmp_path, kind, step):
    data = Path(given[kind]).read_bytes()
    for length in range(512 if kind == "tar" else 60, len(data.rstrip(b"\0")), step):
        (tmp_path / "cut").write_bytes(data[:length])
        assert "cut" in refused(str(tmp_path / "cut"))


def test_an_archive_without_schemas(tmp_path):
    assert "there is no .proto file" in refused(str(zipped(tmp_path / "a", [("x", "")])))
    (tmp_path / "b").write_bytes(gzip.compress(b"no archive"))
    assert "no archive that can be read" in refused(str(tmp_path / "b"))


@pytest.fixture
def made(repository) -> bytes:
    """A descriptor set of OLD."""
    old = sources.source_of("OLD", "git:main:proto", str(repository), ())
    return (ensure_descriptors(old.tree, []) / "schema.binpb").read_bytes()


def test_a_descriptor_set(made, repository, tmp_path):
    (tmp_path / "old.binpb").write_bytes(made)
    report = run(str(tmp_path / "old.binpb"), str(repository / "proto"), peers=SOON)
    assert report.code == 1 and report.at("cents") == ("safe", "corrupting")
    with pytest.raises(UserError, match="is a descriptor set; FULL=1"):
        command.main(str(tmp_path / "old.binpb"), str(repository / "proto"), full=True)


def test_a_descriptor_set_that_is_cut(made, tmp_path):
    from google.protobuf import descriptor_pb2

    first = descriptor_pb2.FileDescriptorSet.FromString(made).file[0]
    whole = {len(made), len(descriptor_pb2.FileDescriptorSet(file=[first]).SerializeToString())}
    for length in set(range(1, len(made))) - whole:
        (tmp_path / "cut.binpb").write_bytes(made[:length])
        assert "or is cut" in refused(str(tmp_path / "cut.binpb"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('file { name: "../a.proto" }', "is no name of a file"),
        ('file { name: "a.proto" dependency: "b.proto" }', "imports b.proto, which the set lacks"),
        ('file { name: "a.proto" dependency: "a.proto" }', "imports itself"),
        ('file { name: "a.proto" } file { name: "a.proto" }', "is there twice"),
        ('file { name: "google/protobuf/any.proto" }', "has no file of yours"),
        ("", "there is no file in the descriptor set"),
    ],
)
def test_a_descriptor_set_that_is_none(tmp_path, text, told):
    from google.protobuf import descriptor_pb2, text_format

    data = text_format.Parse(text, descriptor_pb2.FileDescriptorSet())
    (tmp_path / "a.binpb").write_bytes(data.SerializeToString())
    assert told in refused(str(tmp_path / "a.binpb"))


def test_files_of_a_descriptor_set_in_any_order(made, tmp_path):
    from google.protobuf import descriptor_pb2

    files = descriptor_pb2.FileDescriptorSet.FromString(made).file
    (tmp_path / "a.binpb").write_bytes(descriptor_pb2.FileDescriptorSet(file=files[::-1]).SerializeToString())
    source = sources.source_of("OLD", str(tmp_path / "a.binpb"), ".", ())
    pool_of(descriptor_pb2.FileDescriptorSet.FromString(source.tree.made.read_bytes()))


def test_what_is_nothing_of_these(tmp_path):
    (tmp_path / "a").write_text("text")
    assert "is no folder, archive or descriptor set" in refused(str(tmp_path / "a"))
    assert "is not a folder" in refused(str(tmp_path / "none"))
    assert Path(bed.BUILD / "sources").is_dir()
