"""Python's echo program: a client and a server of the Python peer's codecs. It imports nothing from the runner.

How it is started, and what it says: proto/wirebed/README.md, "Echo programs".
"""
