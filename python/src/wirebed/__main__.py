"""The program `wirebed`: listens for Ctrl-C before anything else, runs the command, and ends with its exit code.

The last line on stderr names the code and its meaning, since make turns each failure into its own 2. `--json` prints
more for programs (wirebed.bed.document).
"""

import gc
import sys

from wirebed.bed import document, exit_codes
from wirebed_build import interrupt


def run() -> None:
    try:
        interrupt.listen()
        # What is imported stays, so to search it for garbage took a tenth of a short command.
        gc.set_threshold(100_000, 10, 10)
        output = document.Output(sys.argv)
        from wirebed import cli

        code = cli.run()
        sys.stdout.flush()
        if code == exit_codes.INTERRUPTED or interrupt.seen():
            raise KeyboardInterrupt
        output.write(code)
    except KeyboardInterrupt:
        interrupt.leave()
    except BrokenPipeError:  # whoever read our output has enough of it
        code = exit_codes.FAILED
    interrupt.ignore()
    print(f"exit code {code}: {exit_codes.meaning(code)}", file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    run()
