from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.agents.builtin.grounded import ElementResolver, describe
from controller.agents.contract import AgentOptions
from controller.agents.coordinates import CoordinateFrame
from controller.agents.grounding import Grounder, read_answer
from controller.agents.prompt_agent import PromptAgent
from controller.core.actions import Click, Drag, Point
from controller.core.agent import EpisodeContext, Usage
from testbed.errors import AgentError, UsageError
from tests.controller.agents.paper_talk import Scripted, call_text, completion, make_observation

SAVE = {"action": "click", "element": "The Save button of the dialog"}


def begin(
    plan: list[str], points: list[str], pointing: CoordinateFrame | None = None
) -> tuple[PromptAgent, Scripted, Scripted]:
    planner, grounder = Scripted(plan), Scripted(points)
    context = EpisodeContext("os/x", "Save it.", 15, gui=True, seed=0)
    aim = ElementResolver(Grounder(grounder, pointing or CoordinateFrame()))
    return PromptAgent(context, AgentOptions(), planner, aim, 3), planner, grounder


def test_the_planner_names_and_the_grounding_model_finds() -> None:
    agent, planner, grounder = begin([call_text(SAVE)], ["[30, 40]"])
    decision = agent.act(make_observation(), [])
    assert decision.actions == (Click(x=30, y=40),)
    assert decision.usage == Usage(200, 20, calls=2)
    assert decision.details["leniencies"] == []
    system = str(planner.requests[0][0].parts[0])
    assert '"element"' in system
    assert '"coordinate"' not in system
    assert len(grounder.pictures) == 1
    assert "Find this on the screen: The Save button of the dialog" in grounder.texts[0]
    assert "pixels of the screenshot, which is 1280 wide" in grounder.texts[0]


def test_both_ends_of_a_drag_are_found() -> None:
    drag = {"action": "drag", "element": "The first row", "element2": "The last row"}
    agent, _, grounder = begin([call_text(drag)], ["[1, 2]", "[3, 4]"])
    assert agent.act(make_observation(), []).actions == (Drag(path=(Point(x=1, y=2), Point(x=3, y=4))),)
    assert "The last row" in grounder.texts[0]


@pytest.mark.parametrize("bad", ["I cannot see it.", "", "[5000, 1]", "1, 2, 3", "[1, 2, 3]"])
def test_what_is_not_found_is_told_to_the_planner(bad: str) -> None:
    agent, planner, _ = begin([call_text(SAVE), call_text(SAVE)], [bad, "[30, 40]"])
    decision = agent.act(make_observation(), [])
    assert decision.actions == (Click(x=30, y=40),)
    assert decision.usage == Usage(400, 40, calls=4)
    [mistake] = decision.details["mistakes"]
    assert mistake.startswith("'The Save button of the dialog' was not found on the screen: ")
    assert mistake in planner.texts[-1]


def test_what_is_never_found_ends_the_episode() -> None:
    agent, _, _ = begin([call_text(SAVE)] * 3, ["no"] * 3)
    with pytest.raises(AgentError, match="could not be used: 'The Save button"):
        agent.act(make_observation(), [])


@pytest.mark.parametrize(
    "arguments", [{"action": "click", "coordinate": [3, 4]}, {"action": "drag", "element": "x"}]
)
def test_a_planner_that_names_nothing_is_told_to(arguments: dict[str, object]) -> None:
    agent, _, _ = begin([call_text(arguments), call_text(SAVE)], ["[30, 40]"] * 2)
    assert "needs `element" in agent.act(make_observation(), []).details["mistakes"][0]


@pytest.mark.parametrize("element", ["", 3, [1, 2]])
def test_an_element_is_words(element: object) -> None:
    agent, _, _ = begin([call_text({"action": "click", "element": element}), call_text(SAVE)], ["[30, 40]"])
    assert "must describe a place" in agent.act(make_observation(), []).details["mistakes"][0]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("[30, 40]", []),
        (" [30.0,40]\n", []),
        ("<think>at [1, 2]?</think>[30, 40]", []),
        ("(30, 40)", ["grounding_form"]),
        ("30, 40", ["grounding_form"]),
        ("x=30, y=40", ["grounding_form"]),
        ('{"point_2d": [30, 40], "label": "Save"}', ["grounding_form"]),
        ("<point>30 40</point>", ["grounding_form"]),
        ("<|box_start|>(30,40)<|box_end|>", ["grounding_form"]),
        ("click(start_box='(30,40)')", ["grounding_form"]),
        ("The 2nd button is at [30, 40].", ["grounding_form"]),
        ("[20, 30, 40, 50]", ["grounding_box"]),
        ('{"bbox_2d": [20, 30, 40, 50]}', ["grounding_box"]),
    ],
)
def test_points_in_all_their_forms(text: str, codes: list[str]) -> None:
    leniencies: list[str] = []
    assert read_answer(completion(text), leniencies) == (30, 40)
    assert leniencies == codes


@given(st.text(alphabet="[](){}<>,.-0123456789 xy=", max_size=60))
def test_no_answer_makes_the_reader_raise(text: str) -> None:
    point = read_answer(completion(text), [])
    assert point is None or len(point) == 2


def test_the_grounding_model_has_its_own_convention() -> None:
    agent, _, grounder = begin([call_text(SAVE)], ["[500, 500]"], CoordinateFrame("0-1000"))
    assert agent.act(make_observation(), []).actions == (Click(x=640, y=360),)
    assert "numbers from 0 to 1000" in grounder.texts[0]


def test_the_card_says_which_models_run(endpoint_without_list: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    settings = {"grounding_model": "ui-tars-1.5-7b", "grounding_url": endpoint_without_list}
    card = describe(AgentOptions(model="m", settings=settings))
    assert (card.name, card.model, card.models) == ("grounded", "m", ("ui-tars-1.5-7b",))
    assert card.prompts["grounding"] == "ui-tars-1.5-7b: absolute, patch 28"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (AgentOptions(model="m"), "requires a grounding model"),
        (AgentOptions(settings={"grounding_model": "g"}), "needs a model"),
        (AgentOptions(model="m", settings={"grounding_modle": "g"}), "grounding_modle: is unknown"),
    ],
)
def test_what_cannot_run_is_refused(
    options: AgentOptions, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    with pytest.raises(UsageError, match=expected):
        describe(options)
