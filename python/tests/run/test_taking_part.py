"""Who takes part, by the file of a bed and by the globs of the command line, before anything is built."""

import json
import shutil

import pytest

from wirebed.bed import REPORTS, Bed
from wirebed.bed.glob import listed, takes
from wirebed.commands import evolution, interop, packages
from wirebed.commands.options import open_bed
from wirebed.errors import UserError
from wirebed.peers import asked
from wirebed.run import Selection
from wirebed.run.taking_part import taking_part
from wirebed.suites.evolution.plan import Selection as Steps
from wirebed_build.languages import setup

ROSTER = """
peers:
  alpha: {none/plain: both, json/fast: both, hessian2/one: both}
  alpha-old: {none/plain: both, json/old: both}
  beta: {none/plain: both, json/slow: both, pickle/own: encode}
"""


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A repository with two languages. No peer has introduced itself."""
    root = tmp_path / "root"
    for folder, name in (("alpha", "alpha"), ("alpha/old", "alpha-old"), ("beta", "beta")):
        (root / folder).mkdir(parents=True)
        switch = "switch: OLD\n" if name == "alpha-old" else ""
        (root / folder / "peer.yaml").write_text(f"name: {name}\nlanguage: L\nrun: [sh]\n{switch}")
    (root / "fixtures").mkdir()
    (root / "fixtures" / "roster.yaml").write_text(ROSTER)
    monkeypatch.setattr(asked, "known", lambda *_: None)
    return root


@pytest.fixture
def bed(tmp_path):
    """bed(text of its file) -> the bed"""

    def of(text: str) -> Bed:
        (tmp_path / "bed" / "proto").mkdir(parents=True, exist_ok=True)
        (tmp_path / "bed" / "fixtures").mkdir(exist_ok=True)
        (tmp_path / "bed" / "fixtures" / "bed.yaml").write_text(text or "generated: true\n")
        return Bed.open(tmp_path / "bed")

    return of


@pytest.mark.parametrize(
    ("globs", "names", "expected"),
    [
        ("", ["java"], True),
        ("java", ["java"], True),
        ("cpp, java", ["java"], True),
        ("!java", ["java"], False),
        ("!java", ["cpp"], True),
        ("*,!java", ["java"], False),
        ("!java,*", ["java"], False),
        ("j*,!java", ["javascript"], True),
        ("cpp,!java", ["python"], False),
        ("java/*", ["java:json/gson", "java/gson", "java"], True),
        ("java,!java/gson", ["java:json/gson", "java/gson", "java"], False),
    ],
)
def test_a_list_of_globs(globs, names, expected):
    assert takes(names, listed(globs)) is expected


@pytest.mark.parametrize(
    ("text", "globs", "expected"),
    [
        ("", {}, None),
        ("generated: false", {}, None),
        ("languages: [beta]", {}, ["beta"]),
        ("languages: ['!beta']", {}, ["alpha", "alpha-old"]),
        ("formats: [hessian2]", {}, ["alpha"]),
        ("formats: ['!pickle', '!hessian2']", {}, ["alpha", "alpha-old", "beta"]),
        ("codecs: ['!alpha-old']", {}, ["alpha", "beta"]),
        ("codecs: ['*:json/*', '!alpha/*']", {}, ["alpha-old", "beta"]),
        ("switches: {OLD: 0}", {}, ["alpha", "beta"]),
        ("switches: {OLD: 1}", {}, None),
        ("", {"language": "beta"}, ["beta"]),
        ("", {"language": "alpha,beta"}, None),
        ("", {"language": "!beta", "format": "hessian2"}, ["alpha"]),
        ("", {"format": "pickle,json", "writer": "beta/*", "reader": "beta/*"}, ["beta"]),
        ("", {"format": "json", "writer": "bytes", "reader": "beta/*"}, None),
        ("", {"format": "pickle"}, None),  # nobody reads it
        ("languages: [beta]", {"format": "pickle"}, ["beta"]),
        ("", {"writer": "beta/slow,alpha-old", "reader": "beta/*"}, ["alpha-old", "beta"]),
        ("", {"writer": "!alpha/*", "reader": "!alpha", "format": "json"}, ["alpha-old", "beta"]),
        ("languages: [alpha]\ncodecs: ['!alpha/one']", {"format": "json"}, ["alpha", "alpha-old"]),
        ("languages: [alpha]\ncodecs: ['!beta/slow']", {"language": "alpha"}, ["alpha", "alpha-old"]),
        ("languages: [alpha]", {"writer": "bytes"}, ["alpha", "alpha-old"]),
    ],
)
def test_only_who_is_chosen_is_asked(root, bed, text, globs, expected):
    assert taking_part(bed(text), Selection(**globs), root=root).names == expected


@pytest.mark.parametrize(
    ("text", "place", "told"),
    [
        ("languages: [bta]", "1:13", 'bta matches no language; near: "beta"; known: alpha, beta'),
        ("languages:\n  - '!alfa'", "2:5", '!alfa matches no language; near: "alpha"'),
        ("formats: [jsn]", "1:11", 'jsn matches no format; near: "json"; known: hessian2, json, pickle'),
        ("codecs: [beta/slw]", "1:10", 'beta/slw matches no codec; near: "beta", "beta/slow"'),
        ("switches: {ODL: 0}", "1:12", 'unknown switch "ODL"; near: "OLD"'),
        ("switches: {OLD: 2}", "1:17", "0 or 1 is wanted here"),
        ("langauges: [beta]", "1:1", 'unknown key langauges in bed.yaml; near: "languages"'),
        ("languages: beta", "1:12", "a list of languages is wanted here"),
        ("codecs: []", "1:9", "a list of codecs is wanted here; leave it out to take everything"),
        ("formats: [1]", "1:11", "a text in a list of formats is wanted here"),
        ("include: [nowhere]", "1:11", "nowhere is not a folder"),
    ],
)
def test_a_wrong_key_or_value_is_told_with_its_place(root, bed, text, place, told):
    with pytest.raises(UserError) as raised:
        taking_part(bed(text), root=root)
    line, column = map(int, place.split(":"))
    assert (raised.value.path.name, raised.value.line, raised.value.column) == ("bed.yaml", line, column)
    assert told in raised.value.message


@pytest.mark.parametrize(
    ("text", "globs", "told"),
    [
        ("", {"language": "bta"}, 'LANGUAGE=bta matches nothing; near: "beta"'),
        ("", {"language": "alpha,bta"}, "LANGUAGE=bta matches nothing"),
        ("languages: [alpha]", {"language": "beta"}, "LANGUAGE=beta matches nothing; known: alpha"),
        ("", {"format": "json,jsn"}, 'FORMAT=jsn matches nothing; near: "json"'),
        ("formats: [json]", {"format": "pickle"}, "FORMAT=pickle matches nothing; known: json, none"),
        ("", {"language": "alpha", "format": "pickle"}, "FORMAT=pickle matches nothing"),
        ("", {"writer": "beta/slw"}, 'WRITER=beta/slw matches nothing; near: "beta", "beta/slow"'),
        ("", {"reader": "beta,!beta/slw"}, "READER=!beta/slw matches nothing"),
        ("codecs: ['!beta/slow']", {"reader": "beta/slow"}, "READER=beta/slow matches nothing"),
        ("", {"format": "hessian2", "writer": "beta"}, "no cell is left: each of FORMAT, WRITER and READER matches"),
        ("", {"writer": "alpha/one", "reader": "*/slow"}, "no cell is left"),
        ("", {"format": "none", "writer": "alpha", "reader": "beta"}, "no cell is left"),
        ("", {"format": "pickle", "reader": "beta"}, "no cell is left"),  # nobody reads it
        ("languages: [beta]\nformats: [hessian2]", {}, "no codec is left: each of languages, formats takes some"),
    ],
)
def test_a_value_that_matches_nothing_is_told_before_anything_is_built(root, bed, text, globs, told):
    with pytest.raises(UserError) as raised:
        taking_part(bed(text), Selection(**globs), root=root)
    assert told in raised.value.message


def test_a_peer_that_nobody_knows_may_have_what_a_glob_names(root, bed):
    (root / "new").mkdir()
    (root / "new" / "peer.yaml").write_text("name: new\nlanguage: N\nrun: [sh]\n")
    assert taking_part(bed(""), Selection(writer="new/codec", reader="beta/*"), root=root).names == ["beta", "new"]
    assert taking_part(bed("formats: [fresh]"), root=root).names == ["new"]
    with pytest.raises(UserError, match="FORMAT=fresh matches nothing"):
        taking_part(bed(""), Selection(format="fresh", language="beta"), root=root)


def test_the_file_of_a_bed_has_its_include_folders(bed, tmp_path):
    (tmp_path / "googleapis").mkdir()
    made = bed("include: [../googleapis]")
    assert made.include == ()
    assert open_bed(str(made.root), None).include == (tmp_path / "googleapis",)
    assert open_bed(str(made.root), None).name == Bed.open(made.root, tmp_path / "googleapis").name
    (tmp_path / "other").mkdir()
    assert open_bed(str(made.root), str(tmp_path / "other")).include == (tmp_path / "other",)


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """A machine without compilers: none is on the PATH."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").symlink_to(shutil.which("git") or "git")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("JAVA_HOME", raising=False)


PROTO = 'syntax = "proto3"; package m; message M { int32 n = 1;%s }'
STEP = "change: a number is reserved\nsamples:\n  v1: {few: 'n: 1'}\n  v2: {few: 'n: 1'}\n"


def test_a_bed_about_python_needs_no_other_language(bed, bare):
    """Its runs are full ones: the roster and the entries of the bed are held against them."""
    made = bed("languages: [python]\n")
    (made.proto_root / "m.proto").write_text(PROTO % "")
    report = REPORTS / "python-alone.jsonl"
    assert interop.run(made, Selection(), report, lambda *_: None) == 0
    assert {path.name for path in (made.tree_dir / "plain").iterdir()} == {"python"}
    peers = [peer["peer"] for peer in json.loads(report.open().readline())["header"]["peers"]]
    assert peers == ["python"]
    (made.fixtures / "bed.yaml").write_text("generated: true\n")
    assert interop.run(made, Selection(), report, lambda *_: None) == 3
    assert interop.run(made, Selection(language="python"), report, lambda *_: None) == 0


def test_steps_of_a_bed_about_python_need_no_other_language(bed, bare):
    made = bed("languages: [python]\n")
    for version, more in (("v1", ""), ("v2", " reserved 2;")):
        path = made.proto_root / "evolution" / "s01" / f"{version}.proto"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PROTO.replace("package m", "package s01") % more)
    (made.fixtures / "evolution").mkdir()
    (made.fixtures / "evolution" / "s01.yaml").write_text(STEP)
    report = REPORTS / "python-alone-evolution.jsonl"
    assert evolution.run(made, Steps(), report, lambda *_: None) == 0
    with pytest.raises(UserError, match='FORMAT=protojson-lenent matches nothing; near: .*"protojson-lenient"'):
        evolution.run(made, Steps(format="protojson-lenent"), report, lambda *_: None)


def test_setup_installs_nothing_for_what_is_left_out(bed, bare, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["bootstrap"])
    monkeypatch.delenv("WIREBED_BED", raising=False)

    def told(**variables: str) -> set[str]:
        for name in ("BED", "LANGUAGE"):
            monkeypatch.delenv(f"WIREBED_{name}", raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(f"WIREBED_{name}", value)
        packages.main()
        return set(capsys.readouterr().out.split())

    jdk, cpp = "openjdk-17-jdk-headless", "g++"
    assert {jdk, cpp} <= told()
    assert told(LANGUAGE="python") == set()
    assert told(BED=str(bed("languages: ['!java']").root)).isdisjoint({jdk})
    assert jdk in told(BED=str(bed("codecs: [dubbo]").root)) and cpp not in told(BED=str(bed("codecs: [dubbo]").root))
    with pytest.raises(SystemExit):
        told(LANGUAGE="pyton")


def test_programs_need_packages_of_the_peers_that_are_built_alone(monkeypatch, capsys, bare):
    setup.main("peers", "of:python")
    assert capsys.readouterr().out.split() == []
    setup.main("peers", "of:legacy")
    assert "openjdk-17-jdk-headless" in capsys.readouterr().out
