"""For users: play runs, read their results, use a desktop from a program.

The public API has a module for each audience; the others are `testbed.agents`, `testbed.tasks` and so on.
"""

from testbed.lazy_module import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(__name__)
