"""The legs of the suite, in the order of reports. A relay has the name of the version that it runs at.

A leg with a relay and a third version needs its line here and in fixtures/evolution/README.md alone; what it shows
stands in the steps `c*` and in the laws whose `leg:` takes it. A leg of another sort also needs a comparison
(leg_judge.py), and a column where it is to have one (wirebed.report.steps.table_letters); a further version stands in
trees.VERSIONS. Expectations without `leg:`, or with a glob, are about a new leg as well.
"""

from wirebed.run.leg import Leg

LEGS = {
    leg.name: leg
    for leg in (
        Leg("backward", "v1", "", "v2"),
        Leg("forward", "v2", "", "v1"),
        Leg("relay-old", "v2", "v1", "v2"),
        Leg("relay-new", "v1", "v2", "v1"),
        Leg("mutate-old", "v2", "v1", "v2", mutates=True),
        Leg("mutate-new", "v1", "v2", "v1", mutates=True),
        Leg("chain-up", "v1", "v2", "v3"),
        Leg("chain-down", "v3", "v2", "v1"),
        # As when a release is skipped.
        Leg("skip-up", "v1", "", "v3"),
        Leg("skip-down", "v3", "", "v1"),
        Leg("json-old", "v2", "v1", "v2", format="protobuf", into="protojson"),
        Leg("json-new", "v1", "v2", "v1", format="protobuf", into="protojson"),
        # Goldens: a version reads its own.
        Leg("same-v1", "v1", "", "v1", given=True),
        Leg("same-v2", "v2", "", "v2", given=True),
        Leg("same-v3", "v3", "", "v3", given=True),
    )
}
