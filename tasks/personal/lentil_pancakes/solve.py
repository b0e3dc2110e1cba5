from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Recipes/Buckwheat Bread.md")


def wrong_other_code(_guest: Guest) -> Solution:
    yield from work(code="60")


def wrong_without_link_to_file(_guest: Guest) -> Solution:
    yield from work(without="link_to_file")


def wrong_link_to_file_without_the_link(_guest: Guest) -> Solution:
    yield from work(changed={"link_to_file": {"text": "Lentil Pancakes"}})


def wrong_without_new_page(_guest: Guest) -> Solution:
    yield from work(without="new_page")


def wrong_new_page_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_page")


def wrong_new_page_in_another_notebook(_guest: Guest) -> Solution:
    yield from work(changed={"new_page": {"notebook": "notebook-2"}})


def wrong_without_answer(_guest: Guest) -> Solution:
    yield from work(without="answer")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    twice: str = "",
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen = yield ToolCall(name="vault_search", arguments={"words": "Recipes lentil pancakes", "limit": 1})
    file = other.get("file") or result_value(seen, "0/path")
    seen = yield ToolCall(name="vault_search", arguments={"words": "Recipes lentil pancakes", "limit": 1})
    path = result_value(seen, "0/path")
    seen = yield ToolCall(name="vault_read_file", arguments={"path": path})
    code = other.get("code") or result_value(seen, "text", r"(?:Bake|Cook) (\d+) minutes")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Household/id")
    calls: dict[str, Action] = {
        "link_to_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "This week.md",
                "text": f"Look at [[{file}]] this week." if in_other_words else f"[[{file}]]",
            },
        ),
        "new_page": ToolCall(
            name="notes_create_page",
            arguments={
                "title": "To do this week",
                "notebook": notebook,
                "body": f"I looked it up: {code}." if in_other_words else f"It is this: {code}",
            },
        ),
        "answer": Terminate(
            status="success", answer=f"I looked it up: {code}." if in_other_words else f"It is this: {code}"
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
