"""The model's side of an agent: what clients send, how coordinates and tools are written, mock models."""

from testbed.lazy_module import lazy_exports

__all__, __getattr__, __dir__ = lazy_exports(__name__)
