"""What runs guests, and how this host reaches them.

Each folder here that offers `create` is a provider: see `registry.py`.
"""
