"""Guests, their tools, and for authors of providers and tool filters."""

from testbed.lazy_module import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(__name__)
