"""An answer that was kept in another zone or locale is not taken where the bytes of the codec depend on it."""

from types import SimpleNamespace

from wirebed_protocol import peer_pb2

from wirebed.peers.codecs import codecs_of
from wirebed.peers.kept.answer_cache import AnswerCache


def introduced(zone: str) -> peer_pb2.Introduction:
    said = peer_pb2.Introduction(peer="java", language="Java")
    said.codecs.add(format="json", library="plain", encodes=True, decodes=True)
    codec = said.codecs.add(format="json", library="dates", encodes=True, decodes=True)
    codec.settings.add(role=peer_pb2.Setting.OPTION, name="strict", value=zone, why="It is no environment.")
    codec.settings.add(role=peer_pb2.Setting.ENVIRONMENT, name="user.timezone", value=zone, why="Dates have it.")
    return said


def identity(zone: str, *codecs: str) -> str:
    answer_cache = object.__new__(AnswerCache)
    answer_cache.builds = SimpleNamespace(digest=lambda process: f"build of {process}")
    answer_cache.pool = SimpleNamespace(introductions=lambda: {"java": introduced(zone)})
    return answer_cache._identity("java", *codecs)


def test_a_codec_in_another_zone_is_another_codec():
    assert identity("UTC", "json/dates") == identity("UTC", "json/dates")
    assert identity("UTC", "json/dates") != identity("America/New_York", "json/dates")


def test_a_codec_without_an_environment_is_its_build():
    assert identity("UTC", "json/plain") == identity("America/New_York", "json/plain") == "build of java"


def test_a_relay_by_it_is_another_one_too():
    assert identity("UTC", "json/plain", "json/dates") != identity("America/New_York", "json/plain", "json/dates")


def test_only_the_environment_counts():
    plain, dates = codecs_of({"java": introduced("UTC")})
    assert (plain.environment, dates.environment) == ({}, {"user.timezone": "UTC"})
