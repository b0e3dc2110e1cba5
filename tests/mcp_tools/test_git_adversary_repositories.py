"""git_operation in repositories prepared to start a program, or to write outside the home folder."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mcp_tools.git_guard import OPERATIONS
from mcp_tools.os_git import git_operation
from mcp_tools.registry import ToolError
from tests.mcp_tools.git_adversary import Adversary


def aliases(adversary: Adversary) -> None:
    for name in OPERATIONS:
        if name.replace("-", "").isalpha():
            adversary.git(adversary.repo, "config", f"alias.{name}", f"!{adversary.trap}")


def hooks(adversary: Adversary) -> None:
    for git in (adversary.repo / ".git", adversary.home / "other.git"):
        for hook in adversary.template.glob("hooks/*"):
            (git / "hooks" / hook.name).symlink_to(adversary.trap)


def hooks_elsewhere(adversary: Adversary) -> None:
    for repo in (adversary.repo, adversary.home / "other.git"):
        adversary.git(repo, "config", "core.hooksPath", str(adversary.template / "hooks"))


def hooks_of_a_template(adversary: Adversary) -> None:
    adversary.git(adversary.repo, "config", "--global", "init.templateDir", str(adversary.template))


def an_included_file(adversary: Adversary) -> None:
    (adversary.home / "evil").write_text(f'[filter "x"]\n\tclean = {adversary.trap}\n')
    adversary.git(adversary.repo, "config", "include.path", str(adversary.home / "evil"))


def a_remote_that_is_a_program(adversary: Adversary) -> None:
    adversary.git(adversary.repo, "config", "remote.other.url", f"ext::{adversary.trap}")
    adversary.git(adversary.repo, "config", "protocol.ext.allow", "always")


def an_address_that_becomes_a_program(adversary: Adversary) -> None:
    adversary.git(adversary.repo, "config", "--global", f"url.ext::{adversary.trap}.insteadOf", "other")
    adversary.git(adversary.repo, "config", "--global", "protocol.ext.allow", "always")


def an_address_that_becomes_another_repository(adversary: Adversary) -> None:
    hooked = adversary.home / "hooked.git"
    adversary.git(adversary.home, "init", "-q", "--bare", f"--template={adversary.template}", str(hooked))
    adversary.git(adversary.repo, "config", "--global", f"url.{hooked}.pushInsteadOf", "../other.git")


def a_repository_inside(adversary: Adversary) -> None:
    inner = adversary.repo / "inner"
    adversary.make(inner)
    adversary.git(adversary.repo, "add", "inner")
    adversary.git(adversary.repo, "commit", "-q", "-m", "inner")
    adversary.git(inner, "config", "filter.x.clean", str(adversary.trap))
    (inner / "a.txt").write_text("two\n")


def a_submodule(adversary: Adversary) -> None:
    adversary.make(adversary.home / "library")
    allow = ("-c", "protocol.file.allow=always")
    adversary.git(adversary.repo, *allow, "submodule", "add", "-q", str(adversary.home / "library"), "lib")
    adversary.git(adversary.repo, "commit", "-q", "-m", "lib")
    adversary.git(adversary.repo / "lib", "config", "filter.x.clean", str(adversary.trap))
    adversary.git(adversary.repo, "config", "submodule.lib.update", f"!{adversary.trap}")
    (adversary.repo / "lib" / "a.txt").write_text("two\n")


def a_stopped_rebase(adversary: Adversary) -> None:
    plan = adversary.repo / ".git" / "rebase-merge"
    plan.mkdir()
    (plan / "git-rebase-todo").write_text(f"exec {adversary.trap}\n")


def objects_elsewhere(adversary: Adversary) -> None:
    (adversary.repo / ".git" / "objects").rename(adversary.outside / "more")
    (adversary.repo / ".git" / "objects").symlink_to(adversary.outside / "more")
    adversary.before = adversary.seen()


def a_remote_elsewhere(adversary: Adversary) -> None:
    adversary.git(adversary.repo, "config", "remote.other.pushurl", str(adversary.outside))


@pytest.mark.slow
@pytest.mark.parametrize(
    "prepare",
    [
        aliases,
        hooks,
        hooks_elsewhere,
        hooks_of_a_template,
        an_included_file,
        a_remote_that_is_a_program,
        an_address_that_becomes_a_program,
        an_address_that_becomes_another_repository,
        a_repository_inside,
        a_submodule,
        a_stopped_rebase,
        objects_elsewhere,
        a_remote_elsewhere,
    ],
)
def test_no_prepared_repository_does_harm(adversary: Adversary, prepare: Callable[[Adversary], None]) -> None:
    prepare(adversary)
    adversary.mark.unlink(missing_ok=True)
    adversary.tries_everything()


@pytest.mark.parametrize("scope", ["--local", "--worktree"])
def test_a_worktree_has_the_settings_of_its_repository(adversary: Adversary, scope: str) -> None:
    tree = adversary.home / "tree"
    adversary.git(adversary.repo, "worktree", "add", "-q", str(tree), "side")
    adversary.git(adversary.repo, "config", "extensions.worktreeConfig", "true")
    adversary.git(tree, "config", scope, "filter.x.clean", str(adversary.trap))
    with pytest.raises(ToolError, match="settings by which git starts programs"):
        git_operation("add", str(tree), ["."])
    adversary.tries_everything(tree)


def test_a_worktree_elsewhere_is_not_touched(adversary: Adversary) -> None:
    adversary.git(adversary.repo, "worktree", "add", "-q", str(adversary.outside / "tree"))
    adversary.before = adversary.seen()
    with pytest.raises(ToolError, match="worktree outside the home folder"):
        git_operation("worktree", str(adversary.repo), ["remove", "--force", "tree"])
    adversary.unharmed()
