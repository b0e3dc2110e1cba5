from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="41.50")


def wrong_other_mail_2(_guest: Guest) -> Solution:
    yield from work(mail_2="mail-626")


def wrong_other_event(_guest: Guest) -> Solution:
    yield from work(event="event-548")


def wrong_without_new_file(_guest: Guest) -> Solution:
    yield from work(without="new_file")


def wrong_new_file_in_another_place(_guest: Guest) -> Solution:
    yield from work(changed={"new_file": {"path": "New.md"}})


def wrong_without_thank_for_mail(_guest: Guest) -> Solution:
    yield from work(without="thank_for_mail")


def wrong_thank_for_mail_twice(_guest: Guest) -> Solution:
    yield from work(twice="thank_for_mail")


def wrong_without_delete_event(_guest: Guest) -> Solution:
    yield from work(without="delete_event")


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
    seen = yield ToolCall(name="mail_search", arguments={"words": "tickets to Dunholt", "limit": 1})
    mail = result_value(seen, "0/id")
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail})
    price = other.get("price") or result_value(seen, "body", r"Total (\d+\.\d\d) euros")
    seen = yield ToolCall(name="mail_search", arguments={"words": "tickets to Dunholt", "limit": 1})
    mail_2 = other.get("mail_2") or result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_search", arguments={"words": "to Dunholt", "limit": 2})
    event = other.get("event") or result_value(seen, "1/id")
    calls: dict[str, Action] = {
        "new_file": ToolCall(
            name="vault_create_file",
            arguments={
                "path": "Notes/To keep.md",
                "text": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "thank_for_mail": ToolCall(
            name="mail_reply",
            arguments={
                "message": mail_2,
                "body": "Many thanks, the tickets are saved."
                if in_other_words
                else "Thank you, I have saved the tickets.",
            },
        ),
        "delete_event": ToolCall(name="calendar_delete_event", arguments={"event": event}),
        "answer": Terminate(
            status="success",
            answer=f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
