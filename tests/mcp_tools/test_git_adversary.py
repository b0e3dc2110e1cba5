"""git_operation against one who wants it to start a program, or to write outside the home folder."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from mcp_tools.git_guard import OPERATIONS
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
"""What a command of each kind does in a prepared repository; the order matters little."""

HARMLESS_HERE = (
    *("core.fsmonitor", "core.pager", "pager.log", "core.editor", "sequence.editor", "core.sshCommand"),
    *("core.askPass", "core.gitProxy", "credential.helper", "gpg.program", "gpg.openpgp.program"),
    *("gpg.ssh.program", "gpg.ssh.defaultKeyCommand"),
)
"""Settings that name programs and are outranked, so that git works and starts none of them."""
REFUSED_SETTINGS = (
    *("core.alternateRefsCommand", "credential.http://x.helper", "diff.external", "diff.x.textconv"),
    *("diff.x.command", "filter.x.clean", "filter.x.smudge", "filter.x.process", "merge.x.driver"),
    *("tar.x.command", "interactive.diffFilter", "trailer.x.command", "trailer.x.cmd"),
    *("remote.other.uploadpack", "remote.other.receivepack", "remote.other.vcs", "submodule.x.update"),
    *("uploadpack.packObjectsHook", "gc.recentObjectsHook", "hook.x.command", "FILTER.X.CLEAN"),
)
ENVIRONMENT = (
    *("GIT_SSH_COMMAND", "GIT_SSH", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "GIT_EDITOR", "EDITOR"),
    *("VISUAL", "GIT_SEQUENCE_EDITOR", "GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND"),
)

REFUSED_PROGRAMS: list[tuple[str, list[str]]] = [
    ("-c", ["core.sshCommand=TRAP", "status"]),
    ("--exec-path=/tmp", ["status"]),
    ("-p", ["log"]),
    ("alias", []),
    ("difftool", ["-x", "TRAP"]),
    ("mergetool", []),
    ("filter-branch", ["--tree-filter", "TRAP"]),
    ("send-email", ["--smtp-server=TRAP"]),
    ("instaweb", ["-b", "TRAP"]),
    ("help", ["-w", "git"]),
    ("hook", ["run", "pre-commit"]),
    ("daemon", ["--access-hook=TRAP"]),
    ("for-each-repo", ["--config=x", "status"]),
    ("clone", ["--upload-pack=TRAP", ".", "x"]),
    ("clone", ["--upload-p", "TRAP", ".", "x"]),
    ("clone", ["-u", "TRAP", ".", "x"]),
    ("clone", ["-qnuTRAP", ".", "x"]),
    ("clone", ["-c", "core.fsmonitor=TRAP", ".", "x"]),
    ("clone", ["--config=core.sshCommand=TRAP", ".", "x"]),
    ("clone", ["--template=TEMPLATE", ".", "x"]),
    ("clone", ["ext::TRAP", "x"]),
    ("clone", ["fd::17", "x"]),
    ("clone", ["ssh://-oProxyCommand=TRAP/x", "x"]),
    ("init", ["--template=TEMPLATE", "x"]),
    ("fetch", ["--upload-pack=TRAP", "."]),
    ("fetch", ["ext::TRAP"]),
    ("pull", ["--upload-pack", "TRAP", "."]),
    ("push", ["--receive-pack=TRAP", "."]),
    ("push", ["--exec=TRAP", "."]),
    ("ls-remote", ["--exec=TRAP", "."]),
    ("remote", ["add", "-f", "x", "ext::TRAP"]),
    ("submodule", ["add", "ext::TRAP", "x"]),
    ("submodule", ["foreach", "TRAP"]),
    ("rebase", ["-x", "TRAP", "HEAD"]),
    ("rebase", ["--exec=TRAP", "HEAD"]),
    ("rebase", ["-i", "HEAD"]),
    ("bisect", ["run", "TRAP"]),
    ("bisect", ["visualize"]),
    ("grep", ["-OTRAP", "one"]),
    ("grep", ["--open-files=TRAP", "one"]),
    ("archive", ["--remote=.", "--exec=TRAP", "HEAD"]),
    ("diff", ["--ext-diff"]),
    ("log", ["-p", "--textconv"]),
    ("config", ["alias.status", "!TRAP"]),
    ("config", ["core.sshCommand", "TRAP"]),
    ("config", ["--global", "core.pager", "TRAP"]),
    ("config", ["--add", "credential.helper", "!TRAP"]),
    ("config", ["core.hooksPath", "TEMPLATE/hooks"]),
    ("config", ["init.templateDir", "TEMPLATE"]),
    ("config", ["include.path", "evil"]),
    ("config", ["url.ext::TRAP.insteadOf", "x"]),
    ("config", ["--file", "x", "a.b", "c"]),
    ("config", ["-e"]),
    ("config", ["--rename-section", "user", "alias"]),
]

OUTSIDE: list[tuple[str, list[str]]] = [
    ("-C", ["OUTSIDE", "init"]),
    ("--git-dir=OUTSIDE/x", ["init"]),
    ("--work-tree=OUTSIDE", ["checkout", "-f"]),
    ("bundle", ["create", "OUTSIDE/x", "HEAD"]),
    ("fast-export", ["--export-marks=OUTSIDE/x", "HEAD"]),
    ("checkout-index", ["-a", "--prefix=OUTSIDE/"]),
    ("clone", [".", "OUTSIDE/x"]),
    ("clone", [".", "../../outside/x"]),
    ("clone", ["--", ".", "OUTSIDE/x"]),
    ("clone", [".", "~/link/x"]),
    ("clone", [".", "../link/x"]),
    ("clone", ["--separate-git-dir=OUTSIDE/x", ".", "~/x"]),
    ("clone", ["--separate-g", "OUTSIDE/x", ".", "~/x"]),
    ("init", ["OUTSIDE/x"]),
    ("init", ["-b", "main", "../link/x"]),
    ("init", ["--separate-git-dir", "OUTSIDE/x"]),
    ("worktree", ["add", "OUTSIDE/x"]),
    ("worktree", ["add", "-b", "new", "../link/x", "HEAD"]),
    ("worktree", ["repair", "OUTSIDE"]),
    ("submodule", ["add", ".", "OUTSIDE/x"]),
    ("archive", ["-o", "OUTSIDE/x", "HEAD"]),
    ("archive", ["-oOUTSIDE/x", "HEAD"]),
    ("archive", ["--format=tar", "--output=OUTSIDE/x", "HEAD"]),
    ("archive", ["--outp", "OUTSIDE/x", "HEAD"]),
    ("format-patch", ["-o", "OUTSIDE", "-1"]),
    ("format-patch", ["--output-directory=OUTSIDE", "-1"]),
    ("format-patch", ["--output-d", "../../outside", "-1"]),
    ("format-patch", ["--output=OUTSIDE/x", "-1"]),
    ("log", ["-p", "--output=OUTSIDE/x"]),
    ("diff", ["--outpu", "OUTSIDE/x", "HEAD"]),
    ("show", ["--output", "../../outside/x"]),
    ("stash", ["list", "-p", "--output=OUTSIDE/x"]),
    ("reflog", ["show", "-p", "--output=OUTSIDE/x"]),
    ("range-diff", ["--output=OUTSIDE/x", "HEAD", "HEAD", "HEAD"]),
    ("apply", ["--unsafe-paths", "patch"]),
    ("apply", ["--build-fake-ancestor=OUTSIDE/x", "patch"]),
    ("push", ["OUTSIDE", "HEAD:refs/heads/new"]),
    ("push", ["../link", "HEAD:refs/heads/new"]),
    ("push", ["file://OUTSIDE", "HEAD:refs/heads/new"]),
    ("config", ["core.worktree", "OUTSIDE"]),
    ("config", ["--global", "trace2.normalTarget", "OUTSIDE/x"]),
    ("config", ["http.cookieFile", "OUTSIDE/x"]),
    ("config", ["--file", "OUTSIDE/x", "a.b", "c"]),
    ("config", ["--system", "a.b", "c"]),
    ("config", ["--blob", "HEAD:a.txt", "a.b"]),
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


@pytest.fixture
def adversary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Adversary:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return Adversary(tmp_path)


@pytest.mark.parametrize(("operation", "words"), REFUSED_PROGRAMS, ids=str)
def test_programs_are_refused(adversary: Adversary, operation: str, words: list[str]) -> None:
    with pytest.raises(ToolError):
        git_operation(adversary.told([operation])[0], str(adversary.repo), adversary.told(words))
    adversary.unharmed()


@pytest.mark.parametrize(("operation", "words"), OUTSIDE, ids=str)
def test_writing_outside_the_home_is_refused(adversary: Adversary, operation: str, words: list[str]) -> None:
    (adversary.repo / "patch").write_text("--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n")
    with pytest.raises(ToolError, match=r"outside|refused|is not a git operation"):
        git_operation(adversary.told([operation])[0], str(adversary.repo), adversary.told(words))
    adversary.unharmed()


@pytest.mark.slow
@pytest.mark.parametrize("scope", ["--local", "--global"])
def test_outranked_settings_start_no_program(adversary: Adversary, scope: str) -> None:
    for key in HARMLESS_HERE:
        adversary.git(adversary.repo, "config", scope, key, str(adversary.trap))
    adversary.tries_everything()
    assert "second" in git_operation("log", str(adversary.repo), ["--all", "--format=%s"])["output"]


@pytest.mark.slow
@pytest.mark.parametrize("key", REFUSED_SETTINGS)
@pytest.mark.parametrize("scope", ["--local", "--global"])
def test_settings_that_name_programs_are_refused(adversary: Adversary, key: str, scope: str) -> None:
    adversary.git(adversary.repo, "config", scope, key, str(adversary.trap))
    calls: list[tuple[str, str | None, list[str]]] = [("add", str(adversary.repo), ["."])]
    if scope == "--global":
        calls.append(("clone", None, ["other.git", "copy"]))
    for operation, folder, words in calls:
        with pytest.raises(ToolError, match="settings by which git starts programs"):
            git_operation(operation, folder, words)
    adversary.unharmed()


def test_no_variable_starts_a_program(adversary: Adversary, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ENVIRONMENT:
        monkeypatch.setenv(name, str(adversary.trap))
    adversary.tries_everything()


def test_variables_that_carry_settings(adversary: Adversary, monkeypatch: pytest.MonkeyPatch) -> None:
    evil = adversary.home.parent / "evil"
    evil.write_text(f'[filter "x"]\nclean = {adversary.trap}\n[core]\nfsmonitor = {adversary.trap}\n')
    for name, value in {
        "GIT_CONFIG_GLOBAL": str(evil),
        "GIT_CONFIG_SYSTEM": str(evil),
        "GIT_CONFIG_PARAMETERS": f"'diff.external={adversary.trap}'",
        "GIT_EXEC_PATH": str(adversary.template),
        "GIT_TEMPLATE_DIR": str(adversary.template),
        "GIT_DIR": str(adversary.outside),
        "GIT_WORK_TREE": str(adversary.outside),
        "GIT_INDEX_FILE": str(adversary.outside / "index"),
        "GIT_TRACE": str(adversary.outside / "trace"),
        "XDG_CONFIG_HOME": str(adversary.home.parent),
    }.items():
        monkeypatch.setenv(name, value)
    adversary.tries_everything()


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


def test_what_stays_in_the_home_is_done(adversary: Adversary) -> None:
    for operation, words in [
        ("clone", [".", "~/copy"]),
        ("clone", ["--depth", "1", f"file://{adversary.repo}", "../shallow"]),
        ("worktree", ["add", "../tree"]),
        ("archive", ["-o", "../x.tar", "HEAD"]),
        ("format-patch", ["-o", "patches", "-1"]),
        ("log", ["-p", "--output=log.txt", "--output-indicator-new=>"]),
        ("init", ["../new"]),
        ("tag", ["-m", "see /etc and ~/x and ../..", "v1"]),
        ("push", ["other", "HEAD:refs/heads/new"]),
        ("push", ["~/other.git", "HEAD:refs/heads/newer"]),
    ]:
        git_operation(operation, str(adversary.repo), words)
    for path in (
        "copy/a.txt",
        "shallow/a.txt",
        "tree/a.txt",
        "x.tar",
        "work/patches",
        "work/log.txt",
        "new/.git",
    ):
        assert (adversary.home / path).exists(), path
    adversary.unharmed()
