"""The image with every peer: its steps are those that the README names, and they install what the peers need.

With LONG=1 they run in a root file system of Debian 12, which takes twenty minutes.
"""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from long_tests import LONG

from wirebed.bed import ROOT
from wirebed_build.languages import discovery

IMAGE = (ROOT / "python/image/Dockerfile").read_text(encoding="utf-8")
README = (ROOT / "python/README.md").read_text(encoding="utf-8")
STEPS = re.findall(r"^RUN (.*)$", IMAGE, re.MULTILINE)
# By which this machine reaches the packages of Debian, Python and Maven.
NETWORK = (
    "etc/apt/apt.conf.d/99*", "etc/apt/sources.list.d/*", "etc/hosts", "etc/pip.conf", "etc/resolv.conf",
    "usr/local/share/ca-certificates/*",
)  # fmt: skip

KEPT = ("SSL_CERT_FILE", "PIP_CERT", "http_proxy", "https_proxy", "no_proxy")


def test_the_readme_names_its_steps():
    (block,) = re.findall(r"```sh\n(apt-get .*?)```", README, re.DOTALL)
    assert block.splitlines() == STEPS


def test_it_has_the_packages_of_all_peers():
    (installed,) = (step for step in STEPS if "openjdk" in step)
    packages = {package for peer in discovery.in_folder(ROOT) for package in (peer.data.get("packages") or {}).values()}
    assert set(installed.partition("recommends ")[2].split()) == packages


class Root:
    """A root file system, in which commands run with the mounts that they need; these end with the command."""

    def __init__(self, folder: Path):
        self.folder = folder
        command = ["debootstrap", "--variant=minbase", "bookworm", str(folder)]
        subprocess.run(command, check=True, capture_output=True)
        for glob in NETWORK:
            for path in Path("/").glob(glob):
                (folder / path.relative_to("/")).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, folder / path.relative_to("/"))
        self.environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        self.environment |= {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        for words in re.findall(r"^ENV (.*)$", IMAGE, re.MULTILINE):
            given = (word.partition("=") for word in words.split())
            path = self.environment["PATH"]
            self.environment |= {name: value.replace("$PATH", path) for name, _, value in given}

    def __call__(self, step: str) -> str:
        root = shlex.quote(str(self.folder))
        mounts = f"mount -t proc proc {root}/proc && mount --rbind /dev {root}/dev"
        script = f"{mounts} && exec chroot {root} /bin/sh -c {shlex.quote(step)}"
        command = ["unshare", "--mount", "--propagation", "private", "sh", "-c", script]
        done = subprocess.run(
            command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert done.returncode == 0, f"{step}\n{done.stdout[-3000:]}"
        return done.stdout


@pytest.mark.skipif(not LONG or os.getuid() != 0 or not shutil.which("debootstrap"), reason="LONG=1, as root")
def test_its_steps_build_every_peer(wheel, tmp_path):
    root = Root(tmp_path / "root")
    shutil.copy(wheel, root.folder / "tmp")
    for step in STEPS:
        root(step)
    text = root("wirebed interop CASE='Text/*' FORMAT=protobuf")
    assert "exit code 0: as expected" in text and "cpp/libprotobuf" in text and "java/protobuf-java" in text, text
