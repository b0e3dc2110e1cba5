"""For who counts, shows, exports or imports runs."""

from testbed.lazy_module import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(__name__)
