"""The program `wirebed`: listens for Ctrl-C before anything else, runs the command, and ends with its exit code.

The codes: 0 as expected; 1 not as expected; 2 harness, build or input failed; 3 not all that should have run did;
130 interrupted. The last line on stderr names it, since make turns each failure into its own 2.
"""

import sys

from wirebed import interrupt

_MEANS = {0: "as expected", 1: "not as expected", 2: "harness, build or input failed", 3: "not all ran"}


def run() -> None:
    try:
        interrupt.listen()
        from wirebed import cli

        code = cli.run()
        sys.stdout.flush()
        if code == interrupt.CODE or interrupt.seen():
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        interrupt.leave()
    except BrokenPipeError:  # whoever read our output has enough of it
        code = 2
    interrupt.ignore()
    print(f"exit code {code}: {_MEANS[code]}", file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    run()
