"""Additive mutants of a state: files, mail in several folders, repositories, settings of applications."""

from __future__ import annotations

import json
import mailbox
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from checkers.differences.compare import compare
from checkers.differences.databases.personal_state import read_personal_state_tree
from checkers.differences.home_files import PERSONAL_DATA, SERVER_DATA
from checkers.mail import ACCOUNT
from controller.proofs.mutants.additive.edits import MOST
from controller.proofs.mutants.additive.state_mutant import Files, StateMutant
from controller.proofs.mutants.additive.states import state_mutants
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree
from tests.mcp_tools.personal.small_state import small_state

pytestmark = pytest.mark.sampled

DOCUMENT = "/home/user/Documents/Plan 1.txt"
PICTURE = "/home/user/Pictures/map.png"
SETTINGS = "/home/user/.local/share/code-server/User/settings.json"


def stored(*names: str) -> bytes:
    return "".join(
        f"From - Mon Mar 09 10:05:00 2026\nX-Mozilla-Status: 0001\nSubject: {name}\nMessage-ID: <{name}>\n\nHi.\n\n"
        for name in names
    ).encode()


FILES = {
    DOCUMENT: b"plan\n",
    PICTURE: b"\x89PNG",
    SETTINGS: b'{"size": 3}',
    "/home/user/.cache/x.json": b"{}",
    "/home/user/Documents/.~lock.Plan 1.txt#": b"Robin",
    f"{ACCOUNT}/Inbox": stored("a", "b"),
    f"{ACCOUNT}/Trash": stored("c"),
    f"{ACCOUNT}/Club": stored(),
    f"{ACCOUNT}/Inbox.msf": b"<!-- <mdb:mork:z v=1.4/> -->",
}


def of_kind(files: Files, kind: str) -> list[StateMutant]:
    mutants = [mutant for mutant in state_mutants(files) if mutant.kind == kind]
    assert mutants, f"no mutant of the kind {kind}"
    return mutants


def after(files: Files, mutant: StateMutant) -> dict[str, bytes]:
    """The files of a mutant: the kept, the added and the changed ones."""
    return {path: data for path, data in {**files, **mutant.made()}.items() if data is not None}


def subjects(data: bytes, tmp_path: Path) -> list[str]:
    path = tmp_path / "folder"
    path.write_bytes(data)
    folder = mailbox.mbox(path)
    try:
        return [str(message["Subject"]) for message in folder]
    finally:
        folder.close()


def test_every_mutant_is_another_state_and_few_are_of_a_kind() -> None:
    mutants = list(state_mutants(FILES))
    assert max(Counter(mutant.kind for mutant in mutants).values()) <= MOST
    assert all(after(FILES, mutant) != FILES for mutant in mutants)
    assert [(each.kind, each.place) for each in mutants] == [
        (each.kind, each.place) for each in state_mutants(FILES)
    ]
    assert all(mutant.place.startswith(("/home/user/", *SERVER_DATA)) for mutant in mutants)


def test_records_of_personal_applications_are_added_changed_and_removed(tmp_path: Path) -> None:
    store = Store(tmp_path / "state.db")
    import_tree(store, export_tree(small_state()))
    path = f"{PERSONAL_DATA}/state.db"
    files = {path: (tmp_path / "state.db").read_bytes()}
    before = read_personal_state_tree(files[path], path)
    for kind, what in (("record added", "added"), ("record removed", "removed"), ("record changed", "")):
        mutants = of_kind(files, kind)
        assert mutants
        for mutant in mutants:
            changes = list(compare(before, read_personal_state_tree(mutant.made()[path] or b"", path)))
            assert len(changes) == 1 and (changes[0].what == what or not what), mutant.place


@pytest.mark.parametrize(
    "kind, changed",
    [
        ("file renamed", {DOCUMENT: None, "/home/user/Documents/Plan 1 (renamed).txt": b"plan\n"}),
        ("file moved", {DOCUMENT: None, "/home/user/Downloads/Plan 1.txt": b"plan\n"}),
        ("copy left behind", {"/home/user/Documents/Plan 1 (copy).txt": b"plan\n"}),
        ("file added", {"/home/user/Documents/added.txt": b"added\n"}),
        ("file added to the desktop", {"/home/user/Desktop/added": b""}),
    ],
)
def test_files_are_renamed_moved_copied_and_added(kind: str, changed: dict[str, bytes | None]) -> None:
    assert of_kind(FILES, kind)[0].made() == changed


def test_a_file_in_the_trash_has_its_place_on_record() -> None:
    first, second = of_kind(FILES, "file moved to the trash")
    trash = "/home/user/.local/share/Trash"
    made = first.made()
    assert made[DOCUMENT] is None and made[f"{trash}/files/Plan 1.txt"] == b"plan\n"
    assert b"\nPath=/home/user/Documents/Plan%201.txt\n" in (
        made[f"{trash}/info/Plan 1.txt.trashinfo"] or b""
    )
    assert second.made()[PICTURE] is None


def test_hidden_files_and_locks_are_no_results() -> None:
    changed = {path for mutant in of_kind(FILES, "file renamed") for path in mutant.made()}
    assert {DOCUMENT, PICTURE} < changed and len(changed) == 4


@pytest.mark.parametrize(
    "kind, folders",
    [
        ("message archived", [{"Inbox": ["b"], "Archives": ["a"]}, {"Inbox": ["a"], "Archives": ["b"]}]),
        (
            "message moved to the trash",
            [{"Inbox": ["b"], "Trash": ["c", "a"]}, {"Inbox": ["a"], "Trash": ["c", "b"]}],
        ),
        ("message archived from the trash", [{"Trash": [], "Archives": ["c"]}]),
        ("message moved", [{"Trash": [], "Club": ["c"]}]),
    ],
)
def test_messages_go_from_one_folder_to_another(
    kind: str, folders: list[dict[str, list[str]]], tmp_path: Path
) -> None:
    made = [
        {
            path.removeprefix(f"{ACCOUNT}/"): subjects(data or b"", tmp_path)
            for path, data in mutant.made().items()
        }
        for mutant in of_kind(FILES, kind)
    ]
    assert made == folders


def test_settings_of_applications_are_changed() -> None:
    (mutant,) = of_kind(FILES, "settings.json: key added")
    assert json.loads(mutant.made()[SETTINGS] or b"") == {"added": True, "size": 3}
    assert not [mutant for mutant in state_mutants(FILES) if ".cache" in mutant.place]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two branches, of which one is packed."""
    folder = tmp_path / "project"

    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.test")
        subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True)

    folder.mkdir()
    git("init", "--initial-branch=main")
    git("commit", "--allow-empty", "--message", "first")
    git("branch", "old")
    git("pack-refs", "--all")
    git("commit", "--allow-empty", "--message", "second")
    return folder


def read(folder: Path) -> dict[str, bytes]:
    return {
        f"/home/user/project/{path.relative_to(folder)}": path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def git_lines(folder: Path, *arguments: str) -> list[str]:
    return subprocess.run(
        ["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True
    ).stdout.split("\n")[:-1]


@pytest.mark.parametrize(
    "kind, question, answer",
    [
        (
            "branch added",
            ("branch", "--format=%(refname:short) %(subject)"),
            ["added second", "main second", "old first"],
        ),
        ("tag added", ("tag",), ["added"]),
        ("branch moved", ("branch", "--format=%(refname:short) %(subject)"), ["main first", "old first"]),
        ("branch switched", ("symbolic-ref", "HEAD"), ["refs/heads/old"]),
        ("repository setting added", ("config", "alias.added"), ["status"]),
    ],
)
def test_a_repository_is_changed_as_git_reads_it(
    repository: Path, kind: str, question: tuple[str, ...], answer: list[str]
) -> None:
    for path, data in of_kind(read(repository), kind)[0].made().items():
        assert data is not None
        target = repository / path.removeprefix("/home/user/project/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    assert git_lines(repository, *question) == answer
    git_lines(repository, "fsck", "--strict")


def test_a_hook_is_added_to_a_repository(repository: Path) -> None:
    (mutant,) = of_kind(read(repository), "hook added")
    assert list(mutant.made()) == ["/home/user/project/.git/hooks/pre-commit"]


def test_a_repository_of_which_only_its_head_is_known_gets_no_branch() -> None:
    files = {"/home/user/project/.git/HEAD": b"ref: refs/heads/main\n"}
    kinds = {mutant.kind for mutant in state_mutants(files)}
    assert "hook added" in kinds and not kinds & {"branch added", "branch moved", "branch switched"}


def test_what_another_file_holds_is_changed_and_what_a_judged_one_holds_is_not() -> None:
    (mutant, *_) = of_kind(FILES, "another file: line added")
    assert mutant.made()[DOCUMENT] in (b"Added line.\nplan\n", b"plan\nAdded line.\n")
    kinds = {mutant.kind for mutant in state_mutants(FILES, [DOCUMENT])}
    assert not [kind for kind in kinds if kind.startswith("another file:")]


def test_settings_are_added_of_programs_that_have_none() -> None:
    assert [mutant.place for mutant in of_kind(FILES, "VLC: set")] == ["/home/user/.config/vlc/vlcrc"]
    assert "VS Code: set" not in {mutant.kind for mutant in state_mutants(FILES)}


def test_what_servers_keep_is_added_beside_what_they_have() -> None:
    first = of_kind(FILES, "booking added")[0].made()
    (path,) = first
    second = of_kind({**FILES, path: first[path] or b""}, "place saved")[0].made()
    assert [path.rpartition("/")[0].rpartition("/")[2] for path in (*first, *second)] == [
        "transit-desk",
        "city-guide",
    ]
    (memory, content), *_ = of_kind(FILES, "entity added")[0].made().items()
    assert memory.endswith("memory.jsonl") and json.loads(content or b"")["name"] == "Added"
