"""The steps of evolution, as a report shows them: verdicts, the worst of each, and predictions held against them.

verdicts       what a kind of difference or a failure says of a change
step_verdict   the worst that anybody showed of a step
table_letters  its letters in tables, and its witness in words
buf_verdicts   what `buf breaking` says of each step, as the bed has it
predict        what the documents and buf say of the steps, held against the worst
"""
