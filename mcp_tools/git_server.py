"""The mounted git server, with output of git in any encoding: `python -m mcp_tools.git_server`.

Its library passes bytes that are not UTF-8 on as halves of surrogate pairs, at which the server's writer dies: the
call and all later ones wait for their limit. Here such bytes become U+FFFD, as the server itself does for files and
messages. The library also overlooks the encoding that a commit names for its author and message.
"""

from __future__ import annotations

import io
import re
import runpy
import sys
from typing import BinaryIO


def decode(output: str | bytes | None) -> str | None:
    """Return git's output as text, undecodable bytes as U+FFFD; None of none."""
    return output.decode("utf-8", "replace") if isinstance(output, bytes) else output


def in_utf8(commit: bytes) -> bytes:
    """A commit's bytes with author and message in UTF-8; as they are where Python lacks their encoding."""
    header = commit.partition(b"\n\n")[0]
    named = re.search(rb"^encoding (.+)$", header, re.MULTILINE)
    try:
        return commit.decode(named[1].decode(), "replace").encode() if named else commit
    except (LookupError, UnicodeError):
        return commit


def main() -> None:
    """Run the server with the functions above in its library."""
    import git.cmd
    from git.objects.commit import Commit

    deserialize = Commit._deserialize

    def deserialize_in_utf8(commit: Commit, stream: BinaryIO) -> Commit:
        return deserialize(commit, io.BytesIO(in_utf8(stream.read())))

    vars(git.cmd)["safe_decode"] = decode
    setattr(Commit, "_deserialize", deserialize_in_utf8)  # noqa: B010 - mypy refuses an assignment to a method
    sys.argv = ["mcp-server-git"]
    runpy.run_module("mcp_server_git", run_name="__main__")


if __name__ == "__main__":
    main()
