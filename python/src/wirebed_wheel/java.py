"""The wheel `wirebed-java`: what Maven makes of the Java peers, so that a machine with a JDK needs neither Maven nor
its downloads. It has no part of java/legacy. The licences and notices of all that is in it lie in its dist-info.
"""

import re
import shutil
import zipfile
from pathlib import Path

from wirebed.bed import BUILD, ROOT, Bed, yaml_tree
from wirebed.errors import UserError
from wirebed_build.languages import discovery
from wirebed_build.trees import ensure
from wirebed_build.trees.fingerprint import FileHashes, files_below
from wirebed_build.trees.outputs import Outputs
from wirebed_build.trees.prebuilt import OF_MACHINE, Prebuilt
from wirebed_build.trees.steps import key_of
from wirebed_build.trees.tree import Tree
from wirebed_wheel.project import build, version_of

# The peers, and the step of each that Maven runs.
PEERS, STEP = ("java", "dubbo"), "base"
# Of what is in it: Wirebed, and the licences that the jars bring or their POMs state.
LICENCE = "Apache-2.0 AND Apache-1.1 AND BSD-2-Clause AND BSD-3-Clause AND MIT AND xpp AND LicenseRef-Public-Domain"
TEXTS = ROOT / "java" / "licences"
_TEXT = re.compile(r"(?:.*/)?[^/]*(?:licen[cs]e|notice)[^/.]*(?:\.md|\.txt)?", re.IGNORECASE)


def main(folder: Path = BUILD) -> Path:
    """`folder`: gets the project and, in dist/, the wheel."""
    bed, project = Bed.open(), folder / "wheel" / "wirebed-java"
    ensure(bed, PEERS)
    shutil.rmtree(project, ignore_errors=True)
    package = Prebuilt(project / "src" / "wirebed_java")
    tree, hashes = Tree.of_bed(bed), FileHashes()
    for peer in (peer for peer in discovery.discover(list(PEERS)) if peer.name in PEERS):
        for step in (step for step in peer.steps if step.name == STEP):
            outputs = Outputs(peer, step, tree, hashes)
            outputs.keep(package, key_of(peer, step, tree, hashes, OF_MACHINE))
            for path in (path for place in outputs.paths.values() for path in files_below(place, generated=True)):
                for name, text in licences(Path(path)).items():
                    place = project / "licences" / Path(path).stem / name
                    place.parent.mkdir(parents=True, exist_ok=True)
                    place.write_bytes(text)
    (project / "src" / "wirebed_java" / "__init__.py").write_text(
        '"""What Maven builds of the Java peers of Wirebed."""\n'
    )
    about = {
        "name": "wirebed-java", "version": version_of(ROOT), "license": LICENCE, "license-files": ["licences/*/*"],
        "description": "The Java peers of Wirebed, prebuilt", "requires-python": ">=3.11",
    }  # fmt: skip
    module = {"module-name": "wirebed_java"}
    return build(project, {"project": about, "tool.uv.build-backend": module}, folder / "dist")


def licences(path: Path) -> dict[str, bytes]:
    """The licences and notices of a jar or program, by their names: its own, or that of java/licences."""
    texts = {}
    if path.suffix == ".jar":
        with zipfile.ZipFile(path) as jar:
            names = [name for name in jar.namelist() if _TEXT.fullmatch(name)]
            texts = {name.rpartition("/")[2]: jar.read(name) for name in names}
    if not texts:
        artifact = re.sub(r"-\d.*", "", path.stem)
        known = yaml_tree.mapping(TEXTS / "index.yaml")
        if artifact not in known:
            raise UserError(f"{path.name} has no licence, and {artifact} has no line here", TEXTS / "index.yaml")
        text = TEXTS / known[artifact].want(str, "a file")
        texts = {text.name: text.read_bytes()}
    return texts
