"""Answers in words: the right one is recognised by the task's checker, what denies it is not.

The checkers judge the state that the task's set-up copies, where most other claims do not hold; the claims about the
answer are those that the right answer alone makes hold.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from checkers import GuestView, Score, Termination, claim
from checkers.base import CommandOutput
from checkers.differences.changed_files import FileChange
from controller.proofs.attacks.scene import candidate_words, reads_values
from controller.tasks.scripts import functions
from controller.tasks.selection import load_tasks
from controller.tasks.sources.folder.fixtures import fixture_files
from controller.tasks.sources.folder.task import FolderTask
from controller.tasks.sources.folder.task_file import Copy
from controller.tasks.task import facts_of, has_fuzzy_form, with_variant

ROOT = Path(__file__).resolve().parents[2] / "tasks"
ANSWERS: Mapping[str, str | Callable[[Any], str]] = {
    "chrome/cheapest_ink": "The Inkwell, 90.60 EUR",
    "chrome/dish_for_all": lambda facts: facts.dish.name,
    "chrome/evening_surgery": lambda facts: facts.right.telephone,
    "chrome/last_ferry": lambda facts: f"{facts.last // 60}:{facts.last % 60:02}",
    "chrome/lost_umbrella": lambda facts: str(facts.mine.number),
    "chrome/wait_for_count": lambda facts: f"{facts.elected.name}, {facts.elected.total}",
    "finance/dearest_share_today": "ABC; 41.20",
    "finance/dividends_of_two": "212.25",
    "finance/dollars_today": "523.40",
    "finance/jobs_for_corvin": "122",
    "finance/next_dividend": "2026-12-11; 42.50",
    "finance/rent_in_francs": "1170.38",
    "finance/solar_share_today": "41.20",
    "finance/tech_share_of_the_week": "ABC; 4.20",
    "finance/total_return": "-17.95; less",
    "gimp/door_colour": lambda facts: f"{facts.house.door:06x}",
    "gimp/reserved_seats": "7",
    "leisure/bird_at_the_box": "4; 56; 156",
    "leisure/busiest_science_writer": "Piet Sandoval; 38",
    "leisure/gallery_phone": "081 580 1425",
    "leisure/gallery_today": "17:00",
    "leisure/libraries_in_summer": "82",
    "leisure/salt_and_meadow": "82",
    "leisure/scholars_mate": "43; Qxf7",
    "leisure/sunday_errands": "5.11",
    "leisure/winter_outing": "2027-02-14; 17:02",
    "libreoffice_calc/hours_by_group": lambda facts: facts.most,
    "libreoffice_calc/trip_in_euros": lambda facts: str(facts.total),
    "libreoffice_impress/talk_minutes": lambda facts: str(facts.total),
    "lifestyle/cabin_heating": "1030; 1172",
    "lifestyle/lowest_low_today": "Corvin; -3.5",
    "lifestyle/move_by_the_almanac": "2027-03-18",
    "lifestyle/rain_this_month": "12.5; 3",
    "lifestyle/seed_library": "Green Zebra; 0",
    "lifestyle/suitcase_in_kilograms": "17.01",
    "lifestyle/tomatoes_out": "2027-05-11; 8",
    "multi_apps/caterers": "Ofenfrisch",
    "multi_apps/meter_photos": lambda facts: str(facts.missing.number),
    "multi_apps/overcharged_item": lambda facts: f"{facts.wrong.item}, {facts.too_much}",
    "office/key_register": "16",
    "office/rate_component": "5.18.0; 4.4.0",
    "office/segmented_roles": "6.1.2; 2025-12-24",
    "os/find_serial_number": lambda facts: facts.wanted.serial,
    "personal/fish_again": "19:21",
    "personal/home_for_the_party": "T360, 161 euros",
    "personal/owed_for_vesna": "81 euros",
    "science/calm_day_for_the_drone": "2027-03-13; 8.5",
    "science/clearest_plate": "28.5",
    "science/daylight_tomorrow": "8; 12",
    "science/language_census": "Fortran; R",
    "science/parser_settings": "100; 300",
    "science/pillars_of_the_opening": "丁未 乙巳 癸巳 丁巳; 羊",
    "science/same_stone": "3",
    "science/scale_display": "38.174",
    "science/seal_inscription": "1924-12-18; 11-22; 井木犴吉",
    "science/wettest_summer": "Hollin",
    "shopping/cost_per_year": "251.35",
    "shopping/goggles_review": "1",
    "shopping/lamp_after_all": "2026-09-15",
    "shopping/no_bad_review": "40.40",
    "shopping/packs_in_ounces": "81.1",
    "thunderbird/changed_room": lambda facts: f"{facts.room}, {facts.hour}",
    "thunderbird/false_landlord": lambda facts: f"{facts.account:08}",
    "thunderbird/picnic_gaps": lambda facts: ", ".join(facts.gaps),
    "travel/bags_on_t213": "1; 19:07",
    "travel/call_to_tokyo": "05:30; 10:30",
    "travel/day_in_greyharbour": "210",
    "travel/dry_saturday": "2027-03-13",
    "travel/flexible_flight": "2027-05-06; F41",
    "travel/height_of_the_light": "47; 39",
    "travel/hotel_with_wifi": "The Copper Ladle; 0.88",
    "travel/train_tomorrow": "T33; 41.20",
    "travel/what_flying_costs_more": "60.13",
    "travel/where_she_was_born": "Brackwater; 131700",
    "vlc/call_during_piece": lambda facts: str(facts.number),
    "vlc/found_snapshots": lambda facts: f"{facts.folder}, {facts.prefix}",
    "vlc/previous_speech": "1:13",
    "vlc/time_left": lambda facts: f"{facts.left // 60}:{facts.left % 60:02}",
    "vs_code/differing_setting": lambda facts: f"{facts.different.name} = {facts.different.value}",
    "vs_code/undo_one_file": lambda facts: facts.family.file,
    "vs_code/who_changed_buffer": lambda facts: f"{facts.who}, {facts.before} mM",
}
"""The right answer of each task, of variant 0; one made up if the guest computes it."""
IN_WORDS = {
    "finance/total_return": [
        "With dividends, Eastvale Foods lost 17.95% in 2025, which is less than Corvin Optics brought.",
        "-17.95 %. That's less than Corvin Optics.",
    ],
    "leisure/busiest_science_writer": [
        "Piet Sandoval writes most about science; the study in his latest article took 38 months.",
        "**Piet Sandoval**, and the study ran for 38 months.",
    ],
    "leisure/libraries_in_summer": [
        "The councils approved four new libraries in July and August 2026; together they cost 82 million euros.",
        "They add up to 82 million euros.",
    ],
    "leisure/salt_and_meadow": [
        "You will be on your feet for about 1 hour 22 minutes.",
        "All in all you walk 82 minutes.",
    ],
    "leisure/sunday_errands": [
        "Both places are on your list. In all you will walk 5.11 km.",
        "5.11 kilometres",
    ],
    "lifestyle/cabin_heating": [
        "The winter would cost 1,030 euros, and the gas of last winter is 1,172 kWh.",
        "About €1030 for the heater; the 40 therms are 1172 kWh.",
    ],
    "office/rate_component": [
        "By keyboard since 5.18.0; the character may be a function since 4.4.0.",
        "HalfStars.tsx is saved. Keyboard: 5.18.0, function as character: 4.4.0.",
    ],
    "science/clearest_plate": [
        "The deviation was 28.5.",
        "I added plate 2, whose standard deviation is 28.5.",
    ],
    "science/language_census": ["Fortran and R", "There is none for R and Fortran."],
    "science/parser_settings": [
        "The cache had 100 MB and kept things for 300 seconds.",
        "It was 100 megabytes, with a lifetime of 5 minutes.",
    ],
    "science/same_stone": ["It is in photo 3.", "The third one, beach3.png; its edges are saved."],
    "science/wettest_summer": ["Hollin", "It was wettest in Hollin."],
    "shopping/packs_in_ounces": ["The lightest one that is in stock weighs 81.1 ounces.", "81.1 oz"],
    "travel/dry_saturday": [
        "Saturday, 13 March 2027",
        "You could go on 13 March 2027; the museum is on your list.",
    ],
    "travel/what_flying_costs_more": ["Flying would cost you 60.13 pounds more.", "£60.13 on top, at best"],
    "travel/where_she_was_born": [
        "You are going to Brackwater, where 131,700 people live.",
        "Brackwater. It has 131 700 inhabitants.",
    ],
}
"""What a person might answer to the fuzzy form of an instruction."""
_PRINTED = re.compile(r"(?:That is (?:at|on)|It is this:|It is) (.*?)\.?$")


def sections_with_chain() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The sections [persona] of tasks that Persona-Gen has made, by the tasks' ids."""
    for file in sorted(ROOT.glob("personal/*/task.toml")):
        section = tomllib.loads(file.read_text())["persona"]
        if "chain" in section:
            yield f"personal/{file.parent.name}", section


def answers_of_chains() -> Iterator[tuple[str, str]]:
    """What the standard solutions of these tasks answer, as far as they do: the values alone."""
    for name, section in sections_with_chain():
        for checkpoint in section["checkpoint"]:
            found = _PRINTED.match(checkpoint.get("arguments", {}).get("answer", ""))
            if found:
                yield name, found[1]


ANSWERS = {**ANSWERS, **dict(answers_of_chains())}
NEEDS_MORE = {
    "finance/holiday_split": "the table is made by the agent",
    "finance/receipts_in_photos": "the table is made by the agent",
    "leisure/press_cuttings": "the cuttings are written by the agent",
    "leisure/round_birthdays": "the table is made by the agent",
    "lifestyle/gutter_quotes": "the table is made by the agent",
    "lifestyle/loan_rate": "the workbook is made by the agent",
    "personal/before_the_visit": "the values are told in messages",
    "personal/birthday_off": "the values are told in messages",
    "personal/cheaper_kettle": "the values are told in messages",
    "personal/clock_read_aloud": "the values are told in messages",
    "personal/in_time_for_emeric": "the values are told in messages",
    "personal/insurance_runs_out": "the values are told in messages",
    "personal/olive_is_away": "the values are told in messages",
    "personal/physio_cancelled": "the values are told in messages",
    "personal/recipe_never_shown": "the values are told in messages",
    "personal/roland_pays_in_cash": "the values are told in messages",
    "personal/things_out_of_the_house": "the values are told in messages",
    "personal/when_was_it_taken": "the values are told in messages",
    "personal/widest_spacing": "the values are told in messages",
    "science/colony_count": "the marked picture is made by the agent",
    "science/gain_in_scripts": "the number is counted in the guest",
    "science/swing_path": "the table is made by the agent",
    "shopping/stall_takings": "the table is made by the agent",
    "shopping/two_gifts": "the total is that of the order",
    "travel/cash_for_the_trip": "the table is made by the agent",
    "travel/flight_or_train": "the reference is that of the booking",
}
"""Tasks whose claims about the answer need what the agent makes."""
NEEDS_MORE |= {
    name: "the values are told in messages" for name, _ in sections_with_chain() if name not in ANSWERS
}
DENIALS = (
    "It is not {}.",
    "It isn't {}",
    "It isn\u2019t {}, I think.",
    "Not {}",
    "The answer is certainly not {}",
    "Neither that nor {}",
    "It can't be {}",
    "Anything but {}",
    "Any other than {}",
    "It was never {}",
)
SENTENCES = ("{}", "{}.", "The answer: {}", "I have looked it up: {}.", "Done, not without trouble. {}")


_NO_PROGRAM: Mapping[str, Callable[..., object]] = {
    "rest": lambda _guest: None,
    "today": lambda _guest: date(2026, 11, 28),
    "rows": lambda *_query: [],
    "messages_are": lambda *_expected: claim("the folder has its messages", False),
}
"""What checkers import that asks the mail program or a server, which are not there: an answer without content."""


class _Output:
    exit_code = 1
    stdout = b""
    text = ""


class _BeginningView:
    """The files that a task's set-up copies, and programs that all fail."""

    def __init__(self, task: FolderTask, answer: str) -> None:
        self.termination: Termination | None = Termination("success", answer)
        self._files = {
            str(Path(step.to) / path): file.data
            for step in task.filled.task_file.setup
            if isinstance(step, Copy)
            for path, file in fixture_files(task.folder, step.copy_, task.filled.made).items()
        }

    def run(self, argv: Sequence[str], **_how: object) -> CommandOutput:
        return self.look(argv)

    def look(self, argv: Sequence[str], **_how: object) -> CommandOutput:
        del argv
        return _Output()

    def read_file(self, path: str, *, limit: int = 0) -> bytes:
        del limit
        if path not in self._files:
            raise FileNotFoundError(path)
        return self._files[path]

    def changed_files(self) -> list[FileChange]:
        return []


def loaded(name: str) -> FolderTask:
    (task,) = load_tasks([name], ROOT)
    found = with_variant(task, 0)
    assert isinstance(found, FolderTask)
    return found


def claims_met(task: FolderTask, answer: str, truth: str) -> set[str]:
    check = functions(Path(task.judging.checker_path))["check"]
    names = getattr(check, "__wrapped__", check).__globals__
    stand_ins = {**_NO_PROGRAM, "truth": lambda _guest: truth}
    names |= {name: stand_in for name, stand_in in stand_ins.items() if name in names}
    view: GuestView = _BeginningView(task, answer)
    score: Score = check(view, facts_of(task)) if task.variants else check(view)
    return {claim.text for claim in score.claims if claim.holds}


def reads_answer(name: str) -> bool:
    source = (ROOT / name / "check.py").read_text()
    return bool(re.search(r"checkers\.(?:answers|values)|termination\.answer", source))


def test_each_task_that_reads_the_answer_is_here() -> None:
    names = {f"{path.parts[-3]}/{path.parts[-2]}" for path in ROOT.glob("*/*/check.py")}
    made = {name for name, _ in sections_with_chain()}
    assert {name for name in names if reads_answer(name)} - made == (
        ANSWERS.keys() | NEEDS_MORE.keys()
    ) - made


@pytest.mark.parametrize("name", ANSWERS)
def test_a_right_answer_counts_and_one_that_denies_it_or_names_all_does_not(name: str) -> None:
    task, right = loaded(name), ANSWERS[name]
    answer = right if isinstance(right, str) else right(facts_of(task))
    met = claims_met(task, answer, answer)
    assert met - claims_met(task, "", answer), "the right answer"
    is_sentence = reads_values(task) or ";" not in answer  # else a form with semicolons is prescribed
    for sentence in SENTENCES if is_sentence else ():
        assert claims_met(task, sentence.format(answer), answer) >= met, sentence
    for wrong in (*denials_of(answer), all_options(task, answer)):
        assert not claims_met(task, wrong, answer) >= met, wrong


@pytest.mark.parametrize("name", IN_WORDS)
def test_an_answer_in_the_words_of_a_person_counts(name: str) -> None:
    task, right = loaded(name), ANSWERS[name]
    assert has_fuzzy_form(task) and isinstance(right, str)
    met = claims_met(task, right, right)
    for words in IN_WORDS[name]:
        assert claims_met(task, words, right) >= met, words


def denials_of(answer: str) -> Iterator[str]:
    yield from (denial.format(answer) for denial in DENIALS)
    head, separator, last = answer.rpartition("; " if ";" in answer else ", ")
    if separator:
        yield f"{head}{separator}not {last}"


def all_options(task: FolderTask, answer: str) -> str:
    """The right answer among the names and numbers of the checker and the facts, others like it, a time, a colour."""
    answer = answer.replace(";", ",")
    like_it = re.sub(r"\d(?=\D*$)", lambda digit: str((int(digit[0]) + 1) % 10), answer)
    others = [] if like_it == answer else [like_it]
    return ", ".join([*others, *candidate_words(task), answer, "7777", "23:59", "1b2c3d"])
