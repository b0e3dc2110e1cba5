"""For authors of parts, judges and commands, and what all declarations have in common."""

from testbed.door import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
