"""Mock model APIs on a loopback port, for tests and for trials without a key.

base.py is the server, <vendor>_*.py are the rules and formats of an API, turns.py has the types that all of them share.
"""
