"""Python's garbage collector, told of the engine's habits."""

import gc


def spare_collector() -> None:
    """Lets the garbage collector look seldom, and never at what exists already.

    What a run allocates dies without the collector when its window is done; only the nodes of views that differ refer
    to each other. With Python's defaults, the collector took a quarter of the runner's time to search what stays.
    """
    gc.freeze()
    gc.set_threshold(100_000, 10, 10)
