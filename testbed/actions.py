"""What an agent, a solution or a model does: actions on the desktop, calls of tools, the end of a task."""

from testbed.lazy_module import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(__name__)
