"""For users: play runs, read their results, use a desktop from a program.

The public API has a module for each audience; the others are `testbed.agents`, `testbed.tasks` and so on.
"""

from testbed.door import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
