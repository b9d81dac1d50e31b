"""Claims that cells decide: which outcomes the cells of a full run have."""

from collections import Counter
from collections.abc import Mapping

from wirebed.bed import codec_id, glob
from wirebed.bed.yaml_tree import Value
from wirebed.report.load import Report
from wirebed.view.outcome import Outcome, Stage, word
from wirebed_claims.decision import Decision
from wirebed_claims.quantity import Missing
from wirebed_claims.results import Results

QUANTIFIERS = ("all", "some", "none")
_KEYS = ("suite", "case", "format", "writer", "reader", "leg", "language", "given")
_SUITES = ("interop", "evolution", "echo")
_LANGUAGES = ("same", "other")


def decide(parts: Mapping[str, Value], results: Results) -> Decision:
    asked = parts["cells"].items(_KEYS, "cells")
    given = {key: value.want(str, "a text") for key, value in asked.items()}
    suite = given.pop("suite", "interop")
    if suite not in _SUITES:
        raise asked["suite"].error(f"`{suite}` is none of {', '.join(_SUITES)}")
    chosen = [key for key in QUANTIFIERS if key in parts]
    if len(chosen) != 1:
        raise parts["cells"].error(f"one of {', '.join(QUANTIFIERS)} is wanted beside `cells:`")
    wanted = {one.want(str, "an outcome") for one in parts[chosen[0]].want(list, "a list of outcomes")}
    known = {word(one) for one in Outcome}
    if wrong := wanted - known:
        raise parts[chosen[0]].error(f"{', '.join(sorted(wrong))} is no outcome; known: {', '.join(sorted(known))}")
    report: Report = getattr(results, suite)
    # BIND= chooses no cells.
    if any(value for name, value in (report.header.get("filters") or {}).items() if name != "bind"):
        raise Missing(f"the last run of `make {suite}` was not a full one")
    counts = _counts(report, given)
    total, hits = counts.total(), sum(counts[one] for one in wanted)
    if not total:
        raise Missing(f"`make {suite}` has no such cell")
    holds = {"all": hits == total, "some": hits > 0, "none": hits == 0}[chosen[0]]
    shown = ", ".join(f"{counts[one]:,} {one}" for one in sorted(counts))
    return Decision(holds, f"{total:,} {'cell' if total == 1 else 'cells'}: {shown}", hits / total)


def _counts(report: Report, given: Mapping[str, str]) -> Counter:
    languages = {peer["peer"].partition("@")[0]: peer["language"] for peer in report.header["peers"]}
    counts: Counter = Counter()
    for line in report.lines:
        if _takes(line, given):
            for reader in line["readers"]:
                if _takes_reader(line["writer"], reader, given, languages):
                    counts[line["outcome"]] += 1
    return counts


def _takes(line: dict, given: Mapping[str, str]) -> bool:
    """Cells of values that a codec wrote now, or with `given` those of bytes from outside. Goldens do not count, nor
    does a value that the writer's own objects cannot hold."""
    written = ":" in line["writer"] and not line.get("source")
    return (
        (line["writer"] == "given" if "given" in given else written)
        and line.get("stage") != word(Stage.BUILD)
        and all(glob.any_matches(line[key], given[key].split("|")) for key in ("case", "format") if key in given)
        and ("leg" not in given or glob.matches(line.get("leg", ""), given["leg"]))
        and codec_id.matches(line["writer"], given.get("writer"))
    )


def _takes_reader(writer: str, reader: str, given: Mapping[str, str], languages: Mapping[str, str]) -> bool:
    if not codec_id.matches(reader, given.get("reader")):
        return False
    if "language" not in given:
        return True
    pair = [languages[codec_id.peer_of(codec).partition("@")[0]] for codec in (writer, reader)]
    return (pair[0] == pair[1]) == (given["language"] == _LANGUAGES[0])
