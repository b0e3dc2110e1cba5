"""Testbed's own agents: each module or folder here is one, found by its `AGENT`."""
