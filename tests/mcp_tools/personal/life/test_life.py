"""Lives: the same for the same number, large enough, linked, and taken by the applications."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter

import pytest

from mcp_tools.personal.life import Life, make_life
from mcp_tools.personal.life.__main__ import main
from mcp_tools.personal.life.content_rules import variety
from mcp_tools.personal.life.invariants import broken_invariants
from mcp_tools.personal.life.rules import RULES
from mcp_tools.personal.life.view import View, sentences
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree

APPLICATIONS = {
    "people",
    "mail",
    "calendar",
    "contacts",
    "messenger",
    "team",
    "notes",
    "vault",
    "feed",
    "forum",
}


@pytest.fixture(scope="module")
def life() -> Life:
    return make_life(0)


def digest(life: Life) -> str:
    whole = [
        life.person,
        life.people,
        life.now,
        life.tree,
        [(item.kind, str(item.day), item.records) for item in life.events],
    ]
    return hashlib.sha256(json.dumps(whole).encode()).hexdigest()


def test_a_life_is_the_same_each_time(life: Life) -> None:
    assert digest(make_life(0)) == digest(life) != digest(make_life(1))


def test_a_life_is_the_same_in_another_process(life: Life) -> None:
    script = (
        "from tests.mcp_tools.personal.life.test_life import digest, make_life; print(digest(make_life(0)))"
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == digest(life)


def test_lives_need_neither_the_servers_library_nor_the_network() -> None:
    show = "print('mcp' in sys.modules, 'pydantic' in sys.modules)"
    script = f"import sys, mcp_tools.personal.life as life; life.make_life(3); {show}"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.parametrize("number", [-1, True, "0", 1.0])
def test_what_is_no_number_of_a_life_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="a life has a whole number from 0 on"):
        make_life(number)


def test_a_life_is_about_one_person_on_a_fixed_day(life: Life) -> None:
    assert (life.number, life.person, life.now) == (0, "person-1", "2026-05-12T09:00")
    assert life.people == ("person-1", "person-2", "person-3", "person-4")
    assert set(life.tree) == APPLICATIONS


def test_the_state_takes_a_life_and_gives_it_back(life: Life) -> None:
    store = Store()
    import_tree(store, life.tree)
    assert export_tree(store) == life.tree
    assert store.next_number("mail.message") == len(View(life).records["mail.message"]) + 1


def test_sizes(life: Life) -> None:
    sizes = {name: len(records) for name, records in View(life).records.items()}
    assert sum(sizes.values()) >= 4000
    least = {
        "mail.message": 500,
        "calendar.event": 400,
        "messenger.message": 800,
        "team.post": 400,
        "notes.page": 120,
        "vault.file": 35,
        "feed.post": 60,
        "forum.answer": 50,
        "contacts.card": 90,
    }
    assert not {name: sizes[name] for name, count in least.items() if sizes[name] < count}


def test_each_application_has_records_of_events_with_others(life: Life) -> None:
    linked: Counter[str] = Counter()
    for event in life.events:
        apps = {kind.partition(".")[0] for kind, _ in event.records}
        if len(apps) > 1:
            linked.update(kind.partition(".")[0] for kind, _ in event.records)
    assert set(linked) == APPLICATIONS and sum(linked.values()) >= 2000
    assert {
        event.kind for event in life.events if len({kind.partition(".")[0] for kind, _ in event.records}) >= 4
    }


@pytest.mark.parametrize("number", range(10))
def test_a_life_keeps_the_invariants(number: int) -> None:
    assert broken_invariants(make_life(number)) == []


def test_one_text_in_all_mailboxes_is_counted_as_often_as_it_is_there(life: Life) -> None:
    grams: Counter[tuple[str, ...]] = Counter()
    for text in View(life).texts:
        words = re.findall(r"[\w'.:-]+", text.text.lower())
        grams.update(zip(words, words[1:], words[2:], words[3:], words[4:], strict=False))
    assert len(grams) / sum(grams.values()) >= 0.6


def test_there_are_forty_invariants_and_each_says_what_holds() -> None:
    assert len(RULES) >= 40
    assert all(check.__doc__ for check in RULES.values())


def test_texts_are_varied(life: Life) -> None:
    assert variety(View(life)) >= 0.7
    texts = [text.text for text in View(life).texts]
    counts = Counter(sentence for text in texts for sentence in sentences(text))
    assert max(counts.values()) <= 30


def test_the_command_writes_and_checks_lives(capsys: pytest.CaptureFixture[str], life: Life) -> None:
    assert main(["0"]) == 0
    written = json.loads(capsys.readouterr().out)
    assert (written["person"], written["people"], written["now"]) == (life.person, [*life.people], life.now)
    assert written["tree"] == life.tree
    assert main(["check", "4", "1"]) == 0
    assert capsys.readouterr().out.startswith("1 lives, 0 broken")
    assert main(["check"]) == 2 and "python -m" in capsys.readouterr().err
