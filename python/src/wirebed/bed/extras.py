"""The extras of the wheel: packages that few commands need, which pip installs by name only (requirements.in)."""

from collections.abc import Iterator
from contextlib import contextmanager

from wirebed.errors import UserError


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Around the import of such a package."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise UserError(f"{error.name} is not installed: pip install 'wirebed[{name}]'") from None
