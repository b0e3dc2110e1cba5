from testbed.actions import Key, ToolCall
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")


def mcp(facts: Facts) -> Solution:
    """The picture on the last slide can only be seen; the tool that reads slides has the notes."""
    yield ToolCall(name=f"{IMPRESS}.goto_slide", arguments={"slide_index": facts.last_slide})
    seen = yield ToolCall(name=f"{IMPRESS}.env_info")
    assert "The picture is wrong here" in seen.results[0].text, seen.results[0].text
    for number, question in enumerate(facts.questions):
        yield bold(number, question.right)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Tab chooses the boxes of a slide from back to front: the title is the first, then come the answers."""
    yield Key(keys=("Page_Down",), repeat=facts.last_slide - 1)
    yield Key(keys=("Page_Up",), repeat=facts.last_slide - 1)
    for question in facts.questions:
        yield Key(keys=("Page_Down",))
        yield Key(keys=("Tab",), repeat=question.right + 2)
        yield Key(keys=("ctrl", "b"))
        yield Key(keys=("Escape",))
    yield from save_in_libreoffice()


def also_without_looking_again(_guest: Guest, facts: Facts) -> Solution:
    for number, question in reversed([*enumerate(facts.questions)]):
        yield bold(number, question.right)
    yield SAVE


def wrong_as_the_picture_says(_guest: Guest, facts: Facts) -> Solution:
    for number, question in enumerate(facts.questions):
        yield bold(number, question.on_picture)
    yield SAVE


def wrong_both_at_the_corrected_one(_guest: Guest, facts: Facts) -> Solution:
    for number, question in enumerate(facts.questions):
        yield bold(number, question.right)
    yield bold(facts.corrected, facts.questions[facts.corrected].on_picture)
    yield SAVE


def wrong_titles_bold_too(_guest: Guest, facts: Facts) -> Solution:
    for number, question in enumerate(facts.questions):
        yield bold(number, question.right)
    yield bold(0, -1)
    yield SAVE


def bold(question: int, answer: int) -> ToolCall:
    """Question 0 is on slide 2; box 0 of a slide is its title."""
    arguments = {"slide_index": question + 2, "box_index": answer + 1, "bold": True}
    return ToolCall(name=f"{IMPRESS}.set_style", arguments=arguments)
