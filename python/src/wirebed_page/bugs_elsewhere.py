"""The bugs of libraries that no entry of interop is about: steps of evolution, fuzzing and laws name their reasons."""

from collections.abc import Mapping

from wirebed.bed import ROOT
from wirebed.bed.codec_id import matches
from wirebed.state.deviations import Entry, reasons
from wirebed.state.deviations.entry import in_range
from wirebed_page.bug import NATURE, Versions, named
from wirebed_page.bug_reports import BugReports
from wirebed_page.section import Findable, address

STATES = "no cell of make interop shows it; a step of evolution, fuzzing or a law does"


def elsewhere(entries: Mapping[str, Entry], versions: Versions, reports: BugReports) -> list[dict]:
    """What the browser shows of each. A reason whose `versions:` name no codec that ran is left out. One without
    `versions:` is listed with the library of its reproduction."""
    used = {entry.reason for entry in entries.values()}
    blocks = []
    for name, reason in reasons.load(ROOT / "fixtures" / "reasons").items():
        if reason.nature != NATURE or reason.reason in used:
            continue
        codecs = _of(reason, versions)
        if codecs or not reason.versions:
            blocks.append(_block(name, reason, [named(codec, versions) for codec in codecs], reports))
    return sorted(blocks, key=lambda block: (block["codecs"], block["entry"]))


def _of(reason: reasons.Reason, versions: Versions) -> list[str]:
    """The codecs that its `versions:` name."""
    return sorted(
        codec
        for codec in versions
        if any(matches(codec, glob) and in_range(codec, glob, allowed, versions) for glob, allowed in reason.versions)
    )


def _block(name: str, reason: reasons.Reason, codecs: list[str], reports: BugReports) -> dict:
    shown = reports.of_reason(name, codecs)
    return {
        "codecs": codecs or sorted({one["library"] for one in shown}),
        "entry": name,
        "states": STATES,
        "reason": " ".join(reason.reason.split()),
        "authority": " ".join(reason.authority.split()),
        "cells": 0,
        "cell": None,
        "reports": shown,
    }


def findable(block: dict) -> Findable:
    return Findable("bug", ", ".join(block["codecs"]), block["reason"], address("bugs", block["entry"]))
