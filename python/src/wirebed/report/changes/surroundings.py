"""The differences between two runs beside their cells."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wirebed.bed.codec_id import short
from wirebed.bed.exit_codes import MEANINGS
from wirebed.report.header import Header
from wirebed.report.load import Report

_NONE = "none"

# What is different, before and now.
Difference = tuple[str, str, str]


@dataclass(frozen=True)
class Surroundings:
    """The differences, before and now: `versions` of codecs and runtimes, `settings` of codecs that both runs have, and
    `others`: verdict, commit, time, machine, and what a partial run was asked for."""

    versions: list[Difference]
    settings: list[Difference]
    others: list[Difference]


def of(before: Report, now: Report) -> Surroundings:
    earlier, other = before.header, now.header
    older, newer = _settings(earlier), _settings(other)
    return Surroundings(
        [*_differences(_versions(earlier), _versions(other)), *_differences(_runtimes(earlier), _runtimes(other))],
        [
            (f"{codec}: {name}", value, changed)
            for codec in older
            if codec in newer
            for name, value, changed in _differences(older[codec], newer[codec])
        ],
        list(_differences(_others(before), _others(now))),
    )


def _differences(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Difference]:
    for name in dict.fromkeys((*before, *now)):
        old, other = before.get(name, _NONE), now.get(name, _NONE)
        if old != other:
            yield name, old, other


def _versions(header: Header) -> dict[str, str]:
    return {f"{short(codec.codec)} ({codec.format})": codec.version for codec in header.codecs}


def _runtimes(header: Header) -> dict[str, str]:
    return {f"runtime of {peer.peer}": peer.runtime for peer in header.peers}


def _settings(header: Header) -> dict[str, dict[str, str]]:
    return {
        f"{short(codec.codec)} ({codec.format})": {
            f"{setting.role} {setting.name}": setting.value or "set" for setting in codec.settings
        }
        for codec in header.codecs
    }


def _others(report: Report) -> dict[str, str]:
    header, machine = report.header, report.header.machine
    plain = {
        "commit": header.commit,
        "build": header.build,
        "started": header.started,
        "runner": header.runner,
        "variables": " ".join(header.variables),
        "filters": " ".join(f"{name}={glob}" for name, glob in header.filters.items()),
        "system": machine.system,
        "cpu": machine.cpu,
        "cores": str(machine.cores or ""),
    }
    return {
        "verdict": MEANINGS[report.footer.exit],
        "cells": f"{report.footer.cells:,}",
        **{name: text for name, text in plain.items() if text},
    }
