"""The mounted git server, with output of git in any encoding: `python -m mcp_tools.git_server`.

Its library passes bytes that are not UTF-8 on as halves of surrogate pairs, at which the server's writer dies: the
call and all later ones wait for their limit. Here such bytes become U+FFFD, as the server itself does for files and
messages.
"""

from __future__ import annotations

import runpy
import sys


def decode(output: str | bytes | None) -> str | None:
    """Return git's output as text, undecodable bytes as U+FFFD; None of none."""
    return output.decode("utf-8", "replace") if isinstance(output, bytes) else output


def main() -> None:
    """Run the server with `decode` for its library's own function."""
    import git.cmd

    vars(git.cmd)["safe_decode"] = decode
    sys.argv = ["mcp-server-git"]
    runpy.run_module("mcp_server_git", run_name="__main__")


if __name__ == "__main__":
    main()
