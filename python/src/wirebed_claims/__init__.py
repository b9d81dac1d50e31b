"""`make claims`: decides anew what the seed articles claimed, from the results of this bed.

Data flows one way: fixtures/claims/*.yaml and the results under build/report → rules → verdicts → claims.jsonl → table
and page. How a claim is written: fixtures/claims/README.md.
"""
