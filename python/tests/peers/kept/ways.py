"""The ways in which kept answers could lie: what may change between two runs, or in one, of all that an answer is of.

`ways.py NAME FOLDER` changes the files of the repository and of the machine, so it runs in a mount namespace of its own
(test_ways.py). It says as JSON how a run with kept answers ends afterwards, and how a run of everything does.
"""

import json
import os
import shutil
import struct
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
PEER = ROOT / "python/src/wirebed_peer"
STANDARD = Path(os.__file__).parent
PACKAGES = ROOT / f"build/python/venv/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
# What a module does that changes the answers of another one. The runner is of Python, too, and is no part of this.
LIE = """
import sys as _sys
if "wirebed_peer" in _sys.orig_argv:
    import json as _json
    _dumps = _json.dumps
    _json.dumps = lambda *values, **how: _dumps(*values, **how).replace("a", "b")
"""
# Of a library that one of these peers loads; another word of the same length.
LIBRARY, WORDS = "libprotobuf.so.32", (b": missing field ", b": MISSING field ")
SELECTED = {
    "python": {"CASE": "Text/ascii*", "WRITER": "python*", "READER": "python*"},
    "java": {"CASE": "Text/nul", "FORMAT": "json", "WRITER": "java*", "READER": "java*"},
    # Nobody writes these, so no writer is chosen.
    "cpp": {"CASE": "Required/given_missing*", "FORMAT": "protojson", "READER": "cpp*"},
}


class World:
    """The repository and the machine, both of which may be changed. `variables`: those of the next runs."""

    def __init__(self, folder: Path, peer: str):
        self.folder, self.peer = folder, peer
        self.variables: dict[str, str] = {}
        self.before: list[str] = []  # words before the command

    def run(self, kind: str, fresh: bool = False, meanwhile: Callable[[], None] = lambda: None) -> dict:
        """The exit code, and the lines of the report without what may differ."""
        reports = self.folder / kind
        own = {f"WIREBED_{name}": value for name, value in SELECTED[self.peer].items()}
        own |= {"WIREBED_REPORTS": str(reports), "WIREBED_CACHE": str(self.folder / "cache")}
        own |= {"WIREBED_FRESH": "1"} if fresh else {}
        clean = {name: value for name, value in os.environ.items() if not name.startswith("WIREBED_")}
        beside = threading.Thread(target=meanwhile)
        beside.start()
        command = [*self.before, "python/wirebed", "interop"]
        done = subprocess.run(command, cwd=ROOT, env=clean | self.variables | own, capture_output=True, text=True)
        beside.join()
        lines = _lines(reports / "interop.jsonl")
        kept = [line["footer"].pop("kept")["cells"] for line in lines if "footer" in line]
        for line in lines:
            for part in (line, line.get("header", {}), line.get("footer", {})):
                for key in ("kept", "run", "seed", "started", "times"):
                    part.pop(key, None)
        return {"code": done.returncode, "lines": lines, "kept": kept, "told": done.stderr[-2000:]}

    @property
    def kept(self) -> list[Path]:
        """The files of kept answers."""
        return [path for path in (self.folder / "cache/kept").rglob("*") if path.is_file() and path.name[0] != "."]


def _lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def append(path: Path, text: str):
    path.write_text(path.read_text() + text)


def another_codec(world: World):
    append(PEER / "codec/json_stdlib.py", LIE)


def another_helper(world: World):
    append(PEER / "codec/plain_dicts.py", LIE)


def beside_its_codec(world: World):
    """A module that one codec alone imports changes the answers of another one."""
    append(PEER / "codec/pickle_code.py", LIE)


def another_library(world: World):
    append(PACKAGES / "javaobj/__init__.py", LIE)


def sitecustomize(world: World):
    (STANDARD / "sitecustomize.py").write_text(LIE)


def standard_library(world: World):
    append(STANDARD / "json/__init__.py", LIE)


def standard_archive(world: World):
    """It comes before the folder of the standard library."""
    with zipfile.ZipFile(STANDARD.with_name(f"python{sys.version_info[0]}{sys.version_info[1]}.zip"), "w") as archive:
        archive.writestr("struct.py", (STANDARD / "struct.py").read_text() + LIE)


def module_that_is_found_first(world: World):
    (PACKAGES / "struct.py").write_text((STANDARD / "struct.py").read_text() + LIE)
    (PEER.parent / "struct.py").write_text((STANDARD / "struct.py").read_text() + LIE)


def library_on_a_pth_line(world: World):
    place = world.folder / "elsewhere"
    shutil.copytree(PACKAGES / "pyhessian", place / "pyhessian")
    (PACKAGES / "elsewhere.pth").write_text(f"import sys; sys.path.insert(0, {str(place)!r})\n")
    world.run("elsewhere")
    append(place / "pyhessian/__init__.py", LIE)


def stale_bytecode(world: World):
    """An edit that changes neither size nor time, while there is bytecode, which then goes."""
    path = PEER / "codec/json_stdlib.py"
    append(path, "_WORD = 'a'\nimport json as _j\n_d = _j.dumps\n_j.dumps = lambda *v: _d(*v).replace('a', _WORD)\n")
    world.run("first")
    stat = path.stat()
    path.write_text(path.read_text().replace("_WORD = 'a'", "_WORD = 'b'"))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    world.run("second")
    for folder in [*PEER.rglob("__pycache__"), ROOT / "build/python/bytecode"]:
        shutil.rmtree(folder, ignore_errors=True)


def during_a_run(world: World):
    """The edit is put back, so that only the kept answers are of what it was."""
    path, text = PEER / "codec/json_stdlib.py", (PEER / "codec/json_stdlib.py").read_text()

    def edit():
        # The runner takes the identities before a peer starts.
        while not _peer_runs():
            time.sleep(0.01)
        path.write_text(text + LIE)

    # Something else is new, so that the peer starts and is asked.
    append(PEER / "codec/json_stdlib.py", "# another one\n")
    text = path.read_text()
    edited = world.run("edited", meanwhile=edit)
    assert edited["code"] == 2 and "was written during the run" in edited["told"], edited["told"]
    path.write_text(text)


def _peer_runs() -> bool:
    """Whether a peer of this way runs: those of others, which are tried beside it, have other mounts."""
    of_this_way = ["--ns", str(os.getpid()), "--nslist", "mnt"]
    return not subprocess.run(["pgrep", *of_this_way, "-f", f"wirebed_peer {ROOT}"], capture_output=True).returncode


def library_in_the_cache_of_the_loader(world: World):
    place = _other_library(world)
    Path("/etc/ld.so.conf.d/000-wirebed.conf").write_text(f"{place}\n")
    subprocess.run(["/sbin/ldconfig"], check=True)


def library_in_a_folder_of_the_path(world: World):
    world.variables["LD_LIBRARY_PATH"] = str(_other_library(world))


def _other_library(world: World) -> Path:
    (found,) = Path("/usr/lib").glob(f"*/{LIBRARY}")
    place = world.folder / "libraries"
    place.mkdir()
    data = found.read_bytes()
    assert data.count(WORDS[0]) == 1
    (place / LIBRARY).write_bytes(data.replace(*WORDS))
    return place


def another_jar(world: World):
    (jar,) = (ROOT / "build/java/lib").glob("gson-*.jar")
    with zipfile.ZipFile(jar, "a") as archive:
        archive.writestr("META-INF/another", "one")


def another_zone(world: World):
    path = Path("/etc/localtime")
    path.unlink(missing_ok=True)
    one = struct.pack(">6l", 0, 0, 0, 0, 1, len(b"JST\0")) + struct.pack(">l2b", 9 * 3600, 0, 0) + b"JST\0"
    path.write_bytes(b"TZif" + bytes(16) + one)


def a_small_stack(world: World):
    world.before = ["bash", "-c", 'ulimit -s 1024; exec "$@"', "-"]


def variable(name: str, value: str) -> Callable[[World], None]:
    return lambda world: world.variables.update({name: value})


def flipped(path: Path):
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


def a_pipe(path: Path):
    path.unlink()
    os.mkfifo(path)


def linked(path: Path):
    path.rename(path.with_name(".moved"))
    path.symlink_to(".moved")


def damaged(damage: Callable[[Path], object]) -> Callable[[World], None]:
    return lambda world: [damage(path) for path in world.kept] and None


def stamped(year: int) -> Callable[[World], None]:
    def stamp(world: World):
        seconds = time.mktime((year, 1, 1, 0, 0, 0, 0, 0, 0))
        for path in (*world.kept, *PEER.rglob("*.py")):
            os.utime(path, (seconds, seconds))

    return stamp


# Of each: the peer that is asked, and the change.
WAYS: dict[str, tuple[str, Callable[[World], None]]] = {
    "nothing": ("python", lambda world: None),
    "another codec": ("python", another_codec),
    "another helper": ("python", another_helper),
    "an effect on another codec": ("python", beside_its_codec),
    "another installed library": ("python", another_library),
    "sitecustomize": ("python", sitecustomize),
    "the standard library": ("python", standard_library),
    "the archive of the standard library": ("python", standard_archive),
    "a module that is found first": ("python", module_that_is_found_first),
    "a library on a .pth line": ("python", library_on_a_pth_line),
    "stale bytecode": ("python", stale_bytecode),
    "an edit during a run": ("python", during_a_run),
    "PYTHONINTMAXSTRDIGITS": ("python", variable("PYTHONINTMAXSTRDIGITS", "640")),
    "PYTHONHASHSEED": ("python", variable("PYTHONHASHSEED", "1")),
    "PYTHONWARNINGS": ("python", variable("PYTHONWARNINGS", "error")),
    "TZ": ("python", variable("TZ", "Asia/Tokyo")),
    "LANG": ("python", variable("LANG", "C")),
    "another zone of the machine": ("python", another_zone),
    "a small stack": ("python", a_small_stack),
    "a library in the loader's cache": ("cpp", library_in_the_cache_of_the_loader),
    "a library in LD_LIBRARY_PATH": ("cpp", library_in_a_folder_of_the_path),
    "another jar": ("java", another_jar),
    "JAVA_TOOL_OPTIONS": ("java", variable("JAVA_TOOL_OPTIONS", "-Duser.language=de")),
    "_JAVA_OPTIONS": ("java", variable("_JAVA_OPTIONS", "-Duser.timezone=Asia/Tokyo")),
    "a flipped bit": ("python", damaged(flipped)),
    "cut files": ("python", damaged(lambda path: os.truncate(path, path.stat().st_size // 2))),
    "empty files": ("python", damaged(lambda path: os.truncate(path, 0))),
    "files that others may write": ("python", damaged(lambda path: path.chmod(0o666))),
    "links": ("python", damaged(linked)),
    "pipes": ("python", damaged(a_pipe)),
    "stamps of 1999": ("python", stamped(1999)),
    "stamps of 2031": ("python", stamped(2031)),
}
# After these a codec answers otherwise. After the others a process is as it was, or another one that answers alike.
CHANGING = {
    "another codec",
    "another helper",
    "an effect on another codec",
    "another installed library",
    "the standard library",
    "a module that is found first",
    "stale bytecode",
    "a library in the loader's cache",
}


def main(name: str, folder: str):
    peer, change = WAYS[name]
    world = World(Path(folder), peer)
    change(world)
    print(json.dumps({"kept": world.run("kept"), "fresh": world.run("fresh", fresh=True)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
