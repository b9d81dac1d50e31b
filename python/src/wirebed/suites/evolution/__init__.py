"""`make evolution`: what a change of a schema does to data that was written before and after it.

load*          the steps of fixtures/evolution, with their samples and expectations
legs, plan     who writes, relays and reads each sample, at which version
migrate*       what a reader of another version ought to see; correspondence: which fields are the same
leg_judge      which comparison a leg has; judge*: how what a reader saw differs
by_position    expectations that the bytes themselves decide (wirebed.suites.evolution.oracle)
unstated       what a red run prints of cells that no entry states

The verdicts on its steps follow from a report alone: wirebed.report.steps.
"""
