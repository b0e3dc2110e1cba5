from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-618")


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="82")


def wrong_other_code(_guest: Guest) -> Solution:
    yield from work(code="H8788")


def wrong_without_reply_to_mail(_guest: Guest) -> Solution:
    yield from work(without="reply_to_mail")


def wrong_reply_to_mail_twice(_guest: Guest) -> Solution:
    yield from work(twice="reply_to_mail")


def wrong_without_mail_to(_guest: Guest) -> Solution:
    yield from work(without="mail_to")


def wrong_mail_to_twice(_guest: Guest) -> Solution:
    yield from work(twice="mail_to")


def wrong_mail_to_to_somebody_else(_guest: Guest) -> Solution:
    yield from work(changed={"mail_to": {"to": ["b.garrick@brackwater-animal-clinic.test"]}})


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
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(name="mail_search", arguments={"words": "room Dunholt", "limit": 1})
    mail_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail_2})
    price = other.get("price") or result_value(seen, "body", r"(\d+) euros (?:a|each) night")
    person = other.get("person", "Stellan Quist")
    seen = yield ToolCall(name="mail_search", arguments={"words": "room Dunholt", "limit": 1})
    mail_3 = result_value(seen, "0/id")
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail_3})
    code = other.get("code") or result_value(seen, "body", r"Booking (H\d+)")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    calls: dict[str, Action] = {
        "reply_to_mail": ToolCall(
            name="mail_reply",
            arguments={
                "message": mail,
                "body": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
            },
        ),
        "mail_to": ToolCall(
            name="mail_send",
            arguments={
                "to": [address],
                "subject": "What you asked" if in_other_words else "To know",
                "body": f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
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
