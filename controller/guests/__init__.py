"""What runs guests, and how this host reaches them.

A folder here whose `__init__.py` has a `PROVIDER` is a provider: see `registry.py`.
"""
