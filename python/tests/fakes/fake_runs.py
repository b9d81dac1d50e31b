"""A small schema, its cases, and sessions of fake peers over them, without any build."""

from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
from google.protobuf import descriptor_pb2, message_factory

from wirebed.bed import settings
from wirebed.bed.schema import pool_of
from wirebed.cases.case import Case
from wirebed.peers import Pool
from wirebed.run import Build, Peers, Selection, run
from wirebed.run.leg import NOW
from wirebed.suites.interop.suite import suite
from wirebed.view import of_message

PEERS = ("one", "two")
GENERATION = "two~fake-2.0"
ROSTER = "peers:\n" + "".join(
    f"  {peer}:\n    none/message: both\n    none/plain: both\n    protobuf/fake: both\n"
    "    prototext/fake: both\n    json/fake: both\n"
    for peer in PEERS
)


def swaps(**about: str) -> str:
    """An entry: codecs that turn a name round. `about`: its name, and which codecs."""
    lines = about | {
        "format": "json",
        "value": "{type: string, matches: swapme}",
        "outcome": "differs",
        "kind": "reinterpreted",
        "reason": "It does.",
        "authority": "fake_peer.py",
        "nature": "library-bug",
    }
    return "\n  - " + "\n    ".join(f"{key}: {text}" for key, text in lines.items()) + "\n"


class Schema:
    """`message M { string name = 1; double number = 2; optional uint64 big = 3; map<string, int32> map = 4; }`, and a
    message `Empty`."""

    messages = ("t.M", "t.Empty")
    digest = "as it is declared below"

    def __init__(self):
        file = descriptor_pb2.FileDescriptorProto(name="t.proto", package="t", syntax="proto3")
        f = descriptor_pb2.FieldDescriptorProto
        made = file.message_type.add(name="M")
        made.field.add(name="name", number=1, type=f.TYPE_STRING, label=1)
        made.field.add(name="number", number=2, type=f.TYPE_DOUBLE, label=1)
        made.field.add(name="big", number=3, type=f.TYPE_UINT64, label=1, proto3_optional=True, oneof_index=0)
        made.oneof_decl.add(name="_big")
        made.field.add(name="map", number=4, type=f.TYPE_MESSAGE, label=3, type_name=".t.M.MapEntry")
        entry = made.nested_type.add(name="MapEntry")
        entry.options.map_entry = True
        entry.field.add(name="key", number=1, type=f.TYPE_STRING, label=1)
        entry.field.add(name="value", number=2, type=f.TYPE_INT32, label=1)
        file.message_type.add(name="Empty")
        self.pool = pool_of(descriptor_pb2.FileDescriptorSet(file=[file]))

    def message(self, name):
        return self.pool.FindMessageTypeByName(name)

    def message_class(self, name):
        return message_factory.GetMessageClass(self.message(name))


def case_of(name, view, message="t.M"):
    return Case(name, message, lambda: view)


def cases(schema):
    M = schema.message_class("t.M")
    values = {
        "M/plain": M(name="plain", number=1.5),
        "M/swap": M(name="swapme"),
        "M/minus_zero": M(number=-0.0),
        "M/big": M(name="GUILTY", big=2**64 - 1),
        "M/map": M(map={"a": 1, "MAPPED": 2}),
    }
    return [case_of(name, of_message(value)) for name, value in sorted(values.items())]


@dataclass
class FakeBed:
    root: Path
    own: bool = True
    name: str = "fake"
    variables: tuple[str, ...] = ()

    @property
    def fixtures(self):
        return self.root / "fixtures"


class FakeRuns:
    """Runs fake peers over the cases, with the deviations and the roster of a folder of its own."""

    def __init__(self, folder: Path, fake):
        self.folder, self.fake = folder, fake
        self.schema = Schema()
        self.cases = cases(self.schema)
        self.sources = ""  # the fingerprint of what the peers were built from
        self.bed, self.repository = FakeBed(folder), folder
        (folder / "fixtures" / "deviations").mkdir(parents=True)
        (folder / "tree").mkdir()
        (folder / "fixtures" / "roster.yaml").write_text(ROSTER)

    def entries(self, text: str):
        (self.folder / "fixtures" / "deviations" / "all.yaml").write_text("suite: interop\nentries:\n" + text)

    def becomes_own_bed(self):
        """From now on, the folder is a bed of somebody's own, beside a repository without deviations."""
        self.bed, self.repository = FakeBed(self.folder, own=False, variables=("BED=/b",)), self.folder / "repository"
        (self.repository / "fixtures" / "deviations").mkdir(parents=True)
        (self.repository / "fixtures" / "roster.yaml").write_text(ROSTER)

    def peers(self, specs, keep=None, scope=None) -> Peers:
        return Peers(Pool(specs, self.folder / "tree", scope=scope), keep)

    def suite(self, started: Peers, selection=None, sources=(), goldens=None, cases=None):
        bed, known = self.bed, self.cases if cases is None else cases
        build = replace(Build.of(bed, {NOW.reader: self.schema}, root=self.repository), sources=self.sources)
        shows_left = settings.load(bed).shows_left
        return suite(build, started, selection, known, sources, goldens, shows_all_left=shows_left)

    def run(
        self, one=(), two=(), peers=PEERS, sources=(), keep=None, goldens=None, scope=None, generation=None, **globs
    ):
        """(exit code, report); `keep`, `scope`: as for Peers; `generation`: how a generation of `two` behaves."""
        from wirebed.report import load

        specs = [self.fake(name, *how) for name, how in (("one", one), ("two", two)) if name in peers]
        specs += [self.fake(GENERATION, *generation)] if generation is not None else []
        path = self.folder / "report.jsonl"
        with self.peers(specs, keep, scope) as started:
            suite = self.suite(started, Selection(**globs), sources, goldens)
            code = run(suite, path, 0.0, progress=False)
        return code, load(path)


def text_of(report) -> str:
    """All that a report says beside its lines, and of its unexpected cells."""
    return msgspec.json.encode([report.footer, report.unexpected]).decode()
