"""What an agent, a solution or a model does: actions on the desktop, calls of tools, the end of a task."""

from testbed.door import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
