"""The written reference: a call that two facts are found by is made once."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

from plugins.persona.generation.chains import Chain
from plugins.persona.generation.desk import Desk
from plugins.persona.generation.parts import Call, Change, Read
from plugins.persona.generation.trials import faults
from plugins.persona.generation.writing import write_task
from tests.plugins.persona.generation.small_chain import KEPT, NORA, OFFER, TOLD

WHOSE = replace(
    OFFER,
    unit="who_offers",
    type="name",
    value="painter",
    wanted="whose offer for the window frames I have",
    it="that trade",
    calls=(
        OFFER.calls[0],
        Call("mail_read_message", {"message": "{mail}"}, (Read("value", "body", r"(\w+)"),)),
    ),
    claim="who made the offer was read",
    others=(),
    change=None,
)


def test_two_facts_of_one_answer_are_one_call_and_one_checkpoint(tmp_path: Path) -> None:
    """The call before it is one, too, and so is what it gives."""
    chain = Chain(0, (TOLD, replace(KEPT, takes={"fact": WHOSE}, check=KEPT.check)))
    write_task(tmp_path, chain)
    solve = (tmp_path / "solve.py").read_text()
    for tool in ("mail_search", "mail_read_message"):
        assert solve.count(f'ToolCall(name="{tool}"') == 1
    assert 'seen_2 = yield ToolCall(name="mail_search"' in solve
    assert "result_value(seen_3, " in solve
    compile(solve, "solve.py", "exec")
    task = tomllib.loads((tmp_path / "task.toml").read_text())
    assert len(task["persona"]["checkpoint"]) == chain.checkpoints == 3, "the record is shown once"


def test_values_of_one_answer_that_differ_have_checkpoints_each(tmp_path: Path) -> None:
    weather = Call("forecast_office_get_forecast", {"town": "Aldmere", "day": "2026-06-01"})
    facts = [
        replace(
            OFFER,
            unit=field,
            type="name",
            value=value,
            calls=(replace(weather, reads=(Read("value", field, "(.+)"),)),),
            shown=(),
            change=None,
            kind="generic_search",
        )
        for field, value in (("high", "17"), ("low", "9"), ("wind_kmh", "9"))
    ]
    chain = Chain(0, tuple(replace(KEPT, takes={"fact": fact}) for fact in facts))
    assert [fact.unit for fact in chain.looked_up] == ["high", "low"], "the third has the value of the second"


def test_one_call_for_two_operations_is_still_proven(tmp_path: Path, desk: Desk) -> None:
    other = replace(
        OFFER,
        unit="offer_again",
        wanted="that offer",
        it="it",
        change=Change("mail.message mail-646", "body", "235 euros", "290 euros"),
    )
    chain = Chain(0, (TOLD, replace(KEPT, takes={"fact": other})))
    write_task(tmp_path, chain)
    assert NORA in chain.facts and list(faults(tmp_path, chain, desk)) == []
