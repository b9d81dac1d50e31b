"""`wirebed sweep` with real readers: what is pinned, what is not as pinned, and another version of a library."""

import json
import os
import subprocess

import pytest

from wirebed.bed import ROOT

SCHEMA = 'syntax = "proto3"; package small; message Note { string text = 1; int64 number = 2; }'
CASE = '# proto-message: small.Note\n# about: a note\n# golden\ntext: "abc"\nnumber: 300\n'


def wirebed(bed, *words) -> tuple[int, dict]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("WIREBED_") or "CACHE" in key}
    command = [ROOT / "python/wirebed", *words, f"--bed={bed}", "--json"]
    done = subprocess.run(command, env=clean, capture_output=True, text=True)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout) | {"told": done.stderr}


@pytest.fixture(scope="module")
def bed(tmp_path_factory):
    """A bed with one value, whose goldens in protobuf and JSON are written by Python."""
    root = tmp_path_factory.mktemp("bed")
    for folder in ("proto", "fixtures/cases/Note"):
        (root / folder).mkdir(parents=True)
    (root / "proto/small.proto").write_text(SCHEMA)
    (root / "fixtures/cases/Note/short.txtpb").write_text(CASE)
    # Its golden in protobuf has no byte that could be damaged.
    (root / "fixtures/cases/Note/empty.txtpb").write_text("\n".join(CASE.splitlines()[:3]))
    words = "languages: [python]\nformats: [protobuf, json]\ngenerated: false\n"
    (root / "fixtures/bed.yaml").write_text(words)
    assert wirebed(root, "golden")[0] == 0
    return root


def pinned(bed) -> str:
    return (bed / "fixtures/sweep/protobuf.txt").read_text()


def test_rows_are_pinned_and_held(bed):
    assert wirebed(bed, "sweep")[0] == 1
    code, said = wirebed(bed, "sweep", "--accept=1")
    assert (code, said["counts"]["goldens"] > 1) == (0, True)
    assert wirebed(bed, "sweep")[0] == 0
    # 0a 03 61 62 63 10 ac 02: nothing is a message, the first field alone is one, and so is the whole.
    assert " cut\n    python/upb: ~4t~2t\n" in pinned(bed)


def test_on_a_cluster_the_answer_is_the_same(bed):
    wirebed(bed, "sweep", "--accept=1")
    path = bed / "fixtures/sweep/protobuf.txt"
    path.write_text(pinned(bed).replace("python/upb: ~4t~2t", "python/upb: ~3t2~2t"))
    (_, alone), (_, together) = wirebed(bed, "sweep"), wirebed(bed, "sweep", "--workers=1")
    assert together["findings"] == alone["findings"] and together["counts"] == alone["counts"]


def test_another_letter_is_found_at_its_byte(bed):
    wirebed(bed, "sweep", "--accept=1")
    path = bed / "fixtures/sweep/protobuf.txt"
    path.write_text(pinned(bed).replace("python/upb: ~4t~2t", "python/upb: ~3t2~2t"))
    code, said = wirebed(bed, "sweep", "--format=protobuf", "--way=cut")
    (found,) = said["findings"]
    ought = "pinned ~ (another value, in silence), now t (refused, with an error that its library documents)"
    assert code == 1 and found["text"].endswith(f", cut: python/upb: byte 4: {ought}")
    assert "HEX=0a036162 BED=" in found["repeat"]
    # What was not asked stays as it is.
    assert wirebed(bed, "sweep", "--way=low")[0] == 0


def test_a_row_that_is_gone_is_no_silent_loss(bed):
    wirebed(bed, "sweep", "--accept=1")
    path = bed / "fixtures/sweep/protobuf.txt"
    path.write_text(
        pinned(bed) + "fixtures/golden/Note/gone/protobuf/python-upb-12345678.bin cut\n    python/upb: ~2t\n"
    )
    code, said = wirebed(bed, "sweep", "--format=protobuf")
    assert (code, [found["text"].endswith("pinned ~2t, now none") for found in said["findings"]]) == (1, [True])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--way=twist"], "WAY=twist matches nothing"),
        (["--format=hessian"], "FORMAT=hessian matches nothing"),
        (["--case=Note/none"], "CASE=Note/none matches nothing"),
    ],
)
def test_a_wrong_word_is_told(bed, words, told):
    code, said = wirebed(bed, "sweep", *words)
    assert code == 2 and told in said["findings"][0]["text"]


def test_another_version_reads_damaged_bytes_as_that_of_today(bed):
    code, said = wirebed(bed, "sweep", "--format=json", "--set=orjson=3.10.17")
    assert (code, said["findings"]) == (0, [])
    assert "python~orjson-3.10.17/orjson" in said["told"] and "16 of 16 rows are as today's" in said["told"]
