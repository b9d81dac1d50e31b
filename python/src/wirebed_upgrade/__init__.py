"""`make upgrade`: what another version of a library changes on the wire, before it is rolled out; and `make bisect`:
between which of its releases something changed; and `make skew`: what differs in the versions that a file names.

cli           the commands
sides         the two sides, the versions before and after, as peers that run beside each other
command       runs both sides, and answers
run           interop with generations beside today's peers
pairs         the cells of both sides, held against each other
unstable      writers whose bytes differ by chance
findings      one finding for all cells that show the same
rollout       what rolling forward and rolling back would lose
cost          the processor time of both sides, and what they warn of
witness       the smallest cell that shows a finding
answer        all of this together, in a file beside the report
widen         ranges of versions in the entries, for what was run
terminal      the answer on the terminal, markdown beside the report

bisect        the history of a library: its intervals, and the boundaries between them, each an upgrade
sweep         builds and runs a few at a time
signature     what one version answers
bisect_terminal  the history on the terminal and as markdown

skew          a star of versions around those of today, each an upgrade to today
star          its rows, and what differs in them
skew_terminal  the star on the terminal and as markdown
"""
