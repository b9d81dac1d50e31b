"""What a codec states of itself where it is not its library as the manual begins (peer.proto, Setting)."""

from __future__ import annotations

from wirebed_protocol import peer_pb2

Setting = peer_pb2.Setting


def option(name: str, value: object, why: str) -> Setting:
    return Setting(role=Setting.OPTION, name=name, value=str(value), why=why)


def guard(does: str, why: str, value: object = "") -> Setting:
    """`value`: of an option of the library by which it only refuses, such as a list of classes."""
    return Setting(role=Setting.GUARD, name=does, value=str(value), why=why)


def code(does: str, why: str) -> Setting:
    return Setting(role=Setting.CODE, name=does, why=why)
