"""The values that are measured with: fixtures/bench/workloads.yaml of the bed, or what can be made of its cases.

The file has groups, each a list of workloads: the name of a case, or a value made here:

```yaml
default:                                  # what is measured without MESSAGE=
  - Stock/article_hessian
sized:                                    # of these only the bytes are counted
  - Stock/article_xml
sweep:
  - {name: TargetObject/distinct_200, message: interop.TargetObject, generate: {target_object: {n: 200, …}}}
```
"""

import fnmatch
import functools
from collections.abc import Iterable
from dataclasses import dataclass

from wirebed import cases
from wirebed.bed import Bed
from wirebed.cases import txtpb, yaml_case, yaml_tree
from wirebed.cases.case import Case
from wirebed.errors import UserError, near, unknown

DEFAULT, QUICK = "default", "quick"
# Of these only the bytes count.
SIZED = "sized"
_KEYS = ("name", "message", "text", "generate", "same")
# Of a bed without workloads one value a message is taken: the largest that is not larger than this, in bytes of view.
# Generated ones hold every boundary value that there is, so less of them is enough.
LARGEST, LARGEST_GENERATED = 64 << 10, 4 << 10


@dataclass(eq=False)
class Workload:
    case: Case
    groups: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What MESSAGE= finds it by."""
        return (self.case.name, self.case.message, self.case.name.partition("/")[0], *self.groups)


def load(bed: Bed, schema) -> list[Workload]:
    """All workloads of the bed, each once, in the order of the file."""
    path = bed.fixtures / "bench" / "workloads.yaml"
    known = cases.load(bed, schema)
    if not path.exists():
        return _one_a_message(known, LARGEST) or _one_a_message(cases.generated(schema), LARGEST_GENERATED)
    by_name = {case.name: case for case in known if not case.wire}
    found: dict[str, Case] = {}
    groups: dict[str, list[str]] = {}
    for group, listed in yaml_tree.read(txtpb.read_text(path), path).want(dict, "groups").items():
        for one in listed.want(list, "a list of workloads"):
            case = _named(one, by_name) if isinstance(one.raw, str) else _made(one, schema)
            found.setdefault(case.name, case)
            groups.setdefault(case.name, []).append(group)
    if not found:
        raise UserError("no workload is named", path)
    return [Workload(case, tuple(groups[name])) for name, case in found.items()]


def _named(value, by_name: dict[str, Case]) -> Case:
    if value.raw not in by_name:
        raise value.error(str(unknown("case", value.raw, by_name)))
    return by_name[value.raw]


def _made(value, schema) -> Case:
    entries = value.items(_KEYS, "a workload")
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
    return [one for one in workloads if one.groups != (SIZED,)]


def select(workloads: list[Workload], glob: str | None, quick: bool) -> list[Workload]:
    """Those that MESSAGE= names; without it those of the group `default`, or `quick`. A bed may have neither group."""
    workloads = timed(workloads)
    if glob:
        chosen = [one for one in workloads if any(fnmatch.fnmatchcase(name, glob) for name in one.names)]
        if not chosen:
            names = sorted({name for one in workloads for name in one.names})
            close = near(glob.replace("*", ""), names) or names[:20]
            raise UserError(f"MESSAGE={glob} matches nothing; near: {', '.join(close)}")
        return chosen
    for group in (QUICK, DEFAULT) if quick else (DEFAULT,):
        chosen = [one for one in workloads if group in one.groups]
        if chosen:
            return chosen
    return workloads
