"""Guests whose processes can stand still while nothing uses them."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


@runtime_checkable
class PausableGuest(Protocol):
    """A guest, or a view of one, that can be paused. Any other call of it resumes it first.

    Its clocks go on while it is paused.
    """

    def pause(self, *, reclaim: bool = False) -> None:
        """Stop all its processes until `resume`. No other call of it may be under way: that would stand still, too.

        Args:
            reclaim: Give back its memory as well, as far as the host has another place for it. That goes on beside the
                caller, until it is done or the guest resumes.

        Raises:
            GuestConnectionError: The guest has ended.
        """
        ...

    def resume(self) -> int:
        """Let its processes go on; does nothing unless it is paused.

        Returns:
            How many bytes of memory it gave back while it was paused.

        Raises:
            GuestConnectionError: The guest has ended.
        """
        ...
