"""`make upgrade`: what another version of a library changes on the wire, before it is rolled out.

cli           the command
sides         the two sides, the versions before and after, as peers that run beside each other
command       runs interop with both sides, and answers
pairs         the cells of both sides, held against each other
findings      one finding for all cells that show the same
rollout       what rolling forward and rolling back would lose
terminal      the answer on the terminal, markdown beside the report
"""
