"""The lines that only the report of one suite has: the steps of evolution, and what echo has timed."""

import msgspec


class Docs(msgspec.Struct, frozen=True):
    """The words of a format's documentation about a change."""

    says: str  # `safe`, `conditional` or `unsafe`
    at: str  # the address


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step of evolution: one change of a schema."""

    step: str
    change: str
    versions: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()
    docs: dict[str, Docs] = {}  # by format
    unchanged: tuple[str, ...] = ()  # the entries that state what an unchanged schema shows, too


class Load(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The times of a load: the echoes of one payload between a client and a server. Times are nanoseconds."""

    kind: str  # `closed`: one echo after the other; `open`: at a constant rate
    payload: str
    client: str
    server: str
    transport: str
    bind: str  # the address of the server
    not_measured: str = ""  # why there are no times
    connections: int = 0
    rounds: int = 0
    echoes: int = 0
    wrong: int = 0
    failed: int = 0
    seconds: float = 0.0
    throughput: float = 0.0  # echoes a second
    rate: float = 0.0  # of an open one: the echoes a second that were wanted
    milliseconds: tuple[float, ...] = ()  # of 1000 round trips, by round
    others: tuple[float, ...] = ()  # cores that other programs used, by round; only where each has new processes
    round_trip: dict[str, float] = {}  # percentile -> between client and server alone
    whole: dict[str, float] = {}  # percentile -> with the work of the client's codec
    sent: float = 0.0  # bytes of a value
    received: float = 0.0
