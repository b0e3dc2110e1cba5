"""For authors of parts, judges and commands, and what all declarations have in common."""

from testbed.lazy_module import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(__name__)
