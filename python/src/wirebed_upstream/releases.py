"""The versions of a library between FROM= and TO=, as its registry lists them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from wirebed.errors import UserError
from wirebed_upstream.history import Gap
from wirebed_upstream.maven import Maven
from wirebed_upstream.pypi import PyPI
from wirebed_upstream.registry import NotThere, Releases
from wirebed_upstream.reproduction import Library


@dataclass(frozen=True)
class Known:
    """`left_out`: how many others the registry has, and why they are not asked."""

    library: Library
    registry: Releases
    versions: tuple[str, ...]
    left_out: Mapping[str, int]

    def day(self, version: str) -> str | Gap:
        """When a version was released, "" where the registry does not say."""
        try:
            return self.registry.released(self.library, version)
        except NotThere as why:
            return Gap("not released for this runtime", str(why))


def of_name(name: str, old: str | None, new: str | None) -> Known:
    """`name`: of a library, as Maven or as PyPI spells it."""
    is_maven = ":" in name
    registry: Releases = Maven() if is_maven else PyPI()
    try:
        return between(registry, Library("maven" if is_maven else "pypi", name), old, new)
    except NotThere as why:
        raise UserError(f"SET={name}: {why}") from None


def between(registry: Releases, library: Library, old: str | None, new: str | None) -> Known:
    """The releases of a library between two versions and with both. NotThere where the registry does not answer."""
    listed = registry.listed(library)
    first, last = (_key(registry, word, version) for word, version in (("FROM", old), ("TO", new)))

    def takes(version: str) -> bool:
        key = registry.key(version)
        return (first is None or key >= first) and (last is None or key <= last)

    if not (versions := tuple(filter(takes, listed.versions))):
        known = f"{listed.versions[0]} to {listed.versions[-1]}" if listed.versions else "none"
        bounds = " and ".join(f"{word}={version}" for word, version in (("FROM", old), ("TO", new)) if version)
        raise UserError(f"{bounds or library.name}: there is no such release of {library.name}; known: {known}")
    left_out = Counter(why for version, why in listed.left_out.items() if takes(version))
    return Known(library, registry, versions, left_out)


def _key(registry: Releases, word: str, version: str | None) -> object:
    if not version:
        return None
    try:
        return registry.key(version)
    except ValueError:
        raise UserError(f"{word}={version} is no version") from None
