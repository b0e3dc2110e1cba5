"""What runs guests, on this host or a cluster, and how they are reached, watched and checked.

A folder here whose `__init__.py` has a `PROVIDER` is a provider: see `registry.py`. `cluster` places the guests of
one on the nodes of a Ray cluster. `link` has the connections to guests, `doctor` the checks of this host.
"""
