"""Two versions of a small schema for the tests of OLD= and NEW=."""

from schemas import PROTO3, tree

from wirebed.suites.evolution.model import Names
from wirebed_safe_change.changes import Changes, compare
from wirebed_safe_change.samples import Samples

NONE = Names()


def versions(folder, old: str, new: str, head: str = PROTO3, new_head: str = ""):
    """Both schemas; the package is p."""
    found = []
    for name, text in (("old", head + old), ("new", (new_head or head) + new)):
        (folder / name).mkdir(parents=True)
        (folder / name / "t.proto").write_text(text)
        found.append(tree(folder / name, ["t.proto"], folder / name))
    return found


def changes(folder, old: str, new: str, head: str = PROTO3, new_head: str = "", names: Names = NONE) -> Changes:
    return compare(*versions(folder, old, new, head, new_head), names)


def samples(folder, old: str, new: str, head: str = PROTO3, new_head: str = "", names: Names = NONE) -> Samples:
    return Samples(changes(folder, old, new, head, new_head, names), names, ("v1", "v2"))


def whats(found: Changes, message: str = "p.M") -> dict[str, tuple[str, ...]]:
    return {change.name: change.what for change in found.pairs[message].changes}
