"""What is sent twice is sent in the same bytes, so that the API's prompt cache finds it."""

from __future__ import annotations

import itertools
import json

from controller.agents.briefing import DROPPED
from plugins.mock_models.anthropic_messages import reply, think, use
from plugins.mock_models.base import MockRequest
from plugins.mock_models.turns import RawAnswer
from tests.controller.agents.anthropic.talk import OK, SORT_WIRE, VOLUME, Begin, Talk, computer


def take_apart(raw: bytes) -> tuple[str, str]:
    """The messages of a request as they were sent, without the brackets that close them, and all else."""
    body = raw.decode()
    begin = body.index('"messages":') + len('"messages":')
    _, end = json.JSONDecoder().raw_decode(body, begin)
    return body[begin:end].rstrip("]}"), body[:begin] + body[end:]


def answered(request: MockRequest) -> RawAnswer:
    """Every third answer has several calls, one of them wrong, so that all kinds of turns occur."""
    if len(request.body["messages"]) % 6 == 3:
        return reply(think("Two."), use(SORT_WIRE, {"column": "ä"}), use("nope"), computer("type", text="x"))
    return reply(think("One."), computer("left_click", coordinate=[1, 2]))


def play(begin: Begin, steps: int) -> Talk:
    talk = begin(script=answered)
    decision = talk.act(left=50)
    for step in range(steps):
        decision = talk.act(*[OK] * len(decision.actions), left=49 - step, shade=step)
    return talk


def test_each_request_begins_with_the_bytes_of_the_one_before(begin: Begin) -> None:
    talk = play(begin, 12)
    sent = [take_apart(raw) for raw in talk.server.raw]
    assert len(sent) == 13
    for (before, settings), (after, same) in itertools.pairwise(sent):
        assert same == settings
        assert len(after) > len(before)
        assert after.startswith(before)


def test_dropped_pictures_leave_the_bytes_before_the_first_of_them(begin: Begin) -> None:
    talk = play(begin, 30)
    sent = [take_apart(raw)[0] for raw in talk.server.raw]
    breaks = [index for index in range(1, len(sent)) if not sent[index].startswith(sent[index - 1])]
    assert len(breaks) == 2, "15 pictures, then again 12 more"
    for index in breaks:
        before, after = sent[index - 1], sent[index]
        same = next(place for place in range(len(after)) if after[place] != before[place])
        assert same >= before.index('{"type":"image"')
        assert DROPPED in after[same - 100 : same + 200]


def test_other_tools_leave_the_messages_bytes_but_for_the_thinking(begin: Begin) -> None:
    talk = begin(script=lambda _: reply(computer("left_click", coordinate=[1, 2])))
    talk.act()
    talk.tools = [VOLUME]
    talk.act(OK)
    (before, tools), (after, others) = (take_apart(raw) for raw in talk.server.raw)
    assert tools != others
    assert after.startswith(before)
