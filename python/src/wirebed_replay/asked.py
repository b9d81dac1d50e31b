"""What the user asks of a replay, as options of the command line."""

from dataclasses import dataclass, field, fields

from wirebed_replay.privacy import Privacy


@dataclass(frozen=True, kw_only=True)
class Asked:
    corpus: str
    framing: str | None
    message: str | None
    format: str
    schemas: str | None = None
    reference: str | None = None
    reader: str | None = None
    language: str | None = None
    set: str | None = None
    relay: str | None = None
    old: str | None = None
    new: str | None = None
    golden: bool = False  # whether witnesses are proposed as goldens
    privacy: Privacy = field(default=Privacy())

    @property
    def given(self) -> dict[str, str]:
        """By the names of the options, what the user has given of those that change the answer."""
        own = {part.name: getattr(self, part.name) for part in fields(self) if part.name not in ("privacy", "golden")}
        return {name: value for name, value in own.items() if value}
