"""`make evolution`: what a change of a schema does to data that was written before and after it.

load*       the steps of fixtures/evolution, with their samples and expectations
legs, ways  who writes, passes on and reads each sample, at which version
migrate*    what a reader of another version ought to see
judge*      how what it saw differs
verdicts    which kinds of difference are safe, lossy, corrupting or breaking
worst       the worst of each step, and its verdict
"""
