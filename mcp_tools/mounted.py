"""The servers that are mounted in a guest, and the lists of their tools.

Run as a program it starts each server and records its tools. The image's recipe does so once, as the versions are
pinned; in a guest a server then starts at the first call that needs it.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from mcp_tools import file_texts, files_mounted, git_mounted
from mcp_tools.git_command import safe_environment
from mcp_tools.upstream import UpstreamServer, record

RECORDED = Path("/opt/testbed/mounted_tools")

UPSTREAM_SERVERS = (
    UpstreamServer(
        prefix="filesystem_",
        command=(
            "/opt/testbed/node/bin/node",
            "/opt/testbed/npm/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
            "/home/user",
        ),
        recorded=RECORDED / "filesystem.json",
        prepare=files_mounted.check_arguments,
        own={
            "read_file": file_texts.read_text,
            "read_text_file": file_texts.read_text,
            "read_multiple_files": file_texts.read_several,
            "edit_file": file_texts.edit,
        },
        data=frozenset({"edit_file"}),
        verify=files_mounted.verify,
        explain=files_mounted.explain,
    ),
    UpstreamServer(
        prefix="git_",
        command=("/opt/testbed/venv/bin/python", "-P", "-m", "mcp_tools.git_server"),
        already_prefixed=True,
        recorded=RECORDED / "git.json",
        prepare=git_mounted.check_arguments,
        own={
            "git_commit": git_mounted.commit,
            "git_create_branch": git_mounted.create_branch,
            "git_reset": git_mounted.reset,
        },
        explain=git_mounted.explain,
        env={**safe_environment(), "PYTHONPATH": str(RECORDED.parent)},
    ),
)


async def main() -> None:
    """Record the tools of all servers."""
    RECORDED.mkdir(exist_ok=True)
    for server in UPSTREAM_SERVERS:
        assert server.recorded
        await record(server, server.recorded)


if __name__ == "__main__":
    asyncio.run(main())
