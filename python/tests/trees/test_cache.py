"""The build cache: what was made once of the same contents is not made again, in whichever checkout, bed or tree."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from wirebed.bed import ROOT
from wirebed.errors import UserError
from wirebed_build.languages import peer_yaml
from wirebed_build.languages.peer_yaml import Peer
from wirebed_build.private_folder import Damaged
from wirebed_build.progress import Progress
from wirebed_build.trees import cache as caches
from wirebed_build.trees import fingerprint, prebuilt, process, steps, tree
from wirebed_build.trees.cache import Cache
from wirebed_build.trees.fingerprint import FileHashes
from wirebed_build.trees.outputs import Outputs
from wirebed_build.trees.prebuilt import Prebuilt
from wirebed_build.trees.process import Processes
from wirebed_build.trees.tree import Tree

COMPILE = 'mkdir -p "$0"/out/target && cp input "$0"/out/target/copy && cp input "$0"/run && chmod 755 "$0"/run'


class Checkout:
    """A checkout with one peer, whose step copies its input into the tree."""

    def __init__(self, root: Path, cache: Path, patch: pytest.MonkeyPatch, gigabytes: float | None = None):
        self.root, self.cache, self.patch, self.gigabytes = root, cache, patch, gigabytes
        root.mkdir(exist_ok=True)
        self.told: list[str] = []

    def make(self, text: str, script: str = COMPILE, name: str = "t", toolchain: dict | None = None) -> Path:
        """Builds; returns the folder of the tree."""
        for module in (fingerprint, steps):
            self.patch.setattr(module, "STAMPS", self.root / "build/stamps")
        for module in (process, tree, peer_yaml):
            self.patch.setattr(module, "BUILD", self.root / "build")
        (self.root / "input").write_text(text)
        step = {"name": "tree", "inputs": ["input"], "outputs": ["{tree}/out", "{tree}/run"]}
        step["command"] = ["sh", "-c", f"echo run >> $1/count; {script}", "{tree}", str(self.root)]
        # The place of the checkout is an argument for the count alone, and not part of the command that makes the key.
        step["command"][-1] = "{build}/.."
        peer = Peer(self.root, {"name": "p", "build": [step], "toolchain": toolchain or {}})
        made, progress = Tree(name, (), ()), Progress("build", quiet=True)
        progress.note = self.told.append
        hashes = FileHashes(self.root / "hashes.json")
        build = steps.Build(made, hashes, Processes(), progress, Cache(self.cache, self.gigabytes))
        (self.root / "build").mkdir(exist_ok=True)
        steps.build_peer(peer, build)
        self.built = (peer, peer.steps[0], made, hashes)
        return made.dir

    @property
    def ran(self) -> int:
        count = self.root / "count"
        return len(count.read_text().splitlines()) if count.exists() else 0


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    monkeypatch.setattr(fingerprint, "_YOUNG", 0)
    return lambda name="here", gigabytes=None: Checkout(tmp_path / name, tmp_path / "cache", monkeypatch, gigabytes)


def text_of(folder: Path) -> str:
    return (folder / "out/target/copy").read_text()


def test_going_back_runs_no_command(checkout):
    here = checkout()
    for text in ("old", "new", "old", "new", "old"):
        assert text_of(here.make(text)) == text
    assert here.ran == 2
    assert sum("taken from the cache" in line for line in here.told) == 3


def test_another_checkout_and_another_tree_run_no_command(checkout):
    here, there = checkout(), checkout("there")
    here.make("text")
    for name in ("t", "of-another-bed"):
        made = there.make("text", name=name)
        assert text_of(made) == "text" and os.access(made / "run", os.X_OK)
    assert (here.ran, there.ran) == (1, 0)


def test_a_tree_of_the_repository_is_not_built_like_others(checkout):
    here = checkout()
    for name in ("t", "interop", "evolution-v1"):
        here.make("text", name=name)
    assert here.ran == 3


def test_what_an_entry_lacks_is_removed_and_nothing_else(checkout):
    here = checkout()
    made = here.make("old")
    (made / "beside").write_text("of nobody")
    here.make("new", f'{COMPILE} && echo > "$0"/out/more')
    assert (made / "out/more").exists()
    here.make("old")
    assert not (made / "out/more").exists() and (made / "beside").exists()


def test_another_compiler_in_the_same_place_builds_anew(checkout, tmp_path):
    compiler, here = tmp_path / "compiler", checkout()
    for content in ("1", "2", "1"):
        compiler.write_text(content)
        here.make("text", toolchain={str(compiler): None})
    assert here.ran == 2


def test_an_unsupported_schema_is_kept_without_the_place(checkout):
    here, there = checkout(), checkout("there")
    for one in (here, there):
        made = one.make("text", 'echo "$0/a.java:1: error" && exit 65')
        assert (made / "p/unsupported").read_text() == f"{made}/a.java:1: error\n"
    assert (here.ran, there.ran) == (1, 0)


def test_what_a_package_has_is_not_built(checkout, tmp_path, monkeypatch):
    here = checkout()
    here.make("text")
    package = Prebuilt(tmp_path / "package")
    Outputs(*here.built).keep(package, steps.key_of(*here.built, prebuilt.OF_MACHINE))
    monkeypatch.setenv(prebuilt.FOLDER, str(package.folder))
    there = Checkout(tmp_path / "there", tmp_path / "another-cache", monkeypatch)
    assert text_of(there.make("text", toolchain={"sh": None})) == "text" and there.ran == 0
    assert text_of(there.make("new")) == "new" and there.ran == 1


def test_a_damaged_package_is_no_package(checkout, tmp_path, monkeypatch):
    here = checkout()
    here.make("text")
    package = Prebuilt(tmp_path / "package")
    Outputs(*here.built).keep(package, steps.key_of(*here.built, prebuilt.OF_MACHINE))
    next((package.folder / "files").iterdir()).write_text("damaged")
    monkeypatch.setenv(prebuilt.FOLDER, str(package.folder))
    there = Checkout(tmp_path / "there", tmp_path / "another-cache", monkeypatch)
    assert text_of(there.make("text")) == "text" and there.ran == 1
    assert any("is damaged" in line for line in there.told)


def test_what_was_edited_during_a_step_is_not_kept(checkout):
    here, there = checkout(), checkout("there")
    here.make("old", f"{COMPILE} && echo new > input")
    there.make("old", f"{COMPILE} && echo new > input")
    assert there.ran == 1


def damage_content(path: Path):
    path.write_bytes(path.read_bytes()[:-1])


def damage_text(path: Path):
    path.write_bytes(path.read_bytes()[:-1] + b"?")


def empty(path: Path):
    path.write_bytes(b"")


@pytest.mark.parametrize("folder", ["files", "steps"])
@pytest.mark.parametrize("damage", [damage_content, damage_text, empty, Path.unlink])
def test_damage_is_noticed_and_built_anew(checkout, tmp_path, folder, damage):
    checkout().make("text")
    for path in (tmp_path / "cache" / folder).iterdir():
        damage(path)
    there, third = checkout("there"), checkout("third")
    assert text_of(there.make("text")) == "text" and there.ran == 1
    if damage is not Path.unlink:
        assert [line for line in there.told if "not from the cache" in line and "damaged" in line]
    assert text_of(third.make("text")) == "text" and third.ran == 0


def test_what_is_damaged_is_kept_again(checkout, tmp_path):
    two = f'{COMPILE} && echo more >> "$0"/run'
    checkout().make("text", two)
    files = list((tmp_path / "cache/files").iterdir())
    assert len(files) == 2
    for path in files:
        # Without the hash that precedes it, as an earlier version of this cache kept it.
        path.write_bytes(path.read_bytes()[32:])
    checkout("there").make("text", two)
    third = checkout("third")
    third.make("text", two)
    assert third.ran == 0, third.told


def give_away(path: Path):
    if os.geteuid() != 0:
        pytest.skip("only root can give a file to another user")
    os.chown(path, 12345, 12345)


def open_up(path: Path):
    path.chmod(0o666)


@pytest.mark.parametrize(("open_to_others", "told"), [(give_away, "the user 12345"), (open_up, "written by others")])
@pytest.mark.parametrize("folder", ["files", "steps"])
def test_files_of_others_are_not_used(checkout, tmp_path, folder, open_to_others, told):
    checkout().make("text")
    for path in (tmp_path / "cache" / folder).iterdir():
        open_to_others(path)
    there, third = checkout("there"), checkout("third")
    there.make("text")
    assert there.ran == 1 and told in there.told[0]
    third.make("text")
    assert third.ran == 0, "what was built since is ours"


@pytest.mark.parametrize("folder", ["", "files", "steps", "codecs", "ccache"])
def test_folders_of_others_are_refused(checkout, tmp_path, folder):
    Cache(tmp_path / "cache")
    (tmp_path / "cache" / folder).chmod(0o777)
    with pytest.raises(UserError, match=r"can be written by others \(mode 777\).*choose another folder"):
        checkout().make("text")
    (tmp_path / "cache" / folder).chmod(0o700)
    give_away(tmp_path / "cache" / folder)
    with pytest.raises(UserError, match="belongs to the user 12345"):
        checkout().make("text")


def test_a_file_is_no_cache(tmp_path):
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file/cache"):
        with pytest.raises(UserError, match="CACHE=.* cannot be made"):
            Cache(place)


def test_a_link_is_not_followed(tmp_path):
    cache = Cache(tmp_path / "cache")
    cache.put("steps", "a", 1)
    (tmp_path / "cache/steps/b").symlink_to("a")
    with pytest.raises(Damaged, match="b cannot be read: "):
        cache.get("steps", "b")


def test_an_entry_cannot_write_elsewhere(checkout, tmp_path):
    here = checkout()
    here.make("text")
    (entry,) = (tmp_path / "cache/steps").iterdir()
    cache = Cache(tmp_path / "cache")
    ((_, about), *_) = cache.get("steps", entry.name)["files"].items()
    for name in ("{tree}/out/../../../elsewhere", "/etc/elsewhere", "{tree}/output", "{tree}/p/unsupported"):
        cache.put("steps", entry.name, {"files": {name: about}})
        there = checkout(f"there{len(name)}")
        there.make("text")
        assert there.ran == 1


def test_it_is_bounded_and_what_was_used_last_stays(checkout, tmp_path):
    gigabytes = 40_000 / (1 - caches.OF_CCACHE) / 1e9
    here = checkout(gigabytes=gigabytes)
    noise = 'head -c 9000 /dev/urandom > "$0"/out/noise'
    for text in "abcdefgh":
        here.make(text, f"{COMPILE} && {noise}")
        here.make("a", f"{COMPILE} && {noise}")
        kept = [path for folder in caches.FOLDERS for path in (tmp_path / "cache" / folder).iterdir()]
        assert sum(path.stat().st_size for path in kept) <= 40_000
    assert here.ran == 8, "what is used again and again is never made again"
    here.make("b", f"{COMPILE} && {noise}")
    assert here.ran == 9, "what was not used for long is gone"


def test_a_bound_that_is_no_number(monkeypatch, tmp_path):
    monkeypatch.setenv("WIREBED_CACHE_GB", "much")
    with pytest.raises(UserError, match="CACHE_GB=much"):
        Cache(tmp_path)


# A process of its own for each checkout: it makes the same ten things as the other, in the same order.
RUN = """
import sys
from pathlib import Path
import pytest
sys.path.insert(0, sys.argv[1])
import test_cache
patch = pytest.MonkeyPatch()
one = test_cache.Checkout(Path(sys.argv[2]), Path(sys.argv[3]), patch, float(sys.argv[4]))
for number in range(10):
    text = str(number) * 3000
    assert test_cache.text_of(one.make(text)) == text
"""


@pytest.mark.parametrize("gigabytes", [1.0, 2e-7], ids=["", "while both remove what is too much"])
def test_two_runs_at_once(tmp_path, gigabytes):
    here, cache = str(Path(__file__).parent), str(tmp_path / "cache")
    commands = [[sys.executable, "-c", RUN, here, str(tmp_path / name), cache, str(gigabytes)] for name in "ab"]
    running = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) for command in commands]
    told = [process.communicate()[1] for process in running]
    assert [process.returncode for process in running] == [0, 0], told
    left = [path for folder in caches.FOLDERS for path in (Path(cache) / folder).iterdir()]
    assert not [path for path in left if path.name.startswith(".new-")]


def test_readers_see_whole_files_only(tmp_path):
    cache, stop, seen = Cache(tmp_path / "cache"), threading.Event(), set()
    values = ["a" * 100_000, "b" * 200_000]

    def write():
        while not stop.is_set():
            for value in values:
                cache.put("steps", "key", value)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        while len(seen) < len(values):
            try:
                seen.add(cache.get("steps", "key"))
            except Damaged as why:
                assert not str(why)
    finally:
        stop.set()
        thread.join()
    assert seen == set(values)
