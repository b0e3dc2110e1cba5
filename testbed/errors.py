"""All errors that testbed raises on purpose.

TestbedError
├── UsageError               a wrong command line, name or file (exit code 2)
│   ├── TaskError            a task folder is malformed; names file, line and field
│   ├── PluginError          a plugin's code failed; in an episode, it is an infra_error that is not retried
│   └── AccountError         the account at a model's API cannot pay; `resume` goes on
├── ImageError               the guest image is missing, stale or failed to build
├── RecordsError             a run's records cannot be written or read (no disk, a damaged file)
├── NotRecordedError         a recorded final state does not answer a checker
├── CancelledError           the run was interrupted (status cancelled)
├── LimitReachedError        the run has reached its limit of tokens or money (exit code 3)
├── AgentError               the agent failed (status agent_error)
│   └── ContextWindowError   the conversation no longer fits the model's context window
└── InfraError               infrastructure failed; the episode is retried (status infra_error)
    ├── GuestError
    │   ├── GuestBootError       the guest did not become usable; has the console's last lines
    │   ├── GuestConnectionError ssh or the MCP session to the guest is lost
    │   │   ├── HostKeyError     another host answers at the guest's address
    │   │   └── LoginError       the guest refuses this key
    │   ├── GuestTimeoutError    a wait for a condition in the guest timed out
    │   ├── CommandError         a command in the guest failed
    │   └── FileTooLargeError    a file in the guest exceeds the caller's limit
    ├── SetupError               a task's set-up step failed
    ├── CheckerError             a task's checker raised
    │   └── CheckerTimeoutError  a task's checker gave no verdict in time
    ├── JudgeError               the judge gave no verdict (the episode is not retried)
    ├── EpisodeTimeoutError      the episode's time limit expired
    ├── ModelApiError            the model's API failed after all retries
    │   └── RequestRefusedError  it refuses this conversation (not retried but by `resume`)
    └── NodeError                a node of the cluster is lost or in trouble
"""

from __future__ import annotations


class TestbedError(Exception):
    """Root of all errors raised on purpose.

    Attributes:
        message: What happened.
        hint: What to do about it; "" for none.
    """

    __test__ = False  # not a pytest class, whatever its name suggests

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\nhint: {self.hint}" if self.hint else self.message


class UsageError(TestbedError):
    """A wrong command line, name or file."""


class TaskError(UsageError):
    """A task folder is malformed."""


class PluginError(UsageError):
    """The code of a plugin failed, or returned what its contract does not allow."""


class AccountError(UsageError):
    """The account at a model's API cannot pay."""


class ImageError(TestbedError):
    """The guest image is missing, stale or failed to build."""


class RecordsError(TestbedError):
    """A run's records cannot be written or read."""


class NotRecordedError(TestbedError):
    """A recorded final state does not answer a checker."""


class CancelledError(TestbedError):
    """The run was interrupted."""


class LimitReachedError(TestbedError):
    """The run has reached its limit of tokens or money. `hint` is the option that raises the limit."""


class AgentError(TestbedError):
    """The agent misbehaved: an invalid action, a tool name that was never offered."""


class ContextWindowError(AgentError):
    """The conversation no longer fits the model's context window.

    Attributes:
        window: The window in tokens as the API names it, 0 when it does not.
    """

    def __init__(self, message: str, *, window: int = 0, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.window = window


class InfraError(TestbedError):
    """Infrastructure failed; the episode is retried."""


class GuestError(InfraError):
    """A guest failed."""


class GuestBootError(GuestError):
    """The guest did not become usable."""


class GuestConnectionError(GuestError):
    """ssh or the MCP session to the guest is lost."""


class HostKeyError(GuestConnectionError):
    """Another host answers at the guest's address: its ssh host key differs."""


class LoginError(GuestConnectionError):
    """The guest refuses this key."""


class GuestTimeoutError(GuestError):
    """A condition in the guest was not met in time."""


class CommandError(GuestError):
    """A command in the guest failed."""


class FileTooLargeError(GuestError):
    """A file in the guest is larger than the caller allows."""


class SetupError(InfraError):
    """A task's set-up step failed."""


class CheckerError(InfraError):
    """A task's checker raised."""


class CheckerTimeoutError(CheckerError):
    """A task's checker gave no verdict in time."""


class JudgeError(InfraError):
    """A judge played by a model gave no verdict."""


class EpisodeTimeoutError(InfraError):
    """The episode's time limit expired."""


class ModelApiError(InfraError):
    """The model API failed in all attempts."""


class RequestRefusedError(ModelApiError):
    """The model API refuses the requests of this conversation; those of others may pass."""


class NodeError(InfraError):
    """A node of the cluster is lost, or in trouble itself: never the doing of an agent in its guest."""
