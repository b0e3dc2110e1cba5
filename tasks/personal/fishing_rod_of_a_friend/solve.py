from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Nora Alderton")


def wrong_other_page_2(_guest: Guest) -> Solution:
    yield from work(page_2="page-173")


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Neighbours"]}})


def wrong_without_mail_for_a_date(_guest: Guest) -> Solution:
    yield from work(without="mail_for_a_date")


def wrong_mail_for_a_date_twice(_guest: Guest) -> Solution:
    yield from work(twice="mail_for_a_date")


def wrong_mail_for_a_date_to_somebody_else(_guest: Guest) -> Solution:
    yield from work(changed={"mail_for_a_date": {"to": ["nora.alderton@hearth.test"]}})


def wrong_without_line_on_page(_guest: Guest) -> Solution:
    yield from work(without="line_on_page")


def wrong_line_on_page_in_other_words(_guest: Guest) -> Solution:
    yield from work(changed={"line_on_page": {"text": "Nothing to do"}})


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    twice: str = "",
    backwards: bool = False,
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen_2 = yield ToolCall(name="notes_search", arguments={"words": "Borrowed fishing rod", "limit": 1})
    page = result_value(seen_2, "0/id")
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page})
    person = other.get("person") or result_value(seen, "body", r"^(.+?), since")
    page_2 = other.get("page_2") or result_value(seen_2, "0/id")
    seen_3 = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen_3, f"name={person}/id")
    card_2 = result_value(seen_3, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    address = result_value(seen, "addresses/0")
    calls: dict[str, Action] = {
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card, "add_groups": ["Repairs"]}
        ),
        "mail_for_a_date": ToolCall(
            name="mail_send",
            arguments={
                "to": [address],
                "subject": "Your number",
                "body": "Hello,\nwhat is the best telephone number for you?\nBye"
                if in_other_words
                else "Which telephone number is the best one?",
            },
        ),
        "line_on_page": ToolCall(
            name="notes_append",
            arguments={
                "page": page_2,
                "text": "- Ask again in autumn." if in_other_words else "Ask again in autumn",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
