"""Chains: their facts in order, the instruction, what makes two alike, and the folder of the task."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

from plugins.persona.generation.chains import Chain, said
from plugins.persona.generation.parts import Call
from plugins.persona.generation.writing import write_task
from plugins.persona.section import PersonaSection
from tests.plugins.persona.generation.small_chain import CHAIN, KEPT, NORA, OFFER, TOLD


def test_the_instruction_describes_a_fact_once() -> None:
    assert said((KEPT, TOLD)) == (
        "Keep what the painter wants for the window frames in the new file Frames.md of my vault, "
        "and tell Nora in the messenger that sum."
    )


def test_two_operations_are_one_sentence_if_they_are_about_one_fact_and_short() -> None:
    other = replace(OFFER, wanted="what the roofer wants", it="that other sum")
    apart = replace(KEPT, takes={"fact": other})
    assert said((TOLD, apart)).count(". ") == 1, "another fact"
    assert said((TOLD, KEPT, TOLD)).count(". ") == 1, "two at most"
    long = replace(KEPT, asked=KEPT.asked.replace("new", "new and still quite empty " * 5))
    assert said((TOLD, long)).count(". ") == 1, "too long"
    closed = replace(TOLD, asked="Tell {person} in the messenger {fact}: I am sorry.")
    assert said((closed, KEPT)).count(". ") == 1, "the sentence is closed"


def test_an_answer_is_asked_for_as_well_only_after_another() -> None:
    asked = replace(
        TOLD, asked="Tell me {fact}.", takes={"fact": OFFER}, effect=Call("", {"answer": "{fact}"})
    )
    long = replace(
        OFFER, wanted="what the roofer wants for the new " + "and rather steep " * 12 + "roof", it=""
    )
    assert said((KEPT, asked)).count("as well") == 0
    assert said((asked, replace(asked, takes={"fact": long}))).count("Tell me as well what") == 1


def test_facts_come_once_and_after_what_they_need() -> None:
    town = replace(OFFER, unit="town", type="place", needs={"price": OFFER})
    chain = Chain(0, (replace(KEPT, takes={"fact": town}), TOLD))
    assert chain.facts == (OFFER, town, NORA)


def test_chains_are_alike_if_their_units_share_the_same_facts() -> None:
    other = replace(OFFER, value="90", wanted="what the roofer wants")
    same = Chain(
        3, (replace(TOLD, takes={"person": NORA, "fact": other}), replace(KEPT, takes={"fact": other}))
    )
    assert same.signature == CHAIN.signature == ("partner", "offer", "tell(0, 1)", "keep(1)")
    apart = Chain(0, (TOLD, replace(KEPT, takes={"fact": other})))
    assert apart.signature != CHAIN.signature


def test_the_folder_says_what_the_checkpoints_are(tmp_path: Path) -> None:
    write_task(tmp_path, CHAIN, distractors=["calendar"])
    task = tomllib.loads((tmp_path / "task.toml").read_text())
    assert task["servers"] == ["mail", "contacts", "messenger", "vault", "calendar"]
    assert task["tools"][-2:] == ["messenger_send", "vault_create_file"]
    section = PersonaSection.model_validate(task["persona"])
    assert section.chain == CHAIN.signature and section.context == NORA.context
    assert [(item.kind, item.tool, item.record) for item in section.checkpoint] == [
        ("personal_search", "mail_read_message", "mail.message mail-646"),
        ("create", "messenger_send", ""),
        ("create", "vault_create_file", ""),
    ]
    assert section.checkpoint[1].arguments == {"text": "It is 235 euros."}


def test_standard_arguments_are_those_of_the_own_unit(tmp_path: Path) -> None:
    """A variable of a unit may be called as the type of another fact; it is not that fact."""
    other = replace(
        OFFER, unit="letter", type="mail", value="mail-1", calls=OFFER.calls[:1], claim="another mail"
    )
    write_task(tmp_path, Chain(0, (TOLD, replace(KEPT, takes={"fact": other}))))
    section = PersonaSection.model_validate(tomllib.loads((tmp_path / "task.toml").read_text())["persona"])
    read = next(item for item in section.checkpoint if item.tool == "mail_read_message")
    assert read.arguments == {}
