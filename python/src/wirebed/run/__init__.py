"""The one engine: values go by routes through the peers, and come back as rows of judged readings.

leg           which version writes, relays and reads
route(s)      what is written, by whom, through whom and read by whom; which routes a value has
plan, work    the works of a run, and the three stages that each goes through
questions     what is asked, in columns, and the answers; a value is asked once, however many routes need it
values        what each language's objects hold of a value, and what readers ought to see
drive         works in windows through the pool of peers
judge         answers -> rows of readings (wirebed.state.row), before any entry is looked at
suite         all that a run of a suite is made of: the build of a bed, peers who answer, a plan, what is stated
verdict       all that the judged rows of one work add to a run: lines of the report, and what is counted
inputs        what the rows of a work follow from
kept_works    a work of which nothing has changed is neither asked nor judged again; some are, to hold that
same_verdict  whether a verdict that is given again is the same
session       one run of a suite, with a report or without; judged, header and footer are its parts
execute       runs a suite, and shows its report

A function of each suite makes its object, with a plan of works. A work of its own says which routes there are, what the
readers ought to see (`Values`) and how two views differ (`Judge`); everything else is here. An echo over a connection
is a route whose readers are servers (wirebed_connections). A later suite fits in so: broken or recorded bytes are a
`ByteSource`, a random value is a case, and another version of a library is another process of the same peer, as the
versions of a schema are.
"""

from wirebed.cases.byte_source import ByteSource
from wirebed.run.build import Build
from wirebed.run.peers import Peers
from wirebed.run.plan import Plan
from wirebed.run.route import Route
from wirebed.run.selection import Selection
from wirebed.run.session import outcomes, run
from wirebed.run.suite import Suite
from wirebed.run.work import Work
from wirebed.state.row import Reading, Row

__all__ = [
    "Build",
    "ByteSource",
    "Peers",
    "Plan",
    "Reading",
    "Route",
    "Row",
    "Selection",
    "Suite",
    "Work",
    "outcomes",
    "run",
]
