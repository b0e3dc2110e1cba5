from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import (
    VSCODE_CHOSEN_ROW,
    Guest,
    Solution,
    act_until,
    choose_vscode_command,
    is_blue,
    text_in,
)

REPOSITORY = "/home/user/projects/greenhouse"
NEW = "work/drip-timer"
THIRD_BRANCH = (410, 230, 520, 262)
"""In the list at the top of VS Code's window; that of commands is shorter."""
LAST_IN_TREE = (159, 256, 222, 272)
"""valves.py, as long as there are the two files that come before it."""


def mcp() -> Solution:
    yield ToolCall(name="filesystem_read_text_file", arguments={"path": f"{REPOSITORY}/CONTRIBUTING.md"})
    yield ToolCall(name="git_branch", arguments={"repo_path": REPOSITORY, "branch_type": "local"})
    yield from branch(NEW, "stable")


def gui() -> Solution:
    """By VS Code's command; the files that stable does not have leave the Explorer."""
    yield from choose_vscode_command("Git: Create Branch From", text_in(*THIRD_BRANCH))
    yield from act_until(TypeText(text="stable"), lambda seen: not text_in(*THIRD_BRANCH)(seen))
    yield from act_until(Key(keys=("Return",)), lambda seen: not is_blue(*VSCODE_CHOSEN_ROW)(seen))
    yield TypeText(text=NEW)
    yield from act_until(Key(keys=("Return",)), lambda seen: not text_in(*LAST_IN_TREE)(seen))


def also_through_another_branch(guest: Guest) -> Solution:
    git(guest, "checkout", "--quiet", "stable")
    git(guest, "switch", "--quiet", "--create", NEW)
    yield from ()


def wrong_from_the_current_branch(_guest: Guest) -> Solution:
    yield from branch(NEW, "work/led-display")


def wrong_from_the_old_branch(_guest: Guest) -> Solution:
    yield from branch(NEW, "stable-2024")


def wrong_name(_guest: Guest) -> Solution:
    yield from branch("drip-timer", "stable")


def wrong_not_checked_out(_guest: Guest) -> Solution:
    yield create(NEW, "stable")


def wrong_other_branch_renamed(guest: Guest) -> Solution:
    git(guest, "branch", "--move", "work/led-display", NEW)
    git(guest, "reset", "--quiet", "--hard", "stable")
    yield from ()


def branch(name: str, base: str) -> Solution:
    yield create(name, base)
    yield ToolCall(name="git_checkout", arguments={"repo_path": REPOSITORY, "branch_name": name})


def create(name: str, base: str) -> ToolCall:
    arguments = {"repo_path": REPOSITORY, "branch_name": name, "base_branch": base}
    return ToolCall(name="git_create_branch", arguments=arguments)


def git(guest: Guest, *words: str) -> None:
    guest.run(["git", "-C", REPOSITORY, *words], as_user=True)
