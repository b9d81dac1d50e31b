"""The report of a replay, as lines of JSON: a header, a line for each cluster, a line for each reason for which places
have no record, and a footer. The terminal, markdown and the document of --json are views of the same."""

import datetime
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from wirebed.bed import ROOT, Bed, document, files
from wirebed.bed.codec_id import short
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.bed.machine import commit, machine
from wirebed.errors import UserError
from wirebed.peers.codecs import CodecRef
from wirebed_replay import goldens, markdown, terminal
from wirebed_replay.asked import Asked
from wirebed_replay.cluster import Cluster, Key, Summary, Unreadable
from wirebed_replay.corpus import Corpus
from wirebed_replay.spent import Spent
from wirebed_replay.witness import Witness

REPORT = "replay"


@dataclass(frozen=True)
class Replayed:
    bed: Bed
    asked: Asked
    corpus: Corpus
    readers: list[CodecRef]
    summary: Summary
    witnesses: Mapping[Key, Witness]
    spent: Spent

    @property
    def unexpected(self) -> list[tuple[Key, Cluster]]:
        return [(key, cluster) for key, cluster in self.summary.clusters if not key.expected]

    @property
    def unreadable(self) -> dict[str, Unreadable]:
        """Without what the user has left out."""
        return {why: places for why, places in self.summary.unreadable.items() if not places.skipped}

    @property
    def exit(self) -> int:
        if self.unexpected:
            return UNEXPECTED
        return NOT_WHOLE if self.unreadable else AS_EXPECTED


def write(replayed: Replayed) -> int:
    """Writes the report and its views; the exit code."""
    path = replayed.bed.reports / f"{REPORT}.jsonl"
    files.write(path, "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines(replayed)))
    files.write(path.with_suffix(".md"), markdown.of(replayed))
    goldens.propose(replayed)
    document.report(path)
    summary = replayed.summary
    document.count(records=summary.records, alike=summary.alike, clusters=len(summary.clusters))
    for key, cluster in summary.clusters:
        level = document.NOTE if key.expected else document.ERROR
        document.find("replay", terminal.head(key, cluster, summary), level, repeat=terminal.repeat(replayed, key))
    for why, places in summary.unreadable.items():
        document.find("unreadable", terminal.unread(why, places), document.NOTE if places.skipped else document.ERROR)
    terminal.show(replayed)
    return replayed.exit


def lines(replayed: Replayed) -> Iterator[dict[str, object]]:
    """Nothing but `started` and `times` depends on when and where it ran."""
    yield {"header": _header(replayed)}
    for key, cluster in replayed.summary.clusters:
        witness = msgspec.to_builtins(replayed.witnesses.get(key))
        said = {
            "head": terminal.head(key, cluster, replayed.summary),
            "lines": [*terminal.lines(replayed, key, cluster)],
        }
        yield {"cluster": {**key._asdict(), **msgspec.to_builtins(cluster), "witness": witness, "said": said}}
    for why, places in replayed.summary.unreadable.items():
        yield {"unreadable": {"why": why, **msgspec.to_builtins(places)}}
    yield {"footer": _footer(replayed)}


def _header(replayed: Replayed) -> dict[str, object]:
    return {
        "report": 1,
        "suite": REPORT,
        "bed": replayed.bed.name,
        "corpus": replayed.corpus.root,
        "variables": list(replayed.bed.variables),
        "asked": replayed.asked.given,
        "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "commit": commit(ROOT),
        "files": len(replayed.corpus.sources),
        "bytes": sum(source.size for source in replayed.corpus.sources),
        "readers": [{"reader": short(reader.id), "version": reader.version} for reader in replayed.readers],
    }


def _footer(replayed: Replayed) -> dict[str, object]:
    summary = replayed.summary
    return {
        "records": summary.records,
        "payload_bytes": summary.size,
        "alike": summary.alike,
        "read_as_expected": summary.equal,
        "clusters": len(summary.clusters),
        "unexpected": len(replayed.unexpected),
        "exit": replayed.exit,
        "said": {
            "totals": [*terminal.totals(replayed)],
            "heads": terminal.heads(replayed),
            "rows": [*terminal.rows(replayed)],
        },
        "times": {name: round(value, 1) for name, value in replayed.spent._asdict().items()},
    }


def read(path: Path) -> list[dict[str, Any]]:
    """The lines of a report; UserError where it is damaged, or not whole."""
    try:
        found = [json.loads(line) for line in files.read_text(path).splitlines()]
    except ValueError as error:
        raise UserError(f"is damaged: {error}", path) from None
    if len(found) < 2 or "header" not in found[0] or "footer" not in found[-1]:
        raise UserError("has no footer: the run that wrote it did not end", path)
    return found
