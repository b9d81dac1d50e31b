"""Two versions of a small schema for the tests of OLD= and NEW=."""

from schemas import PROTO3, tree

from wirebed.evolution.between.changes import Changes, between
from wirebed.evolution.between.samples import Samples
from wirebed.evolution.model import Names


def versions(folder, old: str, new: str, head: str = PROTO3):
    """Both schemas; the package is p."""
    found = []
    for name, body in (("old", old), ("new", new)):
        (folder / name).mkdir(parents=True)
        (folder / name / "t.proto").write_text(head + body)
        found.append(tree(folder / name, ["t.proto"], folder / name))
    return found


def changes(folder, old: str, new: str, head: str = PROTO3, names: Names | None = None) -> Changes:
    return between(*versions(folder, old, new, head), names or Names())


def samples(folder, old: str, new: str, head: str = PROTO3) -> Samples:
    return Samples(changes(folder, old, new, head), Names(), ("v1", "v2"))


def whats(found: Changes, message: str = "p.M") -> dict[str, tuple[str, ...]]:
    return {change.name: change.what for change in found.pairs[message].changes}
