"""One attempt: a script that the agent's user runs, which exits with 0 if it reached its goal."""

from __future__ import annotations

from dataclasses import dataclass

SECONDS = 20.0
"""How long an attempt may take; one that takes longer did not reach its goal."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt of the agent's user.

    Attributes:
        name: What it tries, in a few words.
        group: What it would break: "root", "judge", "others", "host", "network" or "limits".
        script: Shell or Python code; exit code 0 means that the goal is reached.
        python: The script is Python instead of shell.
        control: The same script reaches its goal as root, which shows that the script itself is right.
    """

    name: str
    group: str
    script: str
    python: bool = False
    control: bool = False

    @property
    def command(self) -> list[str]:
        """The command that runs it. Shell scripts stop at the first error."""
        return ["python3", "-c", self.script] if self.python else ["sh", "-ec", self.script]
