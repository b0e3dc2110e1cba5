"""One who wants git to start a program, or to write outside the home folder."""

from __future__ import annotations

import contextlib
import subprocess
from pathlib import Path

from mcp_tools.os_git import git_operation
from mcp_tools.registry import ToolError

ATTRIBUTES = "* filter=x diff=x merge=x\n"
PLAIN: list[tuple[str, list[str]]] = [
    ("status", []),
    ("add", ["."]),
    ("diff", []),
    ("commit", ["-am", "second", "--trailer", "x: y"]),
    ("log", ["-p", "-3"]),
    ("show", ["HEAD"]),
    ("stash", []),
    ("checkout", ["-f", "side"]),
    ("merge", ["main", "--no-edit"]),
    ("rebase", ["main"]),
    ("fetch", ["other"]),
    ("pull", ["other", "main"]),
    ("push", ["other", "HEAD:refs/heads/new"]),
    ("archive", ["--format=x", "-o", "x.tar", "HEAD"]),
    ("submodule", ["update", "--init"]),
    ("add", ["-p"]),
    ("gc", ["--prune=now"]),
    ("tag", ["-s", "v", "-m", "v"]),
    ("clone", [".", "~/copy"]),
    ("clone", ["other", "~/copy2"]),
]


class Adversary:
    """A home with a repository and what is to be started or written to: `mark` and `outside` stay as they are."""

    def __init__(self, base: Path) -> None:
        self.home, self.outside, self.mark = base / "home", base / "outside", base / "mark"
        self.repo = self.home / "work"
        self.trap = base / "trap"
        self.trap.write_text(f"#!/bin/sh\ntouch {self.mark}\nexit 1\n")
        self.trap.chmod(0o755)
        self.template = base / "template"
        (self.template / "hooks").mkdir(parents=True)
        for hook in ("post-checkout", "pre-commit", "post-commit", "pre-push", "post-merge", "update"):
            (self.template / "hooks" / hook).symlink_to(self.trap)
        self.home.mkdir()
        (self.home / "link").symlink_to(self.outside)
        self.git(base, "init", "-q", "--bare", str(self.outside))
        self.make(self.repo)
        self.git(self.home, "clone", "-q", "--bare", str(self.repo), str(self.home / "other.git"))
        self.git(self.repo, "remote", "add", "other", "../other.git")
        self.before = self.seen()

    def make(self, folder: Path) -> None:
        self.git(folder.parent, "init", "-q", "-b", "main", str(folder))
        self.git(folder, "config", "user.name", "Ann")
        self.git(folder, "config", "user.email", "ann@example.com")
        (folder / "a.txt").write_text("one\n")
        (folder / ".gitattributes").write_text(ATTRIBUTES)
        self.git(folder, "add", ".")
        self.git(folder, "commit", "-q", "-m", "first")
        self.git(folder, "branch", "side")

    def git(self, folder: Path, *arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=True)

    def seen(self) -> list[str]:
        return sorted(str(path) for path in self.outside.rglob("*"))

    def told(self, words: list[str]) -> list[str]:
        names = {"TRAP": self.trap, "OUTSIDE": self.outside, "TEMPLATE": self.template}
        for name, path in names.items():
            words = [word.replace(name, str(path)) for word in words]
        return words

    def tries_everything(self, repo: Path | None = None) -> None:
        """Commands of all kinds, some refused: none starts the trap."""
        repo = repo or self.repo
        (repo / "a.txt").write_text("two\n")
        for operation, arguments in PLAIN:
            with contextlib.suppress(ToolError):
                git_operation(operation, str(repo), arguments)
            self.unharmed(operation)

    def unharmed(self, what: str = "") -> None:
        assert not self.mark.exists(), f"{what} started a program"
        assert self.seen() == self.before, f"{what} wrote outside"
