"""One HTML page of the newest results, which opens from the disk: it has all its data, scripts and styles in it.

Results flow one way: `runs` reads them, a module for each subject makes blocks of plain data and a card, `render` puts
all into the template, and the modules in browser/ show what is asked for. Nothing is judged here: every outcome,
verdict and figure is taken from the results. The modules in browser/ also
have the columns of the tables.
"""
