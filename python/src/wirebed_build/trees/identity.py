"""The identity of a peer's build: two processes of one identity run the same code over the same schema tree.

It is of contents and names alone, so it is the same in every checkout and folder:
- what stands in peer.yaml: what the build made, what processes load besides (`loads:`), the command, the toolchain; but
  not what is `derived:` from these, such as an archive of classes, which differs each time that it is made;
- the files of the tree, and the variables that pass to the processes;
- what processes of this build have loaded, as the system shows and as they say (wirebed_build.loaded). Earlier runs
  have seen that, so it is known before a process starts. Where a process finds a file by its name, a file that would
  be found instead counts as well (wirebed_build.trees.searched).

A library that is replaced under its version changes it, since the content of every file is hashed; what was hashed is
remembered until the file's size, times or inode change.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from wirebed.bed import BUILD, ROOT
from wirebed_build.languages import discovery
from wirebed_build.languages.peer_yaml import Peer
from wirebed_build.loaded import Loaded
from wirebed_build.trees import searched, toolchain
from wirebed_build.trees.fingerprint import FileHashes, Seen, contents

# The files of a tree that peers read, besides what `loads:` names. Paths stand in proto.list and roots.list.
OF_TREE = ("{tree}/schema.binpb", "{tree}/own.list", "{tree}/plain.binpb", "{tree}/xsd", "{tree}/mappers.list")
# What a process of any language may read: the libraries that are loaded into all, and the zone where TZ says none.
OF_ALL = ("/etc/ld.so.preload", "/etc/localtime")


@dataclass(frozen=True)
class Identity:
    """The parts of a build, as lines that end with a digest or a value, and the files that were looked at."""

    stated: tuple[str, ...]
    loaded: tuple[str, ...]
    seen: Mapping[str, Seen | None] = field(compare=False)

    @cached_property
    def digest(self) -> str:
        """64 hex digits."""
        return FileHashes.of_texts(self.of_stated, *self.loaded)

    @cached_property
    def of_stated(self) -> str:
        """The digest of all but the files that processes have loaded, which are known by it."""
        return FileHashes.of_texts(*self.stated)

    def moved(self, now: "Identity") -> list[str]:
        """The files, or what else it is of, that are not what they were. `now`: of the same that is loaded."""
        lines = {*self.stated, *self.loaded} ^ {*now.stated, *now.loaded}
        files = {path for path, was in self.seen.items() if not _same(was, now.seen.get(path))}
        return sorted(files) or sorted({line.rpartition(" ")[0] for line in lines})

    def made_since(self, now: "Identity", nanoseconds: int) -> list[str]:
        """The files that only `now` knows of and that were made or changed after this time."""
        new = {path: about for path, about in now.seen.items() if path not in self.seen}
        return sorted(path for path, about in new.items() if about is not None and about.changed > nanoseconds)


def _same(was: Seen | None, now: Seen | None) -> bool:
    """Whether a file was not written meanwhile. Another name for it, as a package manager makes, is another time of its
    inode, too."""
    if was is None or now is None or was.links == now.links:
        return was == now
    return (was.modified, was.size, was.inode, was.digest) == (now.modified, now.size, now.inode, now.digest)


def of(name: str, tree: Path, loaded: Callable[[str], Loaded], hashes: FileHashes) -> Identity:
    """The identity of the peer of this name as it is built now against the tree in this folder.

    The tree must be built (`wirebed_build.trees.ensure`). `loaded`: what is known to be loaded, by `of_stated`.
    """
    (*_, peer) = discovery.discover([name])
    return of_build(peer, tree, loaded, hashes)


def of_programs(programs: Mapping[str, Peer], tree: Path) -> dict[str, str]:
    """The identity of each benchmark or echo program as it is built now, by the name of its peer: of what the build
    made of it and of its peer, without what its processes load besides."""
    hashes = FileHashes()
    found = {name: of_build(program, tree, lambda _: Loaded(), hashes).digest for name, program in programs.items()}
    hashes.save()
    return found


def of_build(peer: Peer, tree: Path, loaded: Callable[[str], Loaded], hashes: FileHashes) -> Identity:
    """As `of`, also for the benchmark or echo program of a peer."""
    with hashes.watched() as seen:
        stated = Identity(tuple(_stated(peer, tree, hashes)), (), seen)
        loaded_files = _without_derived(peer, tree, loaded(stated.of_stated))
        lines = searched.lines(loaded_files, lambda path: neutral(path, tree), peer.environment, hashes)
        return replace(stated, loaded=tuple(lines))


def _stated(peer: Peer, tree: Path, hashes: FileHashes) -> list[str]:
    lines = [f"run {json.dumps([peer.data['run'], peer.data.get('measured')])}"]
    lines += [f"${name} {value}" for name, value in peer.environment.items()]
    lines += [f"{path} {hashes.hash(path)}" for path in OF_ALL]
    for needed in (*discovery.needed(peer), peer):
        lines += toolchain.lines(needed.toolchain, hashes)
        made = (text for step in needed.steps if not step.derived for text in step.outputs)
        lines += [line for text in (*made, *needed.loads) for line in contents(needed, text, hashes, tree)]
    return lines + [line for text in OF_TREE for line in contents(peer, text, hashes, tree)]


def _without_derived(peer: Peer, tree: Path, loaded: Loaded) -> Loaded:
    steps = (step for needed in (*discovery.needed(peer), peer) for step in needed.steps if step.derived)
    derived = {text for step in steps for text in step.outputs}
    return replace(loaded, files=frozenset(path for path in loaded.files if neutral(path, tree) not in derived))


def neutral(path: str, tree: Path) -> str:
    """A path without the place of the checkout and of its build; `peer_yaml.fill` makes it a path again."""
    for name, place in (("{tree}", tree), ("{build}", BUILD), ("{root}", ROOT)):
        if path == str(place) or path.startswith(f"{place}/"):
            return name + path[len(str(place)) :]
    return path


def of_sources(peer: Peer, hashes: FileHashes) -> str:
    """The identity of a peer before it meets a tree: its sources, the toolchain, what its processes load besides."""
    parts = []
    for needed in (*discovery.needed(peer), peer):
        parts.append(toolchain.fingerprint(needed.toolchain, hashes))
        texts = [*(text for step in needed.steps for text in step.inputs if not text.startswith("{")), *needed.loads]
        parts += [line for text in texts if "{tree}" not in text for line in contents(needed, text, hashes)]
    return hashes.of([], *parts)
