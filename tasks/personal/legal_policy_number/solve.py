from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_code(_guest: Guest) -> Solution:
    yield from work(code="HO-952909")


def wrong_other_file(_guest: Guest) -> Solution:
    yield from work(file="Papers/Household insurance 2026.md")


def wrong_other_mail_2(_guest: Guest) -> Solution:
    yield from work(mail_2="mail-572")


def wrong_without_new_page(_guest: Guest) -> Solution:
    yield from work(without="new_page")


def wrong_new_page_twice(_guest: Guest) -> Solution:
    yield from work(twice="new_page")


def wrong_new_page_in_another_notebook(_guest: Guest) -> Solution:
    yield from work(changed={"new_page": {"notebook": "notebook-1"}})


def wrong_without_tag_file(_guest: Guest) -> Solution:
    yield from work(without="tag_file")


def wrong_tag_file_with_another_tag(_guest: Guest) -> Solution:
    yield from work(changed={"tag_file": {"text": "#later"}})


def wrong_without_forward_to_partner(_guest: Guest) -> Solution:
    yield from work(without="forward_to_partner")


def wrong_forward_to_partner_twice(_guest: Guest) -> Solution:
    yield from work(twice="forward_to_partner")


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
    seen_2 = yield ToolCall(name="mail_search", arguments={"words": "legal insurance", "limit": 1})
    mail = result_value(seen_2, "0/id")
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail})
    code = other.get("code") or result_value(seen, "body", r"(?:Policy|Number): ([A-Z]+-\d+)")
    seen = yield ToolCall(name="vault_search", arguments={"words": "Papers legal insurance", "limit": 1})
    file = other.get("file") or result_value(seen, "0/path")
    mail_2 = other.get("mail_2") or result_value(seen_2, "0/id")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Private/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Delia Maddern"})
    card = result_value(seen, "name=Delia Maddern/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    calls: dict[str, Action] = {
        "new_page": ToolCall(
            name="notes_create_page",
            arguments={
                "title": "To remember",
                "notebook": notebook,
                "body": f"I looked it up: {code}." if in_other_words else f"It is this: {code}",
            },
        ),
        "tag_file": ToolCall(
            name="vault_append",
            arguments={"path": file, "text": "More: #june" if in_other_words else "#june"},
        ),
        "forward_to_partner": ToolCall(
            name="mail_forward",
            arguments={
                "message": mail_2,
                "to": [address],
                "body": "As promised!" if in_other_words else "As promised.",
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
