"""Wirebed's runner: builds the peers, runs the suites, compares, reports. Only `dump` and `oracle` know formats."""
