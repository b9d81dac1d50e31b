"""`python -m wirebed_peer TREE`: the peer for one built schema tree."""

import sys

from wirebed_peer.peer import main

sys.exit(main(sys.argv[1:]))
