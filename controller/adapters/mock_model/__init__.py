"""Model APIs on a loopback port, for tests and for trying things without a key.

base.py serves; <vendor>_*.py know an API's rules and forms; turns.py is what all of them share.
"""
