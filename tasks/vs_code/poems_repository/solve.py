from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution, run_in_vscode_terminal

POEMS = "/home/user/Documents/poems"
MESSAGE = "Poems so far"
KEPT = [".gitignore", "README.md", "printer.cfg", "spring"]


def mcp() -> Solution:
    yield ToolCall(name="git_init", arguments={"repo_path": POEMS})
    yield ignore_drafts()
    yield ToolCall(name="git_add", arguments={"repo_path": POEMS, "files": KEPT})
    yield commit()


def gui() -> Solution:
    """In VS Code's terminal, which begins in the folder."""
    yield from run_in_vscode_terminal("git init --quiet")
    yield from run_in_vscode_terminal("echo drafts/ > .gitignore")
    yield from run_in_vscode_terminal("git add --all")
    yield from run_in_vscode_terminal(f"git commit --quiet -m '{MESSAGE}'")


def also_without_a_line_end(guest: Guest) -> Solution:
    guest.write_file(f"{POEMS}/.gitignore", b"drafts/")
    git(guest, "init", "--quiet", "--initial-branch=trunk")
    git(guest, "add", "--all")
    git(guest, "commit", "--quiet", "-m", MESSAGE)
    yield from ()


def wrong_drafts_too(_guest: Guest) -> Solution:
    yield ToolCall(name="git_init", arguments={"repo_path": POEMS})
    yield ToolCall(
        name="git_add",
        arguments={"repo_path": POEMS, "files": ["README.md", "printer.cfg", "spring", "drafts"]},
    )
    yield commit()


def wrong_drafts_only_left_out(_guest: Guest) -> Solution:
    yield ToolCall(name="git_init", arguments={"repo_path": POEMS})
    yield ToolCall(name="git_add", arguments={"repo_path": POEMS, "files": KEPT[1:]})
    yield commit()


def wrong_rule_not_committed(_guest: Guest) -> Solution:
    yield ToolCall(name="git_init", arguments={"repo_path": POEMS})
    yield ignore_drafts()
    yield ToolCall(name="git_add", arguments={"repo_path": POEMS, "files": KEPT[1:]})
    yield commit()


def wrong_nothing_committed(_guest: Guest) -> Solution:
    yield ToolCall(name="git_init", arguments={"repo_path": POEMS})
    yield ignore_drafts()
    yield ToolCall(name="git_add", arguments={"repo_path": POEMS, "files": KEPT})


def wrong_repository_of_all_documents(guest: Guest) -> Solution:
    guest.write_file(f"{POEMS}/.gitignore", b"drafts/\n")
    git(guest, "init", "--quiet", "..")
    git(guest, "add", "--all")
    git(guest, "commit", "--quiet", "-m", MESSAGE)
    yield from ()


def ignore_drafts() -> ToolCall:
    arguments = {"path": f"{POEMS}/.gitignore", "content": "drafts/\n"}
    return ToolCall(name="filesystem_write_file", arguments=arguments)


def commit() -> ToolCall:
    return ToolCall(name="git_commit", arguments={"repo_path": POEMS, "message": MESSAGE})


def git(guest: Guest, *words: str) -> None:
    guest.run(["git", "-C", POEMS, *words], as_user=True)
