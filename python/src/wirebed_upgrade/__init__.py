"""`make upgrade`: what another version of a library changes on the wire, before it is rolled out.

cli           the command
sides         the two sides, the versions before and after, as peers that run beside each other
command       runs interop with both sides, and answers
pairs         the cells of both sides, held against each other
unstable      writers whose order of bytes is by chance
findings      one finding for all cells that show the same
rollout       what rolling forward and rolling back would lose
answer        all of this together
witness       the smallest cell that shows a finding
terminal      the answer on the terminal, markdown beside the report
"""
