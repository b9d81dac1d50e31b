"""What is to blame for an observation: a message and a field, and nothing where another observation is its cause."""

from dataclasses import replace

from wirebed_safe_change.changes import Changes
from wirebed_safe_change.directions import BACKWARD
from wirebed_safe_change.fields import name_of
from wirebed_safe_change.observations import Observation
from wirebed_safe_change.samples import Samples

# A message and a way -> the fields of each of its samples that fails so; () of its `.base`.
_Failing = dict[tuple, set[tuple[str, ...]]]


def caused(changes: Changes, samples: Samples, observed: list[Observation]) -> list[Observation]:
    """The observations, each with the message and the field that is to blame, without failures that a message inside of
    the sample causes, or the message itself."""
    failed = [seen for seen in observed if seen.failed]
    failing: _Failing = {}
    for seen in failed:
        if seen.probe.fields or _is_base(seen):
            failing.setdefault((seen.probe.message, *_way(seen)), set()).add(seen.probe.fields)
    causes = _to_blame([seen for seen in observed if not seen.failed])
    for seen in failed:
        message = seen.probe.message
        own = failing.get((message, *_way(seen)), set())
        if seen.probe.blames:
            causes.append(_placed(seen, *seen.probe.blames))
        elif _is_base(seen):
            causes += _whole(changes, samples, seen, failing)
        elif () in own or _inside(samples, seen, failing):
            continue
        elif seen.probe.fields:
            causes.append(_placed(seen, message, seen.probe.fields[0]))
        elif not own:
            causes.append(_placed(seen, message, ""))
    return causes


def _to_blame(observed: list[Observation]) -> list[Observation]:
    """Blames the innermost changed field around a difference that shows the same in a sample of its own message. Where
    none does, the innermost one is to blame."""
    shown = {
        (seen.message, seen.field, seen.what, *_way(seen))
        for seen in observed
        if seen.message == seen.probe.message and len(seen.around) < 2
    }
    blamed = []
    for seen in observed:
        places = (place for place in seen.around if (*place, seen.what, *_way(seen)) in shown)
        blamed.append(_placed(seen, *next(places, (seen.message, seen.field))))
    return blamed


def _whole(changes: Changes, samples: Samples, seen: Observation, failing: _Failing) -> list[Observation]:
    """The failures of an empty message: it lacks what the other version requires."""
    pair = changes.pairs[seen.probe.message]
    reader = "v2" if seen.direction == BACKWARD else "v1"
    wanted = []
    for change in pair.changes:
        here, there = change.of(seen.probe.version), change.of(reader)
        if here is None and there.is_required:
            wanted.append(_placed(seen, pair.name, name_of(there)))
    if wanted:
        return wanted
    return [] if _inside(samples, seen, failing) else [_placed(seen, pair.name, "")]


def _inside(samples: Samples, seen: Observation, failing: _Failing) -> bool:
    """Whether a message inside of the sample fails by itself on the same route, with fields that it has here."""
    return any(
        any(fields.issuperset(those) for those in failing.get((name, *_way(seen)), ()))
        for name, fields in samples.holds[seen.probe.name].items()
        if name != seen.probe.message
    )


def _is_base(seen: Observation) -> bool:
    return seen.probe.name.endswith(".base")


def _way(seen: Observation) -> tuple:
    return (seen.probe.version, seen.format, seen.leg, seen.writer, seen.relay, seen.reader)


def _placed(seen: Observation, message: str, name: str) -> Observation:
    return replace(seen, message=message, field=name)
