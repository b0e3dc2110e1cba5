"""Lives: for a number, the records of a person's year in all applications, written event by event."""

from __future__ import annotations

from mcp_tools.personal.life.life import Life, LifeEvent, make_life

__all__ = ["Life", "LifeEvent", "make_life"]
