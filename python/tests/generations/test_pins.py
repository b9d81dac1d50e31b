"""Which generations there are: of the libraries that peers have, and of nothing else."""

from pathlib import Path

import pytest

from wirebed.errors import UserError
from wirebed_build.languages.generations import LIBRARIES, chosen, libraries, of_pins, pins_of, replaced
from wirebed_build.languages.packages import why_not
from wirebed_build.languages.peer_yaml import Peer

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><relativePath>../parent.xml</relativePath></parent>
  <properties><gson.group>g</gson.group><gson.name>gson</gson.name><gson.version>2.15.0</gson.version></properties>
  <dependencies>
    <dependency><groupId>${gson.group}</groupId><artifactId>${gson.name}</artifactId><version>${gson.version}</version></dependency>
    <dependency><groupId>g</groupId><artifactId>common</artifactId><version>${common.version}</version></dependency>
    <dependency><groupId>g</groupId><artifactId>junit</artifactId><version>5</version><scope>test</scope></dependency>
  </dependencies>
</project>"""
PARENT = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <properties><common.version>1.0</common.version><gson.version>1</gson.version></properties>
</project>"""
LOCK = """# libraries.in 1234
javaobj-py3==0.6.1 \\
    --hash=sha256:00
    # via -r libraries.in
six==1.17.0
"""
GENERATION = {
    "build": [{"name": "x", "outputs": ["{generation}/lib"], "command": ["make", "{pins}", "--name={name}"]}],
    "run": ["{generation}/run", "{tree}"],
}


@pytest.fixture
def peers(tmp_path: Path) -> list[Peer]:
    """`a` and `b`, which needs it, on a pom.xml each; `c` with a lock; `d`, of which there are no generations."""
    (tmp_path / "parent.xml").write_text(PARENT)
    of = {"a": ("pom.xml", POM), "b": ("pom.xml", POM.replace(">gson<", ">own<")), "c": ("libraries.lock", LOCK)}
    made = []
    for name, (file, text) in of.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text(text)
        data = {"name": name, "language": "L", "run": ["sh"], "generation": {"libraries": file, **GENERATION},
                "needs": ["a"] if name == "b" else [], "test": ["sh"], "loads": ["x"]}  # fmt: skip
        made.append(Peer(tmp_path / name, data))
    return [*made, Peer(tmp_path / "d", {"name": "d", "language": "L", "run": ["sh"]})]


@pytest.mark.parametrize("word", ["gson", "gson=", "=1", "g:a:b=1", "g son=1", "gson=1=2", "gson=-1", "gson=1/2"])
def test_a_word_that_is_no_library_with_its_version(word):
    with pytest.raises(UserError, match="a library and its version are wanted, as group:artifact=1.2 or name=1.2"):
        pins_of(word, "SET=")


def test_the_forms_of_maven_and_of_pip():
    assert [str(pin) for pin in pins_of("g.h:a-b=1.2-jre, six==1.16.0", "SET=")] == ["g.h:a-b=1.2-jre", "six=1.16.0"]
    assert [pin.label for pin in pins_of("g.h:a-b=1.2-jre,six=1.16.0", "SET=")] == ["a-b-1.2-jre", "six-1.16.0"]


def test_a_library_stands_once():
    with pytest.raises(UserError, match="SET=six=1,six=2: six stands there twice"):
        pins_of("six=1,six=2", "SET=")


def test_the_libraries_of_today(peers):
    a, b, c, _ = peers
    assert libraries(a) == {"g:gson": "2.15.0", "g:common": "1.0"}
    assert libraries(b) == {"g:own": "2.15.0", "g:common": "1.0"}
    assert libraries(c) == {"javaobj-py3": "0.6.1", "six": "1.17.0"}


def test_a_library_that_no_peer_has(peers):
    with pytest.raises(UserError, match='SET=javaobj=1: unknown library of a peer "javaobj"; near: "javaobj-py3"'):
        of_pins(pins_of("javaobj=1", "SET="), peers, "SET=")
    with pytest.raises(UserError, match='unknown library of a peer "g:junit"'):
        of_pins(pins_of("g:junit=4", "SET="), peers, "SET=")


def test_a_library_of_a_peer_that_another_needs_is_of_that_peer_alone(peers):
    """`b` has it as well, for the protocol that is code of `a`."""
    assert [peer.name for peer in of_pins(pins_of("g:common=2", "SET="), peers, "SET=")] == ["a~common-2"]
    assert [peer.name for peer in of_pins(pins_of("g:own=2", "SET="), peers, "SET=")] == ["b~own-2"]


def test_a_library_with_another_name_takes_the_place_of_that_of_today(peers):
    of_today = peers[0]
    generation = {**of_today.data["generation"], "renamed": {"h:gson": "g:gson"}}
    peer = Peer(of_today.folder, {**of_today.data, "generation": generation})
    assert libraries(peer) == {**libraries(of_today), "h:gson": ""}
    in_bed = Peer(peer.folder, {**peer.data, "pins": ["g:gson=2.10.1", "g:common=2"]})
    for before, name in ((peer, "a~gson-3"), (in_bed, "a~gson-3+common-2")):
        assert [made.name for made in of_pins(pins_of("h:gson=3", "SET="), [before], "SET=")] == [name]


def test_a_generation_is_a_peer_of_its_own(peers):
    (made,) = of_pins(pins_of("six=1.16.0,javaobj-py3=0.4.3", "SET="), peers, "SET=")
    assert made.name == "c~six-1.16.0+javaobj-py3-0.4.3"
    assert made.needs == ["c"] and made.names_key == "c" and made.folder == peers[2].folder
    (step,) = made.steps
    assert step.command == ("make", "six=1.16.0", "javaobj-py3=0.4.3", f"--name={made.name}")
    assert step.outputs == (f"{{build}}/generations/{made.name}/lib",)
    assert made.data["run"] == [f"{{build}}/generations/{made.name}/run", "{tree}"]
    assert made.loads == ["x"], "it has those of its base where `generation:` has none"
    assert not {"test", "generation"} & made.data.keys()


def test_the_generations_of_a_run(peers, monkeypatch):
    monkeypatch.setenv("WIREBED_GENERATIONS", "six=1 g:gson=2,six=3")
    assert [peer.name for peer in chosen(peers)] == ["c~six-1", "a~gson-2", "c~six-3"]


def with_runtimes(peer: Peer) -> Peer:
    step = {"name": "runtime", "outputs": ["{generation}/r"], "command": ["fetch", "{version}"]}
    runtimes = {
        "vm": {"versions": ["2", "3"], "program": "{generation}/r/vm", "step": step},
        "machine": {"versions": {"big": {"slower": 9}, "small": {}}, "program": "{generation}/r/start", "step": step,
                    "packages": {"fetch": "fetch-tools"}},
    }  # fmt: skip
    generation = {**peer.data["generation"], "run": ["{runtime}", "{tree}"], "program": "vm", "runtimes": runtimes}
    return Peer(peer.folder, {**peer.data, "generation": generation})


def test_a_pin_chooses_a_runtime_or_a_machine(peers):
    peer = with_runtimes(peers[2])
    of = {text: of_pins(pins_of(text, "SET="), [peer], "SET=")[0] for text in ("six=1", "vm=3,six=1", "machine=big")}
    assert [made.data["run"][0] for made in of.values()] == [
        "vm", "{build}/generations/c~vm-3+six-1/r/vm", "{build}/generations/c~machine-big/r/start"
    ]  # fmt: skip
    assert [[step.name for step in made.steps] for made in of.values()] == [["x"], ["runtime", "x"], ["runtime", "x"]]
    assert [made.steps[0].command for made in list(of.values())[1:]] == [("fetch", "3"), ("fetch", "big")]
    assert of["vm=3,six=1"].steps[1].command == ("make", "six=1", "--name=c~vm-3+six-1")
    assert [made.data.get("slower") for made in of.values()] == [None, None, 9]


def test_a_machine_has_steps_packages_and_a_compiler_of_its_own(peers):
    peer = with_runtimes(peers[2])
    machine = peer.data["generation"]["runtimes"]["machine"]
    machine["build"] = [{"name": "cross", "command": ["cross", "{version}"]}]
    machine["versions"]["big"] = {"packages": {"big-cc": "cc-for-big"}, "toolchain": {"big-cc": []}}
    peer.data["toolchain"] = {"cc": []}
    (made,) = of_pins(pins_of("machine=big", "SET="), [peer], "SET=")
    assert [step.name for step in made.steps] == ["runtime", "cross"]
    assert made.steps[1].command == ("cross", "big")
    assert {"fetch", "big-cc"} <= made.data["packages"].keys() and made.data["toolchain"] == {"cc": [], "big-cc": []}
    with pytest.raises(UserError, match="machine=big,six=1: on machine=big, c has the libraries of that runtime alone"):
        of_pins(pins_of("machine=big,six=1", "SET="), [peer], "SET=")


def test_what_a_machine_needs_is_named_with_the_command_that_installs_it(peers, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    (made,) = of_pins(pins_of("machine=small", "SET="), [with_runtimes(peers[2])], "SET=")
    assert "fetch" in why_not(made.data) and why_not(made.data).endswith(": apt-get install fetch-tools")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("vm=4", "SET=vm=4: known versions are 2, 3"),
        ("machine=odd", "SET=machine=odd: known versions are big, small"),
        ("vm=3,machine=big", "SET=vm=3,machine=big: c runs on one of them alone"),
    ],
)
def test_a_runtime_that_nobody_can_choose(peers, text, words):
    with pytest.raises(UserError, match=words):
        of_pins(pins_of(text, "SET="), [with_runtimes(peers[2])], "SET=")


def test_what_a_bed_names_is_made_before_the_step_that_uses_it(peers, monkeypatch):
    """A step of `generation:` takes the place of one of the peer with the same name."""
    monkeypatch.setenv(LIBRARIES, "six=1")
    steps = [{"name": name, "command": ["make", name]} for name in ("tree", "base")]
    libraries_and_tree = [{"name": name, "command": ["make", name, "{pins}"]} for name in ("libraries", "tree")]
    generation = {**peers[2].data["generation"], "build": libraries_and_tree}
    (made,) = replaced([Peer(peers[2].folder, {**peers[2].data, "build": steps, "generation": generation})])
    assert made.name == "c"
    assert [" ".join(step.command) for step in made.steps] == ["make base", "make libraries six=1", "make tree six=1"]
