"""`python -P -m wirebed_bench TREE --tasks FILE --mode MODE --out FILE [--only ID,ID…] [--seconds S]`"""

import sys

from wirebed_bench.program import main

sys.exit(main(sys.argv[1:]))
