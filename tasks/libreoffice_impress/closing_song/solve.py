from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, Observation, Solution, act_until, in_front, save_in_libreoffice, screen_part

from .variant import Facts

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
LINK, LINK_BOX = Click(x=95, y=703), (88, 697, 102, 710)
"""The box that has the presentation name the file instead of keeping it inside."""


def mcp(facts: Facts) -> Solution:
    seen = yield ToolCall(name=f"{IMPRESS}.env_info", arguments={"page_indices": [1]})
    assert facts.note in seen.results[0].text, seen.results[0].text
    seen = yield ToolCall(
        name="filesystem_list_directory", arguments={"path": f"/home/user/Music/{facts.folder}"}
    )
    assert facts.recording in seen.results[0].text, seen.results[0].text
    seen = yield ToolCall(name=f"{IMPRESS}.get_slide_count")
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    yield insert(facts.path, content["slide_count"])
    yield SAVE


def gui(facts: Facts) -> Solution:
    """The menu Insert has Audio or Video (V), whose dialog takes a path; its box Link is chosen at first."""
    yield Key(keys=("End",))
    yield Key(keys=("alt", "i"))
    yield from act_until(TypeText(text="v"), in_front("Insert Audio or Video"))
    yield from act_until(LINK, box_is_empty)
    yield TypeText(text=facts.path)
    yield from act_until(Key(keys=("Return",)), in_front(facts.file))
    yield from save_in_libreoffice()


def also_wrong_song_taken_out_again(_guest: Guest, facts: Facts) -> Solution:
    yield insert(facts.other_path, facts.count)
    yield remove(facts.count)
    yield insert(facts.path, facts.count)
    yield SAVE


def wrong_other_singer(_guest: Guest, facts: Facts) -> Solution:
    yield insert(facts.other_path, facts.count)
    yield SAVE


def wrong_song_thought_of_first(_guest: Guest, facts: Facts) -> Solution:
    yield insert(facts.first_thought_path, facts.count)
    yield SAVE


def wrong_first_slide(_guest: Guest, facts: Facts) -> Solution:
    yield insert(facts.path, 1)
    yield SAVE


def wrong_both_ends(_guest: Guest, facts: Facts) -> Solution:
    yield insert(facts.path, 1)
    yield insert(facts.path, facts.count)
    yield SAVE


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield insert(facts.path, facts.count)


def wrong_as_a_link(_guest: Guest, facts: Facts) -> Solution:
    yield Key(keys=("End",))
    yield Key(keys=("alt", "i"))
    yield from act_until(TypeText(text="v"), in_front("Insert Audio or Video"))
    yield TypeText(text=facts.path)
    yield from act_until(Key(keys=("Return",)), in_front(facts.file))
    yield from save_in_libreoffice()


def insert(path: str, slide: int) -> ToolCall:
    return ToolCall(name=f"{IMPRESS}.insert_file", arguments={"file_path": path, "slide_index": slide})


def remove(slide: int) -> ToolCall:
    """The box behind the title."""
    return ToolCall(name=f"{IMPRESS}.delete_content", arguments={"slide_index": slide, "box_index": 1})


def box_is_empty(seen: Observation) -> bool:
    """Whether nothing of the box Link is in the colour of what is chosen."""
    red, _, blue = screen_part(seen, *LINK_BOX).resize((1, 1)).tobytes()
    return blue - red < 40
