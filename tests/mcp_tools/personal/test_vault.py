"""A vault: paths, headings, tags, and links that stay whole when a file moves."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.personal.apps.vault import VAULT, Places, link_targets
from mcp_tools.personal.calls import execute
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import import_tree
from tests.mcp_tools.personal.random_calls import Call, check_calls, random_calls
from tests.mcp_tools.personal.small_state import JON, MARA, ROBIN, call, refusal, small_state
from tests.mcp_tools.personal.vault_records import TREE


def vault_state() -> Store:
    """The small state with the vaults."""
    store = small_state()
    import_tree(store, TREE)
    return store


def paths(rows: list[dict[str, Any]]) -> list[str]:
    """The paths of files."""
    return [row["path"] for row in rows]


def text(store: Store, path: str) -> str:
    """The text of a file of Robin's."""
    return str(call(store, VAULT, "read_file", path=path)["text"])


def leads(store: Store, path: str) -> dict[str, str]:
    """Where the links of a file of Robin's lead."""
    links = call(store, VAULT, "list_links", path=path)["links"]
    return {link["link"]: link["leads_to"] for link in links}


def test_files_are_listed_found_and_read() -> None:
    store = vault_state()
    assert paths(call(store, VAULT, "list_files")) == [
        "Index.md",
        "People/Jon.md",
        "People/Mara.md",
        "Plans/Trip.md",
    ]
    assert paths(call(store, VAULT, "list_files", folder="people/")) == ["People/Jon.md", "People/Mara.md"]
    assert refusal(store, VAULT, "list_files", folder="Peop") == (
        "there is no folder 'Peop'; there are: People, Plans"
    )
    assert paths(call(store, VAULT, "search", words="mara")) == [
        "Plans/Trip.md",
        "Index.md",
        "People/Jon.md",
        "People/Mara.md",
    ]
    assert paths(call(store, VAULT, "search", tag="#Choir", limit=1)) == ["Plans/Trip.md"]
    assert paths(call(store, VAULT, "search", tag="work", words="ida")) == ["People/Jon.md"]
    assert refusal(store, VAULT, "search", tag="2026") == (
        "there is no tag '2026'; there are: choir, work/board"
    )
    assert call(store, VAULT, "read_file", path="PEOPLE/jon.md") == {
        "path": "People/Jon.md",
        "edited": "2026-05-02T10:00",
        "text": "Works with [[Mara]] and [[Ida]]. #work/board",
    }
    assert refusal(store, VAULT, "read_file", path="People/Maro.md") == (
        "there is no file 'People/Maro.md'; did you mean People/Mara.md?"
    )


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("People/Ida", "does not end in .md"),
        ("/Ida.md", "where '' is no name"),
        ("People//Ida.md", "where '' is no name"),
        ("../Ida.md", "where '..' is no name"),
        (".md", "where '' is no name"),
        ("A/.b.md", "where '.b' is no name"),
        ("A /b.md", "where 'A ' is no name"),
        ("a.md/b.md", "where 'a.md' is no name"),
        ("a#b.md", "must have no #"),
        ("a\nb.md", "path must be one line"),
        ("people/mara.md", "there is already a file 'People/Mara.md'"),
    ],
)
def test_wrong_paths_are_refused(path: str, message: str) -> None:
    store = vault_state()
    assert message in refusal(store, VAULT, "create_file", path=path)
    if path.endswith(".md"):
        assert message.partition("path")[2] in refusal(
            store, VAULT, "move_file", path="Index.md", new_path=path
        )


def test_lines_are_added_at_the_end_or_under_a_heading() -> None:
    store = vault_state()
    mara = {"path": "People/Mara.md"}
    call(store, VAULT, "append", text="  - for the tent\n", heading="## gifts", **mara)
    call(store, VAULT, "append", text="- flute", heading="Gifts", **mara)
    call(store, VAULT, "append", text="## Songs", heading="Mara", **mara)
    call(store, VAULT, "append", text="\nLast.", **mara)
    assert text(store, "People/Mara.md") == (
        "# Mara\nSings alto. #choir\n\n## Gifts\n- lamp\n  - for the tent\n- flute\n\n"
        "## Numbers\nsee [[Index]]\n## Songs\n\nLast."
    )
    assert refusal(store, VAULT, "append", text="x", heading="Presents", **mara) == (
        "People/Mara.md has no heading 'Presents'; it has: Mara, Gifts, Numbers, Songs"
    )
    call(store, VAULT, "append", text="### Gifts", **mara)
    assert "has 2 headings 'Gifts'" in refusal(store, VAULT, "append", text="x", heading="Gifts", **mara)
    assert "it has: none" in refusal(
        store, VAULT, "append", path="Index.md", text="x", heading="no heading [[Mara]] #code"
    )
    call(store, VAULT, "create_file", path="New.md")
    call(store, VAULT, "append", path="New.md", text="one")
    assert text(store, "New.md") == "one"


def test_a_part_that_occurs_once_is_replaced() -> None:
    store = vault_state()
    call(store, VAULT, "replace_text", path="Plans/Trip.md", old=" #2026", new=" #planned")
    assert text(store, "Plans/Trip.md").endswith("#choir #planned")
    assert refusal(store, VAULT, "replace_text", path="plans/trip.md", old="#", new="") == (
        "old occurs 2 times in Plans/Trip.md; it must occur once"
    )
    long = "x" * 301
    call(store, VAULT, "replace_text", path="Plans/Trip.md", old="Ask", new=long)
    assert text(store, "Plans/Trip.md").startswith(long)


def test_links_lead_to_files_or_nowhere() -> None:
    store = vault_state()
    assert call(store, VAULT, "list_links", path="People/Jon.md") == {
        "path": "People/Jon.md",
        "links": [
            {"link": "Mara", "leads_to": "People/Mara.md"},
            {"link": "Ida", "leads_to": ""},
        ],
        "linked_from": ["Index.md"],
    }
    assert leads(store, "Index.md") == {
        "People/Mara": "People/Mara.md",
        "jon": "People/Jon.md",
        "Trip": "Plans/Trip.md",
    }
    assert call(store, VAULT, "list_links", path="Plans/Trip.md")["linked_from"] == ["Index.md"]
    gone = call(store, VAULT, "delete_file", path="People/Mara.md")
    assert gone["linked_from"] == ["Index.md", "People/Jon.md", "Plans/Trip.md"]
    assert leads(store, "Plans/Trip.md") == {"Mara": ""}


def test_of_files_with_one_name_a_link_leads_to_the_nearest() -> None:
    store = vault_state()
    call(
        store, VAULT, "create_file", path="Plans/Old/Mara.md", text="[[Mara.md]] [[old/mara]] [[Plans/Mara]]"
    )
    assert leads(store, "Plans/Old/Mara.md") == {
        "Mara.md": "Plans/Old/Mara.md",
        "old/mara": "Plans/Old/Mara.md",
        "Plans/Mara": "",
    }
    assert leads(store, "Plans/Trip.md")["Mara"] == "People/Mara.md"
    call(store, VAULT, "create_file", path="Plans/Mara.md")
    assert leads(store, "Plans/Trip.md")["Mara"] == "Plans/Mara.md"
    call(store, VAULT, "create_file", path="Mara.md")
    assert leads(store, "Plans/Trip.md")["Mara"] == "Mara.md"


def test_links_follow_a_file_that_moves() -> None:
    store = vault_state()
    moved = call(store, VAULT, "move_file", path="People/Mara.md", new_path="Friends/Mara.md")
    assert moved == {"path": "Friends/Mara.md", "links_changed_in": ["Index.md"]}
    assert text(store, "Index.md").startswith("[[Friends/Mara|M.]], [[jon#Work]] and ![[Trip]]\n")
    assert text(store, "People/Jon.md").startswith("Works with [[Mara]] and"), "the name is enough"
    call(store, VAULT, "move_file", path="Friends/Mara.md", new_path="Friends/Mara Lind.md")
    assert text(store, "Index.md").startswith("[[Friends/Mara Lind|M.]]")
    assert text(store, "Index.md").endswith("# no heading [[Mara]] #code\n```"), "code has no links"
    assert text(store, "Plans/Trip.md").startswith("Ask [[Mara Lind]]. `[[Jon]]` is")
    call(store, VAULT, "move_file", path="friends/mara lind.md", new_path="Friends/MARA LIND.md")
    assert leads(store, "Plans/Trip.md") == {"Mara Lind": "Friends/MARA LIND.md"}


def test_a_name_that_a_move_makes_ambiguous_becomes_a_path() -> None:
    store = vault_state()
    moved = call(store, VAULT, "move_file", path="People/Jon.md", new_path="Mara.md")
    assert moved["links_changed_in"] == ["Index.md", "Mara.md", "Plans/Trip.md"]
    assert text(store, "Mara.md").startswith("Works with [[People/Mara]] and [[Ida]].")
    assert text(store, "Plans/Trip.md").startswith("Ask [[People/Mara]]. `[[Jon]]`")
    assert text(store, "Index.md").startswith("[[People/Mara|M.]], [[Mara#Work]] and")


def test_nobody_sees_another_vault() -> None:
    store = vault_state()
    assert paths(call(store, VAULT, "list_files", MARA)) == ["Index.md"]
    assert call(store, VAULT, "search", JON) == []
    assert call(store, VAULT, "list_links", MARA, path="Index.md")["links"] == [
        {"link": "Jon", "leads_to": ""}
    ]
    others: dict[str, dict[str, Any]] = {
        "read_file": {},
        "append": {"text": "x"},
        "replace_text": {"old": "Mara", "new": "x"},
        "move_file": {"new_path": "x.md"},
        "delete_file": {},
        "list_links": {},
    }
    for tool, arguments in others.items():
        refused = refusal(store, VAULT, tool, MARA, path="People/Mara.md", **arguments)
        assert refused == "there is no file 'People/Mara.md'"
    call(store, VAULT, "create_file", MARA, path="People/Mara.md")
    call(store, VAULT, "delete_file", MARA, path="Index.md")
    assert text(store, "Index.md")


PATHS = st.builds(
    "{}{}.md".format,
    st.sampled_from(["", "People/", "Plans/", "a/People/"]),
    st.sampled_from(["Mara", "Jon", "mara"]),
)
LINKS = st.sampled_from(
    ["[[Mara]]", "[[People/mara|m]]", "`[[Jon]]`", "[[a/People/Jon#x]]", "[[Plans/Mara.md]]"]
)
TEXTS = st.one_of(
    st.lists(LINKS, max_size=3).map(" ".join), st.sampled_from(["# Mara", "#choir", "x", "```"])
)


@given(random_calls(VAULT, texts=TEXTS, items=PATHS, by_name={"path": PATHS, "new_path": PATHS}))
def test_any_calls_keep_the_state_sound(calls: list[Call]) -> None:
    files = check_calls(vault_state, calls).records("vault.file").values()
    paths = [(item["owner"], item["path"].casefold()) for item in files]
    assert len(set(paths)) == len(paths)


@given(st.dictionaries(PATHS, TEXTS, min_size=2), st.lists(st.tuples(st.integers(0, 9), PATHS), max_size=4))
def test_links_lead_to_the_same_files_after_any_moves(
    texts: dict[str, str], moves: list[tuple[int, str]]
) -> None:
    store = small_state()
    for path, content in texts.items():
        execute(store, VAULT, "create_file", {"path": path, "text": content}, ROBIN)
    for index, new_path in moves:
        before = links_by_id(store)
        files = list(store.records("vault.file").values())
        arguments = {"path": files[index % len(files)]["path"], "new_path": new_path}
        execute(store, VAULT, "move_file", arguments, ROBIN)
        after = links_by_id(store)
        for file, led_to in before.items():
            pairs = list(zip(led_to, after[file], strict=True))
            assert all(old in ("", new) for old, new in pairs)


def links_by_id(store: Store) -> dict[str, list[str]]:
    """By the id of each file, the ids of those to which its links lead."""
    files = store.records("vault.file")
    ids = {data["path"]: key for key, data in files.items()} | {"": ""}
    places = Places.of(data["path"] for data in files.values())
    return {
        key: [ids[places.destination(target, data["path"])] for target in link_targets(data["text"])]
        for key, data in files.items()
    }
