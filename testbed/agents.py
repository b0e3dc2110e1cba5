"""For authors of agents."""

from testbed.lazy_module import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(__name__)
