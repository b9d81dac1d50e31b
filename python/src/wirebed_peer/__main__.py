"""`python -m wirebed_peer TREE [--descriptors] [--peer=NAME]`: the peer for one schema tree."""

import sys

from wirebed_peer.peer import main

sys.exit(main(sys.argv[1:]))
