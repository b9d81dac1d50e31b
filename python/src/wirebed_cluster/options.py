"""The options of a command that takes a cluster."""

from typing import Annotated

from wirebed.commands.options import number, option, refuse
from wirebed_cluster.client import Workers

ClusterOption = Annotated[
    str | None, option("cluster", "Address of the scheduler of a Dask cluster: 'tcp://…', or 'tls://…'.")
]
WorkersOption = Annotated[
    str | None, option("workers", "So many processes of Dask on this machine, in place of this one.")
]


def workers_of(cluster: str | None, workers: str | None) -> Workers | None:
    """None where the command is to do the work itself."""
    if cluster:
        refuse({"WORKERS": workers}, ("WORKERS",), "makes a cluster, and CLUSTER= names one")
        return Workers(cluster)
    count = number("WORKERS", workers, 0)
    return Workers(None, count) if count else None
