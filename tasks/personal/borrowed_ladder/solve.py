from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_page(_guest: Guest) -> Solution:
    yield from work(page="page-175")


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Runa Bekker")


def wrong_without_list_under(_guest: Guest) -> Solution:
    yield from work(without="list_under")


def wrong_list_under_twice(_guest: Guest) -> Solution:
    yield from work(twice="list_under")


def wrong_list_under_with_another_title(_guest: Guest) -> Solution:
    yield from work(changed={"list_under": {"title": "List"}})


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Friends"]}})


def wrong_without_group_with(_guest: Guest) -> Solution:
    yield from work(without="group_with")


def wrong_group_with_twice(_guest: Guest) -> Solution:
    yield from work(twice="group_with")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    twice: str = "",
    backwards: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen = yield ToolCall(name="notes_search", arguments={"words": "Borrowed long ladder", "limit": 1})
    page = other.get("page") or result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Borrowed long ladder", "limit": 1})
    page_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page_2})
    person = other.get("person") or result_value(seen, "body", r"^(.+?), since")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card_2 = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    calls: dict[str, Action] = {
        "list_under": ToolCall(name="notes_create_page", arguments={"title": "Ideas", "under": page}),
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card, "add_groups": ["Summer party"]}
        ),
        "group_with": ToolCall(
            name="messenger_create_group", arguments={"name": "Summer plans", "accounts": [account]}
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
