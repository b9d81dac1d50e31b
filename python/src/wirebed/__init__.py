"""Wirebed's runner: builds the peers, runs the matrix, compares, reports. It knows no language and no format."""
