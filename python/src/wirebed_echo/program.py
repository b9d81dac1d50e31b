"""The command line: a client, or a server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from wirebed_echo import client, server


def main(arguments: list[str]) -> int:
    """Returns 0, 1 after a failure, or 2 for a wrong command line, each with a reason on stderr."""
    parser = argparse.ArgumentParser("wirebed_echo")
    parser.add_argument("tree", type=Path, help="folder of a built schema tree")
    faces = parser.add_subparsers(dest="face", required=True)
    faces.add_parser("client", help="answers requests on stdin: proto/wirebed/README.md")
    server.add_options(faces.add_parser("serve", help="echoes until stdin ends"))
    options = parser.parse_args(arguments)
    try:
        return client.main(options.tree) if options.face == "client" else server.serve(options.tree, options)
    except KeyError as error:
        print(f"wirebed_echo: no transport {error.args[0]}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"wirebed_echo: {error}", file=sys.stderr)
        return 1
