"""Guests, their tools, and for authors of providers and tool filters."""

from testbed.door import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
