"""Evidence that turns out to be unusable is a claim that does not hold, with the reason; never a crash."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from checkers.base import Claim, CommandOutput, GuestView, claim

OUTPUT_LIMIT = 2**20


class BadEvidence(Exception):
    """What the guest holds is missing, too large or malformed; the text says which."""


def examine(text: str, look: Callable[[], tuple[bool, object]]) -> Claim:
    """The claim `text`: `look` tells whether it holds and what was found.

    BadEvidence and FileNotFoundError from `look` make a claim that does not hold.
    """
    try:
        holds, found = look()
    except BadEvidence as error:
        return claim(text, False, error)
    except FileNotFoundError as error:
        return claim(text, False, f"no such file: {error.filename or error}")
    return claim(text, holds, found)


def ask(
    guest: GuestView, argv: Sequence[str], *, as_user: bool = False, stdin: bytes = b"", timeout: float = 30.0
) -> CommandOutput:
    """Run a command in the guest whose success the evidence depends on.

    Raises BadEvidence when it fails or prints more than OUTPUT_LIMIT bytes.
    """
    done = guest.run(argv, as_user=as_user, stdin=stdin, timeout=timeout, check=False)
    if done.exit_code != 0:
        raise BadEvidence(f"{argv[0]} failed with exit code {done.exit_code}: {done.text.strip()[:200]}")
    if len(done.stdout) > OUTPUT_LIMIT:
        raise BadEvidence(f"{argv[0]} printed {len(done.stdout)} bytes, more than {OUTPUT_LIMIT}")
    return done
