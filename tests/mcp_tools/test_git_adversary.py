"""git_operation against one who wants it to start a program, or to write outside the home folder."""

from __future__ import annotations

import pytest

from mcp_tools.os_git import git_operation
from mcp_tools.registry import ToolError
from tests.mcp_tools.git_adversary import Adversary

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
