"""What belongs together: facts of one life event, at places where one tells them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Fact, Operation
from plugins.persona.generation.sense import Sense
from tests.plugins.persona.generation.small_chain import KEPT, NORA, OFFER, TOLD

PAINTER = Fact(
    unit="tradesperson",
    type="person",
    value="Zelda Sturrock",
    wanted="our painter",
    calls=(Call("contacts_search", {"words": "painter"}),),
    shown=("mail.message mail-645",),
)
COLLEAGUE = replace(
    PAINTER, value="Romy Balthus", wanted="who spoke of the signal box", shown=("team.post post-596",)
)
DUE = replace(OFFER, unit="project_due", type="day", value="2026-05-26", shown=("team.post post-595",))
POSTED = replace(KEPT, unit="post_in_channel", effect=Call("team_post", {"text": "{fact}"}))


@pytest.fixture(scope="module")
def sense(lived: Lived) -> Sense:
    return Sense(lived)


def takes(operation: Operation, **facts: Fact) -> Operation:
    return replace(operation, takes=facts)


def test_facts_are_related_that_one_life_event_has_written(sense: Sense) -> None:
    event = replace(OFFER, shown=("calendar.event event-556",))
    train = replace(OFFER, shown=("mail.message mail-618",))
    assert sense.related(OFFER, event) and sense.related(OFFER, PAINTER)
    assert not sense.related(OFFER, train)
    assert sense.concerns(takes(KEPT, fact=event), [TOLD]) and not sense.concerns(
        takes(KEPT, fact=train), [TOLD]
    )


def test_a_value_is_told_to_whom_it_concerns(sense: Sense) -> None:
    assert sense.suits(takes(TOLD, person=NORA, fact=OFFER))
    told = replace(TOLD, unit="tell_in_messenger")
    assert sense.suits(takes(told, person=PAINTER, fact=OFFER))
    assert not sense.suits(takes(told, person=COLLEAGUE, fact=OFFER))
    assert sense.suits(takes(told, person=COLLEAGUE, fact=DUE))
    known = replace(OFFER, needs={"person": PAINTER})
    assert not sense.suits(takes(told, person=PAINTER, fact=known))


def test_only_work_is_posted_in_the_team_and_only_what_is_for_all_is_published(sense: Sense) -> None:
    assert sense.suits(takes(POSTED, fact=DUE)) and not sense.suits(takes(POSTED, fact=OFFER))
    published = replace(KEPT, unit="publish", effect=Call("feed_publish", {"text": "{fact}"}))
    assert not sense.suits(takes(published, fact=OFFER))
    assert sense.suits(takes(published, fact=replace(OFFER, unit="recipe_minutes")))


def test_a_card_gets_what_is_about_its_person(sense: Sense) -> None:
    entered = replace(
        TOLD, unit="home_of_person", effect=Call("contacts_update", {"card": "{card}", "home": "{fact}"})
    )
    home = replace(OFFER, unit="home_of", type="place", value="Ropewalk 1", needs={"person": PAINTER})
    assert sense.suits(takes(entered, person=PAINTER, fact=home))
    assert not sense.suits(takes(entered, person=COLLEAGUE, fact=home))
