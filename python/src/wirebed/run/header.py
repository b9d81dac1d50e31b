"""Makes the header of a report. Its form is report/header.py; report/terminal.py and wirebed_page/strip.py show it."""

import datetime
import platform
from collections.abc import Iterable, Mapping
from pathlib import Path

from wirebed.bed.machine import commit, machine
from wirebed.peers.codecs import CodecRef
from wirebed.report.header import VERSION
from wirebed.report.jsonl import Json
from wirebed.report.of_today import content
from wirebed.run.suite import AnySuite
from wirebed_build.languages import generations
from wirebed_build.languages.peer_yaml import fill
from wirebed_build.trees.fingerprint import FileHashes


def header(suite: AnySuite) -> Json:
    answer_cache, build = suite.peers.answer_cache, suite.build
    return {
        "report": VERSION,
        "suite": suite.name,
        "bed": build.bed,
        "variables": [*build.variables, *suite.variables, *generations.variables()],
        "filters": suite.selection.given,
        "kept": answer_cache is not None and not answer_cache.fresh,  # whether answers of earlier runs may be taken
        "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "commit": commit(build.root),
        "content": content(build.root) if suite.selection.full else "",
        "build": build.sources,
        "runner": platform.python_version(),
        "peers": [
            {"peer": name, "language": intro.language, "runtime": intro.runtime}
            for name, intro in sorted(suite.introductions.items())
        ],
        "codecs": _of_codecs(suite.codecs, suite.peers.pool.trees),
        **suite.head,
    }


def _of_codecs(codecs: Iterable[CodecRef], trees: Mapping[str, Path]) -> list[Json]:
    """`trees`: by process."""
    hashes = FileHashes()
    described = [_of_codec(codec, trees[codec.process], hashes) for codec in codecs]
    hashes.save()
    return described


def _of_codec(codec: CodecRef, tree: Path, hashes: FileHashes) -> Json:
    path = codec.loaded.path
    loaded = vars(codec.loaded) | {"sha256": hashes.hash(fill(path, tree))} if path else None
    return {
        "codec": codec.id,
        "format": codec.format,
        "library": codec.library,
        "version": codec.version,
        "model": codec.model,
        "settings": [vars(setting) for setting in codec.settings],
        **({"loaded": loaded} if loaded else {}),
    }
