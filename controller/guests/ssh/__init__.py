"""Guests on machines that ssh reaches."""
