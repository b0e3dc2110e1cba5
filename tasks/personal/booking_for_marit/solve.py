from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-616")


def wrong_other_code(_guest: Guest) -> Solution:
    yield from work(code="K72902")


def wrong_without_star_mail(_guest: Guest) -> Solution:
    yield from work(without="star_mail")


def wrong_without_new_page(_guest: Guest) -> Solution:
    yield from work(without="new_page")


def wrong_new_page_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_page")


def wrong_new_page_in_another_notebook(_guest: Guest) -> Solution:
    yield from work(changed={"new_page": {"notebook": "notebook-1"}})


def wrong_without_draft_to(_guest: Guest) -> Solution:
    yield from work(without="draft_to")


def wrong_draft_to_twice(_guest: Guest) -> Solution:
    yield from work(twice="draft_to")


def wrong_draft_to_to_somebody_else(_guest: Guest) -> Solution:
    yield from work(changed={"draft_to": {"to": ["s.copperwhite@brookham-veterinary-practice.test"]}})


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
    seen = yield ToolCall(name="mail_search", arguments={"words": "tickets row seats", "limit": 1})
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(name="mail_search", arguments={"words": "tickets row seats", "limit": 1})
    mail_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail_2})
    code = other.get("code") or result_value(seen, "body", r"booking (K\d+)")
    person = other.get("person", "Marit Arkwell")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Private/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    calls: dict[str, Action] = {
        "star_mail": ToolCall(name="mail_set_flags", arguments={"message": mail, "starred": "yes"}),
        "new_page": ToolCall(
            name="notes_create_page",
            arguments={
                "title": "For later",
                "notebook": notebook,
                "body": f"I looked it up: {code}." if in_other_words else f"It is this: {code}",
            },
        ),
        "draft_to": ToolCall(
            name="mail_save_draft",
            arguments={
                "to": [address],
                "subject": "What you asked" if in_other_words else "To know",
                "body": f"I looked it up: {code}." if in_other_words else f"It is this: {code}",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
