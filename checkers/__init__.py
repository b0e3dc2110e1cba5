"""The library for checker scripts: one module for each kind of evidence."""

from checkers.base import Claim, GuestView, Score, Termination, claim

__all__ = ["Claim", "GuestView", "Score", "Termination", "claim"]
