"""Every error testbed raises on purpose.

TestbedError
├── UsageError               the command line, a name or a file the user gave is wrong (exit code 2)
│   └── TaskError            a task folder is malformed; names file, line and field
├── ImageError               the guest image is missing, stale or failed to build
├── RecordsError             a run's records cannot be written or read (no disk, a damaged file)
├── UnansweredError          a checker asks what a kept final state does not tell
├── CancelledError           the run was interrupted (status cancelled)
├── LimitReachedError        the run may spend no more tokens or money (exit code 3)
├── AgentError               the agent itself misbehaved (status agent_error)
└── InfraError               nobody's answer is at fault; the episode is tried again (status infra_error)
    ├── GuestError
    │   ├── GuestBootError       the guest never became usable; carries the console's last lines
    │   ├── GuestConnectionError ssh or the MCP session to the guest is gone
    │   │   ├── HostKeyError     whoever answers at the guest's address is not the guest
    │   │   └── LoginError       the guest lets nobody in with this key
    │   ├── GuestTimeoutError    a wait for a condition in the guest ran out
    │   ├── CommandError         a command in the guest failed
    │   └── FileTooLargeError    a file in the guest is larger than the caller allows
    ├── SetupError               a task's set-up step failed
    ├── CheckerError             a task's checker raised
    ├── EpisodeTimeoutError      the episode's own time limit ran out
    └── ModelApiError            the model's API failed after all tries
"""

from __future__ import annotations


class TestbedError(Exception):
    """Root of all errors raised on purpose: what happened, and what to do about it."""

    __test__ = False  # not a pytest class, whatever its name suggests

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\nhint: {self.hint}" if self.hint else self.message


class UsageError(TestbedError):
    """The command line, a name or a file the user gave is wrong."""


class TaskError(UsageError):
    """A task folder is malformed."""


class ImageError(TestbedError):
    """The guest image is missing, stale or failed to build."""


class RecordsError(TestbedError):
    """A run's records cannot be written or read."""


class UnansweredError(TestbedError):
    """A checker asks what a kept final state does not tell."""


class CancelledError(TestbedError):
    """The run was interrupted."""


class LimitReachedError(TestbedError):
    """The run may spend no more tokens or money. `hint` is the option that sets the limit anew."""


class AgentError(TestbedError):
    """The agent itself misbehaved: an answer that is no action, a tool name that was never offered."""


class InfraError(TestbedError):
    """Nobody's answer is at fault; the episode is tried again."""


class GuestError(InfraError):
    """Something about a guest failed."""


class GuestBootError(GuestError):
    """The guest never became usable."""


class GuestConnectionError(GuestError):
    """ssh or the MCP session to the guest is gone."""


class HostKeyError(GuestConnectionError):
    """Whoever answers at the guest's address is not the guest: another ssh host key."""


class LoginError(GuestConnectionError):
    """The guest lets nobody in with this key."""


class GuestTimeoutError(GuestError):
    """A wait for a condition in the guest ran out."""


class CommandError(GuestError):
    """A command in the guest failed."""


class FileTooLargeError(GuestError):
    """A file in the guest is larger than the caller allows."""


class SetupError(InfraError):
    """A task's set-up step failed."""


class CheckerError(InfraError):
    """A task's checker raised."""


class EpisodeTimeoutError(InfraError):
    """The episode's own time limit ran out."""


class ModelApiError(InfraError):
    """The model's API failed after all tries."""
