"""Guests on the nodes of a Ray cluster, reached through one actor a guest slot.

Only `connection.py` imports Ray, and only when a cluster is named: everything else works without the extra `cluster`.
"""
