"""Testbed's own tool filters: each module here is one, found by its `FILTER`."""
