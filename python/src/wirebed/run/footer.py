"""The footer of a report: what was not as expected beside the cells, what was missing, and the times."""

import time
from collections.abc import Callable, Mapping
from functools import partial

from wirebed.bed.codec_id import peer_of
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.bed.schema import Schema
from wirebed.peers.kept import AnswerCache
from wirebed.report import ReportWriter
from wirebed.report.jsonl import Json
from wirebed.report.speed import speed
from wirebed.run.judged import Judged
from wirebed.run.suite import AnySuite
from wirebed.state.baseline import Baseline
from wirebed.state.deviations import Entry
from wirebed.state.roster import Roster


def footer(suite: AnySuite, judged: Judged, writer: ReportWriter, seconds: float, started: float) -> Json:
    """`seconds`: of the cells; `started`: when the whole command began."""
    answer_cache, full = suite.peers.answer_cache, suite.selection.full
    kept = {} if answer_cache is None else {"kept": _kept(answer_cache, suite.build.schemas, judged)}
    with_start = time.monotonic() - started
    ending = suite.ending()
    for line in ending.lines:
        writer.line(line)
    # Only a full run can say that no cell shows an entry.
    can_show = _can_show(suite)
    stale = [e for e in suite.matcher.stale() if full and not e.of_foreign_trees and can_show(e)]
    beyond = {**suite.stale(stale), **ending.problems}
    whole = suite.peers.pool.scope.whole and not suite.peers.pool.left_out
    beyond["needless"] = suite.matcher.needless() if full and whole else []
    goldens, hint = list(judged.drift), ""
    if suite.goldens is not None:
        goldens, hint = goldens + suite.goldens.problems(), suite.goldens.hint()
    missing = [*(unpinned := _unpinned(writer)), *_missing(suite, writer)]
    whole = full and missing == unpinned
    baseline = {} if suite.baseline is None else _baseline(suite.baseline, can_show, full, whole)
    left = judged.left.problems(suite.leaving, full and suite.shows_all_left) if suite.leaving is not None else []
    red = judged.unexpected or any(beyond.values()) or goldens or left or baseline.get("baseline")
    return {
        **kept,
        "planned": suite.plan.cells,
        "questions": judged.questions,
        "missing": missing,
        **beyond,
        "goldens": goldens,
        "left": judged.left.counts(),
        "left_otherwise": left,
        **baseline,
        "beside": ending.beside,
        "hint": hint,
        "unstated": suite.unstated.text(),
        "exit": NOT_WHOLE if missing else UNEXPECTED if red else AS_EXPECTED,
        "times": {
            "seconds": round(seconds, 3),
            "with_start": round(with_start, 3),
            # The rate of cells that nothing executed says nothing.
            **({} if judged.kept else speed(judged.busy, judged.counts(), seconds)),
            "timing": ending.timing,
            "untimed": bool(judged.kept) and answer_cache is not None and not answer_cache.timing,
            # Of the whole command, without the reading of the report.
            "whole": round(time.monotonic() - started, 3),
        },
    }


def _kept(answer_cache: AnswerCache, schemas: Mapping[str, Schema], judged: Judged) -> Json:
    """The footer's words about kept answers; UserError where one that was executed again is another."""
    unstable = answer_cache.finish(schemas)
    again = {"again": answer_cache.repeats.count, "turn": answer_cache.turn, "seed": answer_cache.seed}
    return {"cells": judged.kept, **again, "unstable": unstable, "fresh": answer_cache.fresh}


def _baseline(baseline: Baseline, can_show: Callable[[Entry], bool], full: bool, whole: bool) -> Json:
    """The footer's words about the baseline. `whole`: all ran that should have, so that the baseline may follow it."""
    return {
        "baseline": baseline.problems(can_show if full else None),
        "unreviewed": baseline.unreviewed,
        "standing": baseline.standing(can_show) if whole else None,
    }


def _can_show(suite: AnySuite) -> Callable[[Entry], bool]:
    """Whether a full run of these peers on this machine could show an entry."""
    runtimes = {intro.peer: intro.runtime.rpartition(" ")[2] for intro in suite.introductions.values()}
    # The version of a library that comes with a language is that of the machine; the project pins all others.
    unpinned = {codec: v for codec, v in suite.versions.items() if v == runtimes.get(peer_of(codec))}
    left_out, unasked = suite.peers.pool.left_out, _unasked(suite)

    def can_show(entry: Entry) -> bool:
        return not (entry.needs(left_out) or entry.elsewhere(unpinned) or unasked(entry))

    return can_show


def _unasked(suite: AnySuite) -> Callable[[Entry], bool]:
    """Whether an entry is about codecs alone that are out of the scope of this run."""
    scope = suite.peers.pool.scope
    if scope.whole:
        return lambda entry: False
    stated = {member.codec for member in Roster.load(suite.build.roster).members}
    return partial(Entry.asks_only, out=stated - scope.of(stated), here=suite.versions, bases=suite.bases)


def _unpinned(writer: ReportWriter) -> list[str]:
    left = writer.counts.outcomes.get("unsupported", 0) - writer.counts.unsupported_as_expected
    return [f"{left} cells were unsupported, and no entry pins that"] * bool(left)


def _missing(suite: AnySuite, writer: ReportWriter) -> list[str]:
    """Why this run was not complete. A run under a filter is complete when all planned cells came back."""
    reasons, planned = list[str](), suite.plan.cells
    if suite.selection.full:
        reasons, planned = suite.rostered()
    executed = writer.counts.cells - len(suite.peers.pool.unsupported)
    if planned != executed:
        reasons = [*reasons, f"{planned} cells were planned, {executed} came back"]
    return reasons
