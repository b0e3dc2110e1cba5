"""Runs as web pages: on a loopback port, or as a folder of files."""
