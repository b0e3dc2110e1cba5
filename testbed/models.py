"""The model's side of an agent: what clients send, how coordinates and tools are written, mock models."""

from testbed.door import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
