from __future__ import annotations

import pytest

from controller.agents.briefing import DROPPED
from controller.agents.builtin.anthropic.history import Block, History, image_block, text_block
from tests.controller.agents.pictures import png


def talk(turns: int) -> History:
    history = History()
    for turn in range(turns):
        if turn:
            thinking: Block = {"type": "thinking", "thinking": "Hm.", "signature": "s"}
            history.add_assistant([thinking, text_block("and?")])
        history.add_user([text_block(str(turn)), image_block(png(8, 8))])
    return history


def images(history: History) -> int:
    return sum(block["type"] == "image" for message in history.messages() for block in message["content"])


def test_pictures_are_dropped_by_size_too(monkeypatch: pytest.MonkeyPatch) -> None:
    history = talk(5)
    history.trim()
    assert images(history) == 5
    size = len(image_block(png(8, 8))["source"]["data"])
    monkeypatch.setattr("controller.agents.builtin.anthropic.history.MAX_IMAGE_CHARACTERS", 4 * size)
    history.trim()
    assert images(history) == 3
    sent = history.messages()
    assert [message["content"][1] == text_block(DROPPED) for message in sent[::2]] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert all(block["type"] != "thinking" for message in sent for block in message["content"])
    monkeypatch.setattr("controller.agents.builtin.anthropic.history.MAX_IMAGE_CHARACTERS", size)
    history.trim()
    assert images(history) == 1


def test_a_turn_of_the_user_is_one_message() -> None:
    history = History()
    history.add_user([text_block("a")])
    history.add_user([text_block("b")])
    assert len(history.messages()) == 1


def test_thinking_that_is_not_bound_to_the_conversation_stays() -> None:
    history = History(images=1, keep=1, bound=False)
    history.add_user([image_block(png(8, 8))])
    history.add_assistant([{"type": "thinking", "thinking": "Hm.", "signature": "s"}])
    history.add_user([image_block(png(8, 8))])
    history.trim()
    assert images(history) == 1
    assert history.messages()[1]["content"][0]["type"] == "thinking"
