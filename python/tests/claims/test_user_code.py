"""The lines of claims are what a user and a generator write for the message, and no code of this bed."""

from wirebed.bed import Bed
from wirebed_build.trees import ensure
from wirebed_claims import user_code
from wirebed_claims.load import load
from wirebed_costs import fixture


def test_each_name_is_a_system_of_an_article():
    names = {f"{article.id}:{system}" for article in load() for system in article.systems}
    assert set(fixture.read(user_code.SOURCE, "codecs")["codecs"]) <= names


def test_only_protobuf_generates_and_no_codec_of_the_bed_counts():
    ensure(Bed.open(), programs=("published",))
    counts = user_code.count()
    assert {name for name, row in counts.items() if row["generated"]} == {"s0:protobuf", "s1:protobuf", "s3:protobuf"}
    assert all(row["written"] >= 10 for row in counts.values())
    assert "wirebed/codec" not in user_code.SOURCE.read_text(encoding="utf-8")
