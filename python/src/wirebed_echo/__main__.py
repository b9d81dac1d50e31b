"""`python -P -m wirebed_echo TREE client` and `python -P -m wirebed_echo TREE serve [OPTION]…`"""

import sys

from wirebed_echo.program import main

sys.exit(main(sys.argv[1:]))
