"""`make evolution`: what a change of a schema does to data that was written before and after it.

load*          the steps of fixtures/evolution, with their samples and expectations
legs, plan     who writes, relays and reads each sample, at which version
migrate*       what a reader of another version ought to see; correspondence: which fields are the same
leg_judge      which comparison a leg has; judge*: how what a reader saw differs
by_position    expectations that the bytes themselves decide (wirebed.suites.evolution.oracle)
verdicts       which kinds of difference are safe, lossy, corrupting or breaking
worst          the worst of each step, and its verdict; table_letters: how a table shows it
unstated       what a red run prints of cells that no entry states
"""
