"""`make evolution`: what a change of a schema does to data that was written before and after it.

load*       the steps of fixtures/evolution, with their samples and expectations
legs, ways  who writes, passes on and reads each sample, at which version
migrate*    what a reader of another version ought to see
judge*      how what it saw differs
fold        the worst of each step, and its verdict
between     the same for two folders of schemas: OLD= and NEW=
known       changes whose effect the documentation states, and what OLD= and NEW= say of them
"""
