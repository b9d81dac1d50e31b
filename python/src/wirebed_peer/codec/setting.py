"""How a codec says in what it differs from the defaults of its library (peer.proto, Setting)."""

from __future__ import annotations

from collections.abc import Iterable

from wirebed_protocol import peer_pb2

Setting = peer_pb2.Setting
# The values for which texts and trees have no form, so that code of a codec spells and reads them.
SPELLED = (Setting.BYTES, Setting.ENUMS, Setting.DATES, Setting.DECIMALS)


def option(name: str, value: object, why: str) -> Setting:
    return Setting(role=Setting.OPTION, name=name, value=str(value), why=why)


def guard(does: str, why: str, value: object = "") -> Setting:
    """`value`: of an option of the library by which it only refuses, such as a list of classes."""
    return Setting(role=Setting.GUARD, name=does, value=str(value), why=why)


def code(
    does: str, why: str, reads: Iterable[Setting.Converted] = (), writes: Iterable[Setting.Converted] = ()
) -> Setting:
    """`reads`, `writes`: the values that it converts."""
    return Setting(role=Setting.CODE, name=does, why=why, reads=reads, writes=writes)
