"""For authors of tasks and of sources of tasks."""

from testbed.door import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
