"""Runs as pages: served on loopback by `testbed view`, or written as a folder of files."""
