"""`python -P -m wirebed_bench TREE --tasks FILE --mode MODE --out FILE [--only ID,ID…] [--seconds S]`"""

import signal
import sys

if "--worker" in sys.argv:
    # After Ctrl-C the manager reports for both processes, whatever the worker is doing at that moment.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from wirebed_bench.program import main

sys.exit(main(sys.argv[1:]))
