"""A file is whole or not there, and what a disk refuses is told in one line. The disks are tmpfs in namespaces."""

import subprocess
import sys

import pytest

from wirebed.bed import BUILD, files
from wirebed.errors import UserError

WRITE = """
import pathlib, sys
from wirebed.bed import files
from wirebed.errors import UserError
try:
    files.write(pathlib.Path(sys.argv[1]), "x" * int(sys.argv[2]))
except UserError as error:
    print(error)
"""
ALONE = ["unshare", "--user", "--map-root-user", "--mount"]


def on_disk(folder, options: str, size: int, then: str = "true") -> list[str]:
    """What is told of a file of this size on a tmpfs, after which the names of its files."""
    if subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody mount anything")
    script = f"""
mount -t tmpfs -o {options} tmpfs {folder} && echo before > {folder}/report && {then} || exit 1
"{sys.executable}" -c "$1" {folder}/report {size}
cd {folder} && cat report && ls -A
"""
    done = subprocess.run([*ALONE, "bash", "-c", script, "sh", WRITE], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_a_full_disk(tmp_path):
    told, *rest = on_disk(tmp_path, "size=16k", 100_000)
    assert told == f"{tmp_path}/report: No space left on device: free some space, or keep reports elsewhere: " + (
        "WIREBED_REPORTS=<folder>"
    )
    assert rest == ["before", "report"], "what was there is whole, and no partial file stays"


def test_a_disk_that_cannot_be_written(tmp_path):
    told, *rest = on_disk(tmp_path, "size=16k", 10, f"mount -o remount,ro {tmp_path}")
    assert told.startswith(f"{tmp_path}/report: Read-only file system: use a copy of the checkout that can be written")
    assert rest == ["before", "report"]


def test_other_errors_are_passed_on(tmp_path):
    with pytest.raises(IsADirectoryError):
        files.write(tmp_path, "x")
    with pytest.raises(UserError, match="File name too long"), files.disk_errors():
        raise UserError("File name too long")


@pytest.mark.parametrize(("name", "copy"), [("/their/case.txtpb", False), (str(BUILD / "stamps/x.lock"), True)])
def test_files_that_cannot_be_opened(name, copy):
    with pytest.raises(UserError, match="Permission denied") as caught, files.disk_errors():
        raise PermissionError(13, "Permission denied", name)
    assert ("use a copy" in str(caught.value)) == copy


def test_partial_files_are_removed_at_once(tmp_path):
    draft = files.PartialFile(tmp_path / "a" / "report")
    draft.write("half")
    assert len(list((tmp_path / "a").iterdir())) == 1
    files.drop_all()
    assert list((tmp_path / "a").iterdir()) == []
