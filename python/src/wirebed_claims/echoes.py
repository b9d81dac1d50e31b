"""The echoes that claims are about: in Java, over the article's transports and those of today that are like them."""

from collections.abc import Mapping

from wirebed.report.of_suites import Load
from wirebed_costs.others import counted, disturbs

_CODECS = "legacy/*,java:java-serial/*,java:java-external-tuned/*,java:xml-jaxb/*"
_CHOICE = {"client": _CODECS, "server": _CODECS, "transport": "!grpc*"}
# Other Persons are a switch of claims about the article's three systems over its first transport.
OF_PERSONS = {"client": "legacy/*", "server": "legacy/*", "transport": "jboss-socket,socket"}


def choice(bind: str | None) -> dict[str, str]:
    """The options of `wirebed echo`, as the header of its report has them. `bind`: BIND=."""
    return _CHOICE | ({"bind": bind} if bind else {})


def disturbed(load: Load) -> list[bool]:
    """Whether other programs disturbed each round."""
    return disturbs(load.others) or [False] * len(load.milliseconds)


def quiet_rounds(load: Load) -> list[int]:
    """The numbers of the rounds that count, as those of processes of `make bench`."""
    return counted(disturbed(load))


def has_all(filters: Mapping[str, str]) -> bool:
    """Whether a report has all cells that claims are about, by the globs of its header. BIND= chooses no cells."""
    given = {name: globs for name, globs in filters.items() if globs and name != "bind"}
    return given in ({}, _CHOICE)
