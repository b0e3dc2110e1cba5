from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-620")


def wrong_other_price(_guest: Guest) -> Solution:
    yield from work(price="58.95")


def wrong_without_forward_to_partner(_guest: Guest) -> Solution:
    yield from work(without="forward_to_partner")


def wrong_forward_to_partner_twice(_guest: Guest) -> Solution:
    yield from work(twice="forward_to_partner")


def wrong_without_answer(_guest: Guest) -> Solution:
    yield from work(without="answer")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(*, without: str = "", twice: str = "", in_other_words: bool = False, **other: str) -> Solution:
    seen = yield ToolCall(name="mail_search", arguments={"words": "order goods delivery total", "limit": 1})
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(
        name="mail_search",
        arguments={"words": "order goods delivery total", "sender": "corner-shop", "limit": 1},
    )
    mail_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail_2})
    price = other.get("price") or result_value(seen, "body", r"total (\d+\.\d\d) euros")
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Isak Balthus"})
    card = result_value(seen, "name=Isak Balthus/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    calls: dict[str, Action] = {
        "forward_to_partner": ToolCall(
            name="mail_forward",
            arguments={
                "message": mail,
                "to": [address],
                "body": "For you!" if in_other_words else "For you.",
            },
        ),
        "answer": Terminate(
            status="success",
            answer=f"They want €{price} for it." if in_other_words else f"It is {price} euros.",
        ),
    }
    for name in calls:
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield calls[name]
