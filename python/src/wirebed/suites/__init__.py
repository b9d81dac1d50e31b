"""The suites: each one makes the plan of a run, and says what it states of its cells."""
