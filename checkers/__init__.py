"""The library checker scripts are written with: one file a kind of evidence."""

from checkers.base import Claim, GuestView, Score, Termination, claim

__all__ = ["Claim", "GuestView", "Score", "Termination", "claim"]
