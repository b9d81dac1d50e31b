"""`make bench`: what each format costs in each language (fixtures/bench/README.md).

command          the command itself; lock: two runs at once would measure each other
workloads        the values to measure
rows             the operations of codecs on these values
verify           which of them may be timed: the cells are as expected
tasks            writes rows as tasks of a benchmark program
program          starts benchmark programs, each in a session of its own
probe            lets the programs run each task before any is timed
harness_output/  reads the results of JMH, Google Benchmark and pyperf
schedule         what to measure next, and how long it takes
rounds           measures round after round until the budget is spent
result           writes the result file; load_result: reads it; table: shows it on the terminal; progress: the bar
wording          how numbers, codecs and the origin of a result are written
statistics       means, intervals and ratios of samples
columns          the columns of a row of costs for the terminal, bench.csv and fixtures/results; the page has its own in
                 wirebed_page/browser/cost/rows.js
sizes, code      bytes, plain and compressed; lines of code
vary             another value of the same message
pinned_figures   figures without a clock, compared with fixtures/bench/fixed.yaml
compare          two results; compare_table: on the terminal
earlier          goes on after an interrupted run; others: what other programs used of the machine meanwhile
fixture          reads the files of fixtures/bench
figures/         draws a result (rows, article_bars: its numbers); published: the tables of fixtures/results
replay/          what `make replay` costs
ruler            measures programs written by hand and the bed in turn; ruler_pairs: compares their figures
"""
