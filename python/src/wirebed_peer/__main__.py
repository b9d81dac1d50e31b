"""`python -m wirebed_peer TREE [--descriptors]`: the peer for one schema tree, built or of descriptors alone."""

import sys

from wirebed_peer.peer import main

sys.exit(main(sys.argv[1:]))
