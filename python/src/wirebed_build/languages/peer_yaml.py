"""Reads peer.yaml, in which the folder of a language describes its peer.

```yaml
name: java
language: Java
needs: [other]            # peers that are built first; a tree that they cannot compile is unsupported here as well
switch: LEGACY            # LEGACY=0 in the environment leaves the peer out
packages:                 # a machine without these leaves the peer out (packages.py); `make setup` installs them
  javac>=17: openjdk-17-jdk-headless
prebuilt: [curl]          # the commands of `packages` that only a prebuilt step needs (packages.py)
test_packages: {}         # the same for `test`, `check` and `format`
names: names.yaml         # the names of a schema in this language (wirebed_build.plain.language_names)
plain:                    # how protoc-gen-plain renders this language (wirebed_build.plain.render)
  template: plain.java.j2
  each: class             # class | module | tree
  path: "{{ … }}"         # the file below {tree}/plain/<name>/; or a list of mappings: a template each
  of: messages            # only the classes whose messages protoc compiles; default: all
build:                    # steps in the peer's folder, in order, each only when its inputs have changed
  - name: base
    inputs: [pom.xml, src/main]
    outputs: ["{build}/java/lib"]  # all that later steps and processes read of it, and nothing that names a place
    command: [...]
    times: of content     # each output gets a modification time that follows from its content
    derived: true         # the outputs only let processes start faster, and no answer depends on them
toolchain: {}             # what of the machine a build or an answer depends on (wirebed_build.trees.toolchain)
loads: []                 # files and folders that a process reads besides outputs (wirebed_build.trees.identity)
environment: []           # variables that pass to its processes besides those of every peer (`ENVIRONMENT`)
mappers: [json/jackson]   # the codecs whose library a bed's own code can set up (wirebed.bed.mappers)
objects:                  # what plain objects hold, where it differs from the schema (suites.evolution.oracle.Holding)
  signed_64: true
run: [...]
slower: 1                 # how many times as long as those of others its processes may take for an answer
heap: ["-Xmx{heap}m"]     # words that bound its heap to so many MiB, for those of `run` that begin alike
measured: [...]           # the command for a run that takes times; default: `run`
descriptors: ["{run}", …] # the command that answers for protobuf messages from a tree's descriptor set alone, with the
                          # steps of `build` that name no tree; `{run}` stands for the words of `run`
test: [...]               # the language's own tests; JUnit XML into {reports}/test/<name>/
check: [...]              # format and lint
format: [...]             # mends the format
bench:                    # the benchmark program, which bench commands build as a peer `<name>-bench` that needs this
  harness: jmh            # one, with `needs`, `plain`, `build` and `run` of its own (proto/wirebed/README.md)
  tests_compile_it: true  # `test` compiles it, so `make test` does not run its `build`
echo:                     # the echo program, which `make echo` builds as a peer `<name>-echo`, in the same way
  run: [...]
conformance:              # the program that runs protobuf's own suite (wirebed_conformance); no step names a tree
  run: [...]
generation: {…}           # how its peer is built with other versions of libraries (wirebed_build.languages.generations)
published:                # the programs of articles, as they published them (wirebed_claims.published), in the same way
  run: ["{runtime}", …]   # with a program of this runtime; a plan adds the program's name, its system and its switches
  switch: jdk             # the name of the switch that chooses the runtime
  runtimes:               # the first is the default
    "17": {requirements: jre.txt, folder: "{build}/jre", program: bin/java}  # a wheel with hashes, and its place
```

`{root}`, `{build}`, `{reports}`, `{tree}`, `{python}` are replaced everywhere: the repository, its build folder, the
folder of reports, the tree's folder, the Python of the virtual environment. `test`, `check` and `format` are one
command or a list of commands.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from wirebed.bed import BUILD, REPORTS, ROOT, files
from wirebed.errors import UserError, bad_yaml
from wirebed_build.languages.packages import why_not

# The exit code of a build step, and of a peer before it answers hello, that does not support the schema of a tree.
EXIT_UNSUPPORTED = 65
# The variables of the environment that the processes of every peer get: those of the locale and the zone.
ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "TZ")
# What a peer has besides, and the keys that each must have.
PROGRAMS = {
    "bench": ("harness", "version", "run"),
    "echo": ("run",),
    "published": ("run", "switch", "runtimes"),
}


@dataclass(frozen=True)
class PlainTemplate:
    template: Path
    each: str
    path: str
    of: str = ""


@dataclass(frozen=True)
class BuildStep:
    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    command: tuple[str, ...]
    times_of_content: bool = False
    derived: bool = False

    @property
    def of_tree(self) -> bool:
        """Whether the step is run for each tree."""
        return any("{tree}" in text for text in (*self.inputs, *self.outputs, *self.command))


@dataclass(frozen=True)
class Peer:
    folder: Path
    data: dict[str, Any]

    @property
    def name(self) -> str:
        return str(self.data["name"])

    def language(self, root: Path) -> str:
        """What LANGUAGE= calls its language: the folder at the top of the repository, `java` for java/legacy. Of a peer
        from elsewhere, its own folder."""
        return self.folder.relative_to(root).parts[0] if self.folder.is_relative_to(root) else self.folder.name

    @property
    def needs(self) -> list[str]:
        return self.data.get("needs") or []

    @property
    def names_file(self) -> Path | None:
        """The file with the language's rules for names, if it has one."""
        return self.folder / self.data["names"] if self.data.get("names") else None

    @cached_property
    def names(self) -> dict[str, Any]:
        return _yaml(self.names_file, _read(self.names_file)) if self.names_file else {}

    @property
    def names_key(self) -> str:
        """The key of the peer's names in the plain schema; a benchmark program uses that of its peer."""
        return str(self.data.get("names_key", self.name))

    @cached_property
    def plain(self) -> tuple[PlainTemplate, ...]:
        return tuple(
            PlainTemplate(self.folder / entry["template"], entry["each"], entry["path"], entry.get("of", ""))
            for entry in _listed(self.data.get("plain"))
        )

    @cached_property
    def steps(self) -> tuple[BuildStep, ...]:
        return tuple(
            BuildStep(
                step["name"],
                tuple(step.get("inputs", ())),
                tuple(step.get("outputs", ())),
                tuple(map(str, step["command"])),
                "times" in step,
                bool(step.get("derived")),
            )
            for step in self.data.get("build", ())
        )

    @property
    def toolchain(self) -> dict[str, list[str] | None]:
        return self.data.get("toolchain") or {}

    @property
    def loads(self) -> list[str]:
        return self.data.get("loads") or []

    @property
    def mappers(self) -> list[str]:
        return self.data.get("mappers") or []

    @property
    def environment(self) -> dict[str, str]:
        return environment(self.data.get("environment") or ())

    def of_descriptors(self) -> "Peer":
        """The peer as it runs on a tree of which only the descriptor set is made."""
        words = (self.data["run"] if word == "{run}" else [word] for word in self.data.get("descriptors") or ())
        steps = [given for given, step in zip(self.data.get("build", ()), self.steps, strict=True) if not step.of_tree]
        return Peer(self.folder, {**self.data, "run": sum(words, []), "measured": None, "build": steps})

    def no_program(self, kind: str) -> str | None:
        """Why there is no `bench` or `echo` program, or none on this machine; None when there is one."""
        data = self.data.get(kind)
        return why_not(data) if data else f"peer.yaml has no `{kind}:`"

    def program(self, kind: str) -> "Peer | None":
        """The program of this kind as a peer of its own, such as `java-bench`; None: see `no_program`."""
        if self.no_program(kind):
            return None
        data = {key: _with_flags(value, self.data[kind]) for key, value in self.data[kind].items()}
        needs = dict.fromkeys([*self.needs, self.name, *(data.get("needs") or ())])
        toolchain = {**self.toolchain, **(data.get("toolchain") or {})}
        return Peer(self.folder, {**data, "name": f"{self.name}-{kind}", "language": self.data["language"],
                                  "needs": list(needs), "names": self.data.get("names"),
                                  "names_key": self.name, "toolchain": toolchain})  # fmt: skip

    def alone(self) -> "Peer":
        """The same without the peers that it needs, for a program that uses nothing of them."""
        return Peer(self.folder, {**self.data, "needs": []})

    def commands(self, key: str) -> list[list[str]]:
        """The commands under `test`, `check` or `format`."""
        commands = self.data.get(key) or []
        if commands and not isinstance(commands[0], list):
            commands = [commands]
        return [[fill(str(word)) for word in command] for command in commands]


def _with_flags(command: Any, program: dict[str, Any]) -> Any:
    """A command of a program with the words of `flags:` for the word `{flags}`."""
    if not isinstance(command, list) or "{flags}" not in command:
        return command
    at = command.index("{flags}")
    return [*command[:at], *program["flags"].split(), *command[at + 1 :]]


def environment(names: Iterable[str]) -> dict[str, str]:
    """The whole environment of a peer's processes. `names`: of the variables that pass besides those of every peer."""
    return {name: os.environ[name] for name in sorted({*ENVIRONMENT, *names}) if name in os.environ}


def fill(text: str, tree: Path | None = None) -> str:
    if "{" not in text:
        return text
    places = {"{root}": ROOT, "{build}": BUILD, "{reports}": REPORTS, "{tree}": tree, "{python}": sys.executable}
    for key, value in places.items():
        if value is not None:
            text = text.replace(key, str(value))
    return text


def load(path: Path) -> Peer:
    """The checked content of a peer.yaml, cached as JSON: reading YAML takes longer than a build with no changes."""
    text = _read(path)
    memory = BUILD / "stamps" / "peer" / f"{hashlib.sha256(text).hexdigest()[:16]}.json"
    if memory.exists():
        return Peer(path.parent, json.loads(memory.read_bytes()))
    data = _parse(path, text)
    files.write(memory, json.dumps(data))
    return Peer(path.parent, data)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(str(error.strerror), path) from error


def _yaml(path: Path, text: bytes) -> Any:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        return YAML(typ="safe", pure=True).load(text)
    except YAMLError as error:
        raise bad_yaml(error, path) from error


def _parse(path: Path, text: bytes) -> dict[str, Any]:
    data: dict[str, Any] = _yaml(path, text)
    for key in ("name", "language", "run"):
        if not isinstance(data, dict) or key not in data:
            raise UserError(f"there is no `{key}:`", path)
    _check_build(path, data)
    for part in (data, *(data.get(kind) or {} for kind in PROGRAMS)):
        for key in ("packages", "test_packages"):
            if not isinstance(part.get(key) or {}, dict):
                raise UserError(f"`{key}:` is a command or a file -> its package, a line each", path)
    for kind, needed in PROGRAMS.items():
        if program := data.get(kind):
            for key in needed:
                if key not in program:
                    raise UserError(f"`{kind}` has no `{key}:`", path)
            _check_build(path, program)
    return data


def _check_build(path: Path, data: dict[str, Any]) -> None:
    for step in data.get("build") or ():
        for key in ("name", "command"):
            if key not in step:
                raise UserError(f"a step of `build` has no `{key}:`", path)
        if step.get("times", "of content") != "of content":
            raise UserError("`times:` of a step can only be `of content`", path)
    if not isinstance(data.get("toolchain") or {}, dict):
        raise UserError("`toolchain:` is a program, file or variable -> its list of more files, a line each", path)
    only = data.get("only") or {}
    if not isinstance(only, dict) or not all(isinstance(codecs, list) for codecs in only.values()):
        raise UserError("`only:` is a file -> the list of the codecs that load it, a line each", path)
    for entry in _listed(data.get("plain")):
        for key in ("template", "each", "path"):
            if key not in entry:
                raise UserError(f"`plain` has no `{key}:`", path)
        if entry.get("of", "messages") != "messages":
            raise UserError("`of:` of `plain` can only be `messages`", path)


def _listed(plain: Any) -> list[dict[str, str]]:
    """One template or a list of them."""
    return plain if isinstance(plain, list) else [plain] if plain else []
