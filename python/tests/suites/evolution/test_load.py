"""Steps from YAML: what is read, and how each mistake is told."""

from pathlib import Path

import pytest
from schemas import tree, words

from wirebed.bed import ROOT, Bed
from wirebed.commands.evolution import load_steps
from wirebed.errors import UserError
from wirebed.state.deviations import reasons
from wirebed.suites.evolution.load import found, load
from wirebed.suites.evolution.load_step import cases_of
from wirebed.suites.evolution.migrate import Migrator
from wirebed.suites.evolution.plan import Selection
from wirebed.view.outcome import Kind, Outcome

V1 = """syntax = "proto3";
package evolution.grow;
message M { int32 a = 1; Color c = 2; }
enum Color { RED = 0; B = 1; }
"""
V2 = """syntax = "proto3";
package evolution.grow;
message M { int64 a = 1; int32 b = 3; Color c = 2; }
enum Color { RED = 0; BLUE = 1; }
"""
STEP = """
change: a grows
docs:
  protobuf: {says: conditional, at: "https://example.org"}
migration:
  renamed: {Color.B: BLUE}
samples:
  v1:
    zero: ''
    one: {text: 'a: 1', golden: true, ought: {v2: 'a: 1 b: 7'}}
  v2:
    big: 'a: 4294967301 b: 1'
    bytes: {hex: {protobuf: "08 05"}, view: 'a: 5', about: given}
mutate:
  - {name: sets_a, sample: v2.big, set: 'a: 7', clear: [c], gives: 'a: 7 b: 1'}
expect:
  - {why: narrowed-to-32-bits, format: protobuf, leg: [forward, relay-*], sample: 'v2.b*', kind: narrowed, path: a}
  - format: protojson
    leg: forward
    relay: java
    reader: python/*
    writer: [bytes, cpp]
    outcome: rejected
    stage: parse
    says: range
    reason: why not
    authority: somebody
    nature: by-design
"""


_COMPILED = {}


def compiled(folder: Path, steps: dict[str, dict[str, Path]]) -> dict:
    """The schema of each version of some steps."""
    schemas = {}
    for version in dict.fromkeys(version for versions in steps.values() for version in versions):
        below = folder / version
        (below / "evolution").mkdir(parents=True, exist_ok=True)
        files = {f"evolution/{name}.proto": of[version] for name, of in steps.items() if version in of}
        for name, path in files.items():
            (below / name).write_bytes(path.read_bytes())
        schemas[version] = tree(below, list(files), below)
    return schemas


class Folder:
    """A bed of one step, whose files a test may change."""

    def __init__(self, root: Path):
        self.root = root
        self.write("proto/evolution/grow/v1.proto", V1)
        self.write("proto/evolution/grow/v2.proto", V2)
        self.step(STEP)

    def write(self, name: str, text: str):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def step(self, text: str):
        self.write("fixtures/evolution/grow.yaml", text.lstrip("\n"))

    def schemas(self, only=None):
        """Compiled once for all tests that leave the schemas as they are."""
        versions = {name: files for name, _, files in found(Bed(self.root), only)}
        key = str([(name, version, file.read_bytes()) for name in versions for version, file in versions[name].items()])
        if key not in _COMPILED:
            _COMPILED[key] = compiled(self.root / "trees", versions)
        return _COMPILED[key]

    def load(self, only=None):
        """The steps, and what their files state; the laws hold in this bed, too."""
        steps, entries = load(Bed(self.root), self.schemas(only), only)
        return steps, [entry for entry in entries if entry.place[0].is_relative_to(self.root)]

    def mistake(self, old: str, new: str) -> str:
        """What is said when a part of the step is written so."""
        assert old in STEP
        self.step(STEP.replace(old, new, 1))
        with pytest.raises(UserError) as raised:
            steps, _ = self.load()
            for case in cases_of(steps[0]):
                assert case.view
        place = f"{raised.value.path.name}:{raised.value.line}:{raised.value.column}"
        return f"{place} {raised.value.message}"


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path)


def test_a_step(folder):
    (step,), entries = folder.load()
    assert (step.name, step.change, step.versions) == ("grow", "a grows", ("v1", "v2"))
    assert step.roots == {"v1": "evolution.grow.M", "v2": "evolution.grow.M"}
    assert step.names[0].renamed == {"evolution.grow.Color.B": "evolution.grow.Color.BLUE"}
    assert step.docs["protobuf"].says == "conditional"
    names = [sample.name for sample in step.samples]
    assert names == ["grow/v1.zero", "grow/v1.one", "grow/v2.big", "grow/v2.bytes"]
    one, given = step.samples[1], step.samples[3]
    assert one.case.golden and one.ought["v2"].view != one.case.view
    assert given.case.wire == {"protobuf": b"\x08\x05"} and given.case.formats == ("protobuf",)
    narrowed, rejected = entries
    assert (narrowed.name, narrowed.suite, narrowed.nature) == ("grow:16", "evolution", "by-design")
    assert narrowed.cases == ("grow/v2.b*",) and narrowed.legs == ("forward", "relay-*")
    assert (narrowed.outcome, narrowed.kind, narrowed.path) == (Outcome.DIFFERS, Kind.NARROWED, ("a",))
    assert narrowed.reason == reasons.load(ROOT / "fixtures" / "reasons")["narrowed-to-32-bits"].reason
    assert rejected.cases == ("grow/*",) and rejected.relays == ("java",) and rejected.readers == ("python/*",)
    assert (rejected.outcome, rejected.stage, rejected.says.pattern) == (Outcome.REJECTED, "parse", "range")


def test_a_mutation_sets_what_its_text_says_and_no_more(folder):
    (step,), _ = folder.load()
    (mutation,) = step.mutations
    schema = compiled(folder.root / "again", {"grow": {"v1": folder.root / "proto/evolution/grow/v1.proto"}})["v1"]
    assert words(mutation.set.view, schema) == "a=7"
    assert (mutation.clear, mutation.set.name) == ((2,), "grow/v2.big.sets_a")
    assert mutation.gives.message == "evolution.grow.M"


MISTAKES = [
    ("change: a grows", "chnge: a grows", "grow.yaml:1:1 unknown key `chnge`"),
    ("zero: ''", "zero: 'x: 1'", 'grow.yaml:8:12 Message type "evolution.grow.M" has no field named "x"'),
    ("v2:\n    big", "v4:\n    big", 'grow.yaml:11:5 unknown version "v4"; '),
    ("hex: {protobuf", "hex: {protobof", 'grow.yaml:12:12 unknown format "protobof"; near: "protobuf"'),
    ('"08 05"', '"08 0"', "grow.yaml:12:29 not hex"),
    ("view: 'a: 5'", "text: 'a: 5'", "grow.yaml:12:12 bytes need either `view:`"),
    ("Color.B: BLUE", "Color.C: BLUE", 'grow.yaml:5:22 unknown part of evolution.grow.Color "C"'),
    ("Color.B: BLUE", "Color.B: GREEN", 'grow.yaml:5:22 unknown part of evolution.grow.Color "GREEN"; '),
    ("Color.B: BLUE", "Kolor.B: BLUE", 'grow.yaml:5:22 unknown message or enum "evolution.grow.Kolor"; near'),
    ("Color.B: BLUE", "M.a: d", 'grow.yaml:5:18 unknown part of evolution.grow.M "d"; '),
    ("Color.B: BLUE", '"[a.b]": d', "grow.yaml:5:22 there is no extension a.b"),
    ("Color.B: BLUE", "M: N", 'grow.yaml:5:16 unknown message or enum "evolution.grow.N"; near'),
    ("Color.B: BLUE}", "Color.B: BLUE}\n  apart: [M.z]", 'grow.yaml:6:11 unknown part of evolution.grow.M "z"; '),
    ("sample: v2.big", "sample: v2.bog", 'grow.yaml:14:28 unknown sample "v2.bog"; near: "v2.big"'),
    ("clear: [c]", "clear: [z]", 'grow.yaml:14:57 unknown field of v1 "z"; known'),
    ("'v2.b*'", "'v1.b*'", 'grow.yaml:16:83 unknown sample "v1.b*"'),
    ("'v2.b*'", "v2.bigger", 'grow.yaml:16:83 unknown sample "v2.bigger"; near: "v2.big"'),
    ("[forward, relay-*]", "[forwrad]", 'grow.yaml:16:55 unknown leg "forwrad"; near: "forward"'),
    ("format: protobuf, leg", "format: protobof, leg", 'grow.yaml:16:40 unknown format "protobof"; near: "protobuf"'),
    ("reader: python/*", "reader: pithon", 'grow.yaml:20:13 unknown codec "pithon"'),
    ("why: narrowed-to-32-bits", "why: narrowed-to-32", 'grow.yaml:16:11 unknown reason "narrowed-to-32"; near'),
    ("kind: narrowed, path", "kind: narower, path", "grow.yaml:16:98 `narower` is no kind"),
    ("kind: narrowed, path: a", "path: a", "grow.yaml:16:5 the entry has neither `kind:` nor `outcome:`"),
    ("stage: parse", "stage: prase", "grow.yaml:23:12 `prase` is none of"),
    ("says: conditional", "says: maybe", "grow.yaml:3:13 documents have `says:`"),
    ("nature: by-design", "nature: bad", "grow.yaml:27:13 `bad` is none of"),
    ("outcome: rejected", "outcome: any", "grow.yaml:22:14 `any` is none of equal, differs, "),
    ("    reason: why not\n", "", "grow.yaml:17:5 there is no `why:`, and no `reason:` either"),
    ("says: range", "says: '('", "grow.yaml:24:11 no regular expression"),
    ("v1:\n    zero: ''", "v1:\n    zero: ''\n    zero: ''", "grow.yaml:9:5 the key zero stands here twice"),
    ("samples:", "defaults: hidden\nsamples:", "grow.yaml:6:11 `defaults:` can be `shown`"),
    ("samples:", "message: N\nsamples:", 'grow.yaml:6:10 unknown message "evolution.grow.N"; near'),
    ("samples:", "message: {v1: evolution.grow.M}\nsamples:", "grow.yaml:6:10 `message:` names no message of v2"),
    ("samples:", "migration_v3: {}\nsamples:", "grow.yaml:6:15 there is no v3.proto"),
]


@pytest.mark.parametrize(("old", "new", "told"), MISTAKES)
def test_a_mistake_is_told_with_its_place(folder, old, new, told):
    assert folder.mistake(old, new).startswith(told)


def test_a_step_has_schemas_and_a_file(folder):
    folder.write("fixtures/evolution/other.yaml", "change: x\n")
    with pytest.raises(UserError, match="there is no schema of this step: .*v1.proto, v2.proto") as raised:
        folder.load()
    assert raised.value.path.name == "other.yaml"
    folder.write("proto/evolution/other/v1.proto", "")
    with pytest.raises(UserError, match="a version of the step is missing: v2.proto"):
        folder.load()
    assert len(folder.load(lambda name: name == "grow")[0]) == 1
    (folder.root / "fixtures/evolution/other.yaml").unlink()
    with pytest.raises(UserError, match="the step has no .*other.yaml"):
        folder.load()


def test_versions_have_the_same_names_or_say_which_are_the_same(folder):
    folder.write("proto/evolution/grow/v2.proto", V2.replace("package evolution.grow;", "package evolution.grown;"))
    with pytest.raises(UserError, match="the versions have the packages evolution.grow, evolution.grown") as raised:
        folder.load()
    assert (raised.value.path.name, raised.value.line) == ("v2.proto", 2)
    folder.step(STEP.replace("samples:", "message: {v1: evolution.grow.M, v2: evolution.grown.M}\nsamples:"))
    (step,), _ = folder.load()
    assert step.names[0].renamed == {"evolution.grow.Color.B": "evolution.grown.Color.BLUE"}
    folder.step(STEP)
    folder.write("proto/evolution/grow/v2.proto", V2.replace("message M", "message N"))
    with pytest.raises(UserError, match='unknown message "evolution.grow.M"; .*`message:` says which it is') as raised:
        folder.load()
    assert (raised.value.path.name, raised.value.line) == ("v2.proto", 3)


def test_what_is_in_a_renamed_message_is_looked_for_under_its_new_name(folder):
    folder.write("proto/evolution/grow/v1.proto", V1 + "message Inner { int32 x = 1; }\n")
    folder.write("proto/evolution/grow/v2.proto", V2 + "message Outer { int32 y = 1; }\n")
    folder.step(STEP.replace("Color.B: BLUE", "Inner.x: y, Inner: Outer"))
    (step,), _ = folder.load()
    assert step.names[0].renamed == {
        "evolution.grow.Inner": "evolution.grow.Outer",
        "evolution.grow.Inner.x": "evolution.grow.Outer.y",
    }


def test_extensions_are_renamed(folder):
    old = V1.replace("proto3", "proto2").replace("int32 a", "optional int32 a").replace("Color c", "optional Color c")
    old = old.replace("= 2; }", "= 2; optional int32 f = 4; extensions 100 to 200; }")
    folder.write(
        "proto/evolution/grow/v1.proto", old + "extend M { optional int32 x = 100; optional int32 y = 101; }\n"
    )
    new = old.replace("B = 1", "BLUE = 1")
    folder.write(
        "proto/evolution/grow/v2.proto", new + "extend M { optional int32 z = 100; optional int32 w = 102; }\n"
    )
    renamed = "Color.B: BLUE, '[evolution.grow.x]': z, M.a: '[evolution.grow.w]', '[evolution.grow.y]': f"
    text = STEP.replace("Color.B: BLUE", renamed).replace(" b: 7", "").replace(" b: 1", "").replace("4294967301", "5")
    folder.step(text)
    (step,), _ = folder.load()
    prefix = "evolution.grow."
    assert {old.removeprefix(prefix): new.removeprefix(prefix) for old, new in step.names[0].renamed.items()} == {
        "Color.B": "Color.BLUE",
        "x": "z",
        "M.a": "w",
        "y": "M.f",
    }


@pytest.mark.parametrize("name", ["gr ow", "Grow", "gr-ow", "1st"])
def test_the_name_of_a_step(folder, name):
    (folder.root / "proto/evolution" / name).mkdir()
    with pytest.raises(UserError, match=f"{name}: the name of a step has small letters, digits and _"):
        list(found(Bed(folder.root)))


def test_a_folder_without_versions(folder):
    (folder.root / "proto/evolution/other").mkdir()
    (folder.root / "proto/evolution/.cache").mkdir()
    folder.write("fixtures/evolution/other.yaml", STEP)
    with pytest.raises(UserError, match=r"evolution/other: a version of the step is missing: v1.proto"):
        list(found(Bed(folder.root)))


def test_a_path_begins_with_a_field_of_some_version(folder):
    told = folder.mistake("path: a}", "path: [b, z.x]}")
    assert told == 'grow.yaml:16:114 unknown field "z"; known: a, b, c'
    folder.step(STEP.replace("path: a}", "path: [b, 'c.x', 'a[[]0]', '*', '[evolution.x]', 'a*']}", 1))
    assert len(folder.load()[1]) == 2


def test_a_class_in_a_bed_of_its_own(folder):
    told = folder.mistake("docs:", "class: a.B\ndocs:")
    assert told.startswith("grow.yaml:2:8 classes that were written by hand are not loaded for a bed of your own")


def test_reasons(tmp_path):
    path = tmp_path / "a.yaml"
    assert reasons.load(tmp_path) == {}
    path.write_text("# nothing yet\n")
    assert reasons.load(tmp_path) == {}
    path.write_text("a:\n  reason: r\n  authority: x\n  nature: y\n")
    with pytest.raises(UserError, match=r"a.yaml:4:11: `y` is none of"):
        reasons.load(tmp_path)
    path.write_text("a: {reason: r, authority: x}\n")
    with pytest.raises(UserError, match="`a` has no `nature:`"):
        reasons.load(tmp_path)
    path.write_text("a: {reason: r, authority: x, nature: by-design, manner: {java/*: odd}}\n")
    with pytest.raises(UserError, match="`odd` is none of typed, untyped, exhausted"):
        reasons.load(tmp_path)
    path.write_text("a: {reason: r, authority: x, nature: by-design, by: codec}\n")
    assert reasons.load(tmp_path)["a"].bys == (("*", ("codec",)),)
    (tmp_path / "b.yaml").write_text(path.read_text())
    with pytest.raises(UserError, match=r"b.yaml:1:4: `a` is the name of another reason: .*a.yaml:1:4"):
        reasons.load(tmp_path)
    (tmp_path / "b.yaml").write_text("b: {reason: s, authority: x, nature: by-design, versions: {java: new}}\n")
    with pytest.raises(UserError, match=r"b.yaml:1:66: `new` is no version range; such as '==2.4'"):
        reasons.load(tmp_path)
    (tmp_path / "b.yaml").write_text("b: {reason: s, authority: x, nature: by-design, unchanged: true}\n")
    assert [reason.unchanged for reason in reasons.load(tmp_path).values()] == [False, True]


def test_entries_about_what_an_unchanged_schema_shows():
    _, steps, _ = load_steps(Bed.open(), Selection(step="t11_*"))
    (step,) = steps
    assert len(step.unchanged) == 6 and all(name.startswith("t11_group_to_message:") for name in step.unchanged)


def test_every_sample_of_the_repository_can_be_migrated():
    schemas, steps, _ = load_steps(Bed.open())
    for step in steps:
        assert len(step.samples) > 1, f"{step.name} has not two samples"
        for index, (old, new) in enumerate(zip(step.versions, step.versions[1:], strict=False)):
            names = step.names[index]
            for here, there, known in ((old, new, names), (new, old, names.back())):
                roots = (step.roots[here], step.roots[there])
                migrator = Migrator(schemas[here], schemas[there], known, roots, step.defaults)
                for sample in step.samples:
                    if sample.version == here and not sample.case.expect_reject:
                        migrator.migrate(sample.case.view)
