"""`make echo`: values through real connections. A client encodes a value, a server decodes it and encodes that object
anew, and the client decodes what comes back.

payloads     the values that are echoed
programs     the echo program of each peer
servers      the server processes: started, watched, started again, ended
held         what the objects of both sides hold of a value: what should come back
plan, judge  the cells: client × transport × server, with all values of a payload in one cell
matcher      what is stated of them, also by the entries of interop
suite        the suite that a run executes, as interop and evolution have one
load_rows    which of these echoes are timed
loads        the same with the clock on: in which order, for how long
latencies    the percentiles of a row, from all its rounds
terminal     a report for a person; article: the published figures beside ours

Client and server are the two faces of one echo program for each peer: proto/wirebed/README.md, "Echo programs".
"""
