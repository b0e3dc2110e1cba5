"""Testbed's own plugins: each imports `testbed` and libraries alone, and is found by its entry points."""
