"""`make bench`: what each format costs in each language (fixtures/bench/README.md).

command      what the user types
workloads    which values
rows         which operations of which codecs on them
verify       whether they may be timed: the cells are as expected, the program does what it says
tasks        rows as a benchmark program is given them
program      starts benchmark programs, each in a process group of its own
harness/     what is known of JMH, Google Benchmark and pyperf; reads what they write
schedule     what to measure next, and what that takes
rounds       measures, round after round, till the budget is spent
result       the result file; table: what the terminal shows of it
wording        how numbers, codecs and the origin of a result are written
statistics   what samples say: means, intervals, ratios; load: reads a result file
sizes, code  bytes as they are and compressed; lines of code
fixed        figures without a clock, held against fixtures/bench/fixed.yaml
compare      two results; pooled: what rows of few processes know of each other
figures/     a result drawn; published: what fixtures/results shows of one
ruler        the bed's figures against those of programs written by hand
"""
