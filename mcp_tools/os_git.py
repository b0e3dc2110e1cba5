"""Git repositories in the user's home: made, worked on and given an author."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from mcp_tools.git_command import in_home, run_git
from mcp_tools.registry import ToolError, tool


class InitializedRepository(TypedDict):
    """The repository's folder, its current branch, and whether it was a repository before."""

    repo_path: str
    branch: str
    existed: bool


@tool("git_init", app="os", idempotent=True)
def git_init(
    repo_path: Annotated[str, Field(description="folder in the home folder; made if missing")],
) -> InitializedRepository:
    """Initialize a new Git repository; one that is there already stays as it is."""
    folder = in_home(repo_path)
    existed = (folder / ".git").exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ToolError(f"{folder} cannot be made a folder: {error.strerror}") from error
    done = run_git(folder, "init", "--quiet")
    if done.exit_code != 0:
        raise ToolError(f"git init failed in {folder}: {done.errors.strip()}")
    branch = run_git(folder, "symbolic-ref", "--short", "--quiet", "HEAD").output.strip()
    return InitializedRepository(repo_path=str(folder), branch=branch, existed=existed)
