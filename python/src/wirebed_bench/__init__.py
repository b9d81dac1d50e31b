"""Python's benchmark program: pyperf over the codecs of the Python peer. It imports nothing from the runner.

How it is started, and what it writes: proto/wirebed/README.md, "Benchmark programs".
"""
