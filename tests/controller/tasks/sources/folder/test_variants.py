"""Variants of a task folder: facts, placeholders, files, and what is malformed."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from pathlib import Path

import openpyxl
import pytest

from controller.guests.fake.guest import FakeGuest
from controller.tasks.judged_guest import JudgedGuest
from controller.tasks.judging import judge
from controller.tasks.reproducible import reproducible_zip
from controller.tasks.solutions import reference_solutions, wrong_results
from controller.tasks.task import Task, facts_of, recorded_variant, with_variant
from testbed.errors import SetupError, TaskError

MakeTask = Callable[..., Task]
Parts = dict[str, str]


def test_variants_have_facts_of_their_own_and_the_same_ones_again(
    make_task: MakeTask, variant_task: Parts
) -> None:
    task = make_task(**variant_task)
    assert task.variants and task.play.variant == 0
    assert recorded_variant(task)["facts"] == {"word": "apple", "lines": ["one", "two"]}
    words = [recorded_variant(with_variant(task, number))["facts"]["word"] for number in range(1, 50)]
    assert len(set(words)) == 49
    assert words[6] == recorded_variant(with_variant(make_task(**variant_task), 7))["facts"]["word"]
    other = with_variant(make_task("os/other", **variant_task), 7)
    assert recorded_variant(other)["facts"]["word"] != words[6]
    with pytest.raises(FrozenInstanceError):
        facts_of(task).word = "x"  # type: ignore[union-attr]


def test_a_canonical_variant_is_drawn_where_none_is_written(make_task: MakeTask, variant_task: Parts) -> None:
    variant = variant_task["variant"].replace('CANONICAL = Facts("apple")', "")
    task = make_task(**{**variant_task, "variant": variant})
    assert facts_of(task) is not None and facts_of(task) != facts_of(with_variant(task, 1))


def test_a_task_without_variants_is_its_only_one(make_task: MakeTask) -> None:
    task = make_task(toml='instruction = "Write {braces}"\napplications = ["os"]\n')
    assert task.variants is None and facts_of(task) is None and task.skip_reason == ""
    assert with_variant(task, 7) is task and task.play.variant == 0
    assert task.instruction == "Write {braces}" and recorded_variant(task) == {}


def test_instruction_setup_and_premise_follow_the_facts(make_task: MakeTask, variant_task: Parts) -> None:
    task = make_task(**variant_task)
    assert task.instruction == "Write apple into note.txt, in the folder of 'apple'."
    assert list(task.describe_setup()) == ["copy files/letter.txt to /home/user/apple.txt"]
    seven = with_variant(task, 7)
    assert seven.instruction != task.instruction and seven.hash == task.hash
    assert seven.initial_state_hash != task.initial_state_hash == with_variant(task, 0).initial_state_hash
    assert seven.definition()["setup"][0]["to"].startswith("/home/user/")


def test_the_premise_depends_on_the_made_files(make_task: MakeTask, variant_task: Parts) -> None:
    before = make_task(**variant_task).initial_state_hash
    changed = variant_task["variant"].replace("Dear", "Hello")
    assert make_task(**{**variant_task, "variant": changed}).initial_state_hash != before


def test_placeholders_have_formats_and_what_is_derived_and_windows_match_themselves(
    make_task: MakeTask, variant_task: Parts
) -> None:
    toml = variant_task["toml"].replace("in the folder of {word!r}", "{shout:>8} {lines[1]} {{x}}") + (
        "[[setup]]\nopen = \"files\"\nwindow = '^{mark}\\d{{2}}$'\n"
    )
    variant = variant_task["variant"].replace("lines: tuple", 'mark: str = "a+b"\n    lines: tuple')
    task = make_task(**{**variant_task, "toml": toml, "variant": variant})
    assert task.instruction == "Write apple into note.txt,    APPLE two {x}."
    assert task.definition()["setup"][1]["window"] == r"^a\+b\d{2}$"


def test_placeholders_of_events(
    make_task: MakeTask, variant_task: Parts, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    event = '[[event]]\nafter_steps = 1\ncopy = "files/letter.txt"\nto = "/home/user/late-{word}.txt"\n'
    task = make_task(**{**variant_task, "toml": variant_task["toml"] + event})
    (happens,) = task.sections["events"]
    assert happens.text == "after 1 step: copy files/letter.txt to /home/user/late-apple.txt"
    happens.happen(fake_guest, cancel)
    assert fake_guest.read_file("/home/user/late-apple.txt") == b"Dear apple"
    assert task.initial_state_hash != make_task(**variant_task).initial_state_hash


def test_the_guest_gets_the_made_files_and_the_checker_the_facts(
    make_task: MakeTask, variant_task: Parts, fake_guest: FakeGuest, cancel: object
) -> None:
    task = with_variant(make_task(**variant_task), 3)
    word = recorded_variant(task)["facts"]["word"]
    task.set_up(fake_guest, cancel)  # type: ignore[arg-type]
    assert fake_guest.read_file(f"/home/user/{word}.txt").decode() == f"Dear {word}"
    fake_guest.write_file("/home/user/note.txt", word.encode())
    view = JudgedGuest(fake_guest, None)
    assert judge(task, view, cancel).value == 1.0  # type: ignore[arg-type]
    fake_guest.write_file("/home/user/apple.txt", b"Dear apple")
    assert judge(with_variant(task, 0), view, cancel).value < 1.0  # type: ignore[arg-type]


def test_files_begin_with_those_of_the_folder(
    make_task: MakeTask,
    variant_task: Parts,
    task_folder: Callable[..., Path],
    fake_guest: FakeGuest,
    cancel: object,
) -> None:
    folder = task_folder(**variant_task) / "files"
    folder.mkdir()
    (folder / "logo.sh").write_bytes(b"logo")
    (folder / "logo.sh").chmod(0o755)
    (folder / "letter.txt").write_text("a template")
    toml = variant_task["toml"].replace('"files/letter.txt"', '"files"').replace("/{word}.txt", "/all")
    make_task(**{**variant_task, "toml": toml}).set_up(fake_guest, cancel)  # type: ignore[arg-type]
    assert fake_guest.read_file("/home/user/all/logo.sh") == b"logo"
    assert fake_guest.read_file("/home/user/all/letter.txt") == b"Dear apple"
    assert (folder / "letter.txt").read_text() == "a template"


def test_solutions_take_the_facts(make_task: MakeTask, variant_task: Parts, fake_guest: FakeGuest) -> None:
    task = make_task(**variant_task)
    [call] = list(reference_solutions(task.folder, facts_of(task))["mcp"]())
    assert call.arguments["content"] == "apple"  # type: ignore[union-attr]
    [call] = list(wrong_results(task.folder, facts_of(task))["twice"](fake_guest))
    assert call.arguments["content"] == "appleapple"  # type: ignore[union-attr]


MALFORMED: list[tuple[str, str, str, str, str]] = [
    ("variant", "def facts", "def fact", "variant.py: has no function facts", "def facts(rng: Random)"),
    (
        "variant",
        "def facts(rng: Random)",
        "def facts()",
        "variant.py: facts: too many",
        "def facts(rng: Random)",
    ),
    (
        "variant",
        "def files(facts: Facts, folder: Path)",
        "def files(facts)",
        "variant.py: files: too",
        "def files(",
    ),
    (
        "variant",
        "frozen=True",
        "frozen=False",
        "facts: it is a Facts, not a frozen dataclass",
        "@dataclass(frozen",
    ),
    (
        "variant",
        "return Facts(",
        "return dict(word=",
        "facts: it is a dict, not a frozen dataclass",
        "@dataclass",
    ),
    ("variant", "return Facts(", "return [", "variant.py:", "script"),
    ("variant", "for _ in range(8))", "for _ in range(8)), ['one']", "facts: lines has a list", "use tuples"),
    ("variant", "rng.choice", "rng.chose", "variant.py:18: facts: AttributeError", "every variant"),
    (
        "variant",
        "rng.choice",
        "__import__('random').choice",
        "facts: two draws of variant 3 differ",
        "rng alone",
    ),
    (
        "variant",
        "write_text(letter(facts))",
        "write_bytes(__import__('os').urandom(8))",
        "variant.py: files: two makings of files/letter.txt differ",
        "facts alone",
    ),
    (
        "variant",
        'folder / "letter.txt"',
        'folder / "later.txt"',
        "task.toml:6: setup[0].copy: variant 3 has no",
        "later",
    ),
    (
        "toml",
        "{word} into",
        "{wort} into",
        "task.toml:1: instruction: there is no fact 'wort'",
        "word, lines, shout",
    ),
    (
        "toml",
        "{word} into",
        "{word into",
        "task.toml:1: instruction: a placeholder cannot be filled",
        "{{ and }}",
    ),
    ("toml", "{word} into", "{} into", "task.toml:1: instruction: there is no fact", "word"),
    ("toml", "/{word}.txt", "/{word.txt", "task.toml:", "{{ and }}"),
    (
        "check",
        "guest: GuestView, facts: Facts",
        "guest",
        "check.py: check: too many",
        "facts: Facts) -> Score",
    ),
    (
        "check",
        "@judged_with_facts",
        "from checkers.evidence import judged\n@judged",
        "check.py: check: too many",
        "`judged_with_facts` instead of `judged`",
    ),
]


@pytest.mark.parametrize(("part", "old", "new", "message", "hint"), MALFORMED)
def test_a_malformed_variant_is_one_line_with_file_field_and_remedy(
    part: str, old: str, new: str, message: str, hint: str, make_task: MakeTask, variant_task: Parts
) -> None:
    assert old in variant_task[part]
    task = with_variant(make_task(**{**variant_task, part: variant_task[part].replace(old, new)}), 3)
    assert message in task.skip_reason and hint in task.skip_reason
    assert "\n" not in task.skip_reason


def test_a_solution_that_takes_no_facts_is_malformed(make_task: MakeTask, variant_task: Parts) -> None:
    solve = variant_task["solve"].replace("mcp(facts: Facts)", "mcp()")
    task = make_task(**{**variant_task, "solve": solve})
    with pytest.raises(TaskError, match=r"solve.py: mcp: too many.*") as raised:
        reference_solutions(task.folder, facts_of(task))
    assert raised.value.hint == "write `def mcp(facts: Facts) -> Solution`"


def test_a_malformed_variant_fails_the_setup_not_the_run(
    make_task: MakeTask, variant_task: Parts, fake_guest: FakeGuest, cancel: object
) -> None:
    toml = variant_task["toml"].replace("{word} into", "{wort} into")
    with pytest.raises(SetupError, match="no fact 'wort'"):
        make_task(**{**variant_task, "toml": toml}).set_up(fake_guest, cancel)  # type: ignore[arg-type]


WORKBOOK = """
import io
import threading
import openpyxl
from testbed.tasks import reproducible_zip

def files(facts, folder):
    book, out = openpyxl.Workbook(), io.BytesIO()
    book.active["A1"] = facts.word
    book.save(out)
    (folder / "letter.txt").write_bytes(SAVED)
"""


@pytest.mark.parametrize(
    ("body", "same"),
    [
        (WORKBOOK.replace("SAVED", "reproducible_zip(out.getvalue())"), True),
        (WORKBOOK.replace("SAVED", "out.getvalue()"), False),
        (
            "import datetime\ndef files(f, d):\n    (d / 'letter.txt').write_text(str(datetime.date.today()))\n",
            False,
        ),
        (
            "import time\ndef files(f, d):\n    (d / 'letter.txt').write_text(time.strftime('%j'))\n",
            False,
        ),
        (
            "def files(f, d):\n    (d / 'letter.txt').write_text(''.join(set('abcdefghijklmnopqrstuvwxyz')))\n",
            False,
        ),
    ],
)
def test_files_must_be_the_same_in_another_process_at_another_time(
    body: str, same: bool, make_task: MakeTask, variant_task: Parts
) -> None:
    task = with_variant(make_task(**{**variant_task, "variant": variant_task["variant"] + body}), 1)
    assert task.variants is not None
    if same:
        assert task.skip_reason == ""
        task.variants.check_repeatable()
    else:  # makings a moment apart may differ already
        with pytest.raises(TaskError, match=r"two makings of files/letter.txt differ"):
            task.variants.check_repeatable()


def test_a_reproducible_zip_opens_and_has_no_dates_of_its_own(tmp_path: Path) -> None:
    book, out = openpyxl.Workbook(), io.BytesIO()
    assert book.active is not None
    book.active["A1"] = "Rita"
    book.save(out)
    data = reproducible_zip(out.getvalue())
    opened = openpyxl.load_workbook(io.BytesIO(data))
    assert opened.active is not None and opened.active["A1"].value == "Rita"
    assert opened.properties.modified.isoformat() == "2026-01-01T00:00:00"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {member.date_time for member in archive.infolist()} == {(2026, 1, 1, 0, 0, 0)}
    assert reproducible_zip(data) == data
    with pytest.raises(zipfile.BadZipFile):
        reproducible_zip(b"no zip")


def test_nothing_is_written_beside_the_task(make_task: MakeTask, variant_task: Parts) -> None:
    task = make_task(**variant_task)
    assert with_variant(task, 5).skip_reason == "" and task.variants is not None
    task.variants.check_repeatable()
    assert task.folder is not None
    assert sorted(path.name for path in task.folder.iterdir()) == [
        "check.py",
        "solve.py",
        "task.toml",
        "variant.py",
    ]
