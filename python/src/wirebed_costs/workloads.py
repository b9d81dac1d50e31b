"""The values to measure: those of the bed's fixtures/bench/workloads.yaml, or a choice of its cases.

The file has groups, each a list of workloads, which are names of cases or values defined here:

```yaml
default:                                  # measured without MESSAGE=
  - Stock/article_hessian
sized:                                    # not timed: only their bytes are counted
  - Stock/article_xml
mine:
  - {name: Contacts/code_50, message: interop.Contacts, generate: {contacts: {population: code, count: 50}}}
articles:                                 # with `codecs`, globs as in CODEC=, which alone are timed in this group
  - {case: TargetObject/distinct_100, codecs: [java/protobuf-java, java/xstream]}
```
"""

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from wirebed import cases
from wirebed.bed import Bed, glob, yaml_tree
from wirebed.bed.codec_id import matches
from wirebed.bed.files import read_text
from wirebed.cases import txtpb, yaml_case
from wirebed.cases.case import Case
from wirebed.errors import UserError, no_match, unknown

DEFAULT, QUICK = "default", "quick"
# The groups whose workloads are not timed: with any run of their messages, and `claims-sized` with runs of `claims`.
SIZED = "sized"
_OF_GROUP = "-sized"
_KEYS = ("case", "codecs", "name", "message", "text", "generate", "same")
# A bed without workloads has one value for each message: the largest of at most this many bytes of view. Generated
# values hold all boundary values, so smaller ones suffice.
LARGEST, LARGEST_GENERATED = 64 << 10, 4 << 10


@dataclass(eq=False)
class Workload:
    case: Case
    groups: tuple[str, ...]
    codecs: dict[str, tuple[str, ...]] = field(default_factory=dict)  # group -> its `codecs`
    only: tuple[str, ...] = ()  # the codecs for which it was chosen; () for all

    def takes(self, codec: str) -> bool:
        return not self.only or any(matches(codec, pattern) for pattern in self.only)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which MESSAGE= chooses it."""
        return (self.case.name, self.case.message, self.case.name.partition("/")[0], *self.groups)


def load(bed: Bed, schema, known: Sequence[Case], named: str | None = None) -> list[Workload]:
    """All workloads of the bed in the order of the file, then the cases that MESSAGE= names.

    `known`: the cases of the bed. `named`: MESSAGE=.
    """
    workloads = _of_bed(bed, schema, known)
    names = set((named or "").split(",")) - {workload.case.name for workload in workloads}
    return workloads + [Workload(case, ()) for case in known if case.name in names and not case.wire]


def _of_bed(bed: Bed, schema, known: Sequence[Case]) -> list[Workload]:
    path = bed.fixtures / "bench" / "workloads.yaml"
    if not path.exists():
        return _one_a_message(known, LARGEST) or _one_a_message(cases.generated(schema), LARGEST_GENERATED)
    by_name = {case.name: case for case in known if not case.wire}
    taken: dict[str, Case] = {}
    groups: dict[str, dict[str, tuple[str, ...]]] = {}  # case -> group -> codecs
    for group, listed in yaml_tree.read(read_text(path), path).want(dict, "groups").items():
        for item in listed.want(list, "a list of workloads"):
            case, codecs = _case(item, by_name | taken, schema)
            taken.setdefault(case.name, case)
            groups.setdefault(case.name, {})[group] = codecs
    if not taken:
        raise UserError("no workload is named", path)
    return [Workload(case, tuple(groups[name]), groups[name]) for name, case in taken.items()]


def _case(value, by_name: dict[str, Case], schema) -> tuple[Case, tuple[str, ...]]:
    """The value of one line of the file, and its `codecs`."""
    if isinstance(value.raw, str):
        return _named(value, by_name), ()
    entries = value.items(_KEYS, "a workload")
    codecs = entries["codecs"].want(list, "globs of codecs") if "codecs" in entries else []
    case = _named(entries["case"], by_name) if "case" in entries else _made(value, entries, schema)
    return case, tuple(pattern.want(str, "a glob of codecs") for pattern in codecs)


def _named(value, by_name: dict[str, Case]) -> Case:
    if value.raw not in by_name:
        raise value.error(str(unknown("case", value.raw, by_name)))
    return by_name[value.raw]


def _made(value, entries, schema) -> Case:
    for key in ("name", "message"):
        if key not in entries:
            raise value.error(f"a workload that is no case has the key {key}")
    message = entries["message"]
    full_name = message.want(str, "the full name of a message")
    message_class = txtpb.find_class(schema, full_name, message.path, message.line, message.column)
    return Case(
        name=entries["name"].want(str, "a name like that of a case"),
        message=full_name,
        build=functools.partial(yaml_case.build_value, entries, message_class, schema),
    )


def _one_a_message(known: Iterable[Case], largest: int) -> list[Workload]:
    best: dict[str, Case] = {}
    for case in known:
        if case.wire or case.expect_reject or len(case.view) > largest:
            continue
        if case.message not in best or len(case.view) > len(best[case.message].view):
            best[case.message] = case
    return [Workload(case, (DEFAULT,)) for case in best.values()]


def timed(workloads: list[Workload]) -> list[Workload]:
    return [one for one in workloads if not one.groups or not all(map(_is_sized, one.groups))]


def sized(workloads: list[Workload], globs: str | None) -> list[Workload]:
    """The workloads that are not timed, of which the bytes count in a run of MESSAGE=."""
    chosen = (globs or DEFAULT).split(",")
    return [
        workload
        for workload in workloads
        if workload.groups and all(group == SIZED or _is_with(group, chosen) for group in workload.groups)
    ]


def _is_with(group: str, chosen: Sequence[str]) -> bool:
    """Whether the values of `claims-sized` come with the chosen groups."""
    return group.endswith(_OF_GROUP) and glob.any_matches(group.removesuffix(_OF_GROUP), chosen)


def _is_sized(group: str) -> bool:
    return group == SIZED or group.endswith(_OF_GROUP)


def identity(workloads: Iterable[Workload]) -> str:
    """A digest of values, and of the codecs for which each was chosen."""
    lines = {f"{one.case.name} {one.only} {sha256(one.case.view).hexdigest()}" for one in workloads}
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()


def select(workloads: list[Workload], globs: str | None, quick: bool) -> list[Workload]:
    """The workloads that MESSAGE= names by globs with commas between; without it those of the group `default` (or
    `quick`), or all where the bed has no such group."""
    workloads = timed(workloads)
    if globs:
        return _chosen(workloads, globs.split(","))
    for group in (QUICK, DEFAULT) if quick else (DEFAULT,):
        if any(group in workload.groups for workload in workloads):
            return _chosen(workloads, [group])
    return workloads


def _chosen(workloads: list[Workload], globs: list[str]) -> list[Workload]:
    for one_of in globs:
        if not any(glob.matches(name, one_of) for workload in workloads for name in workload.names):
            raise no_match("MESSAGE", one_of, (name for workload in workloads for name in workload.names))
    chosen = ((workload, _for(workload, globs)) for workload in workloads)
    return [replace(workload, only=only) for workload, only in chosen if only is not None]


def _for(workload: Workload, globs: list[str]) -> tuple[str, ...] | None:
    """The codecs for which these globs choose the workload: () for all, None where they do not choose it."""
    hits = [name for name in workload.names for one_of in globs if glob.matches(name, one_of)]
    codecs = [workload.codecs.get(name, ()) for name in hits]
    if not hits or () in codecs:
        return () if hits else None
    return tuple(dict.fromkeys(codec for group in codecs for codec in group))
