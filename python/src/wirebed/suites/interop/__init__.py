"""`make interop`: every value of a bed through every writer to every reader."""
