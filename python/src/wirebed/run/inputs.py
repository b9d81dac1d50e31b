"""What the rows of cases and of given bytes follow from, in texts. The kept verdict of a work is found by these."""

import hashlib
from collections.abc import Iterable, Iterator

from wirebed.cases.byte_source import ByteSource
from wirebed.cases.case import Case
from wirebed.run.route import Route


def of_routes(routes: Iterable[Route]) -> Iterator[str]:
    """The values of some routes. Which codecs these go through follows from the codecs that there are."""
    routes = list(routes)
    for case in {id(route.case): route.case for route in routes if route.case is not None}.values():
        yield of_case(case)
    for given in {id(route.given): route.given for route in routes if route.given is not None}.values():
        yield of_source(given)


def of_case(case: Case) -> str:
    about = (case.name, case.message, case.tags, case.expect_reject, case.golden, case.text_hash)
    wire = [(format_, _digest(data)) for format_, data in sorted(case.wire.items())]
    codecs = None if case.codecs is None else sorted(case.codecs)
    return repr((about, _digest(case.view), sorted(case.options.items()), wire, codecs))


def of_source(source: ByteSource) -> str:
    about = (source.name, source.format, source.message, source.writer, source.reject, sorted(source.options.items()))
    expect = None if source.expect is None else _digest(source.expect)
    return repr((about, expect, _digest(source.data), "" if source.case is None else source.case.name))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
