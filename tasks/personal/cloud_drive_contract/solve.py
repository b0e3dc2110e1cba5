from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-609")


def wrong_other_code(_guest: Guest) -> Solution:
    yield from work(code="44795")


def wrong_without_star_mail(_guest: Guest) -> Solution:
    yield from work(without="star_mail")


def wrong_without_answer(_guest: Guest) -> Solution:
    yield from work(without="answer")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(*, without: str = "", in_other_words: bool = False, **other: str) -> Solution:
    seen = yield ToolCall(name="mail_search", arguments={"words": "Cloud drive contract month", "limit": 1})
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(
        name="mail_search", arguments={"words": "Cloud drive contract month", "folder": "Bills", "limit": 1}
    )
    mail_2 = result_value(seen, "0/id")
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail_2})
    code = other.get("code") or result_value(seen, "body", r"ontract (\d+) for")
    calls: dict[str, Action] = {
        "star_mail": ToolCall(name="mail_set_flags", arguments={"message": mail, "starred": "yes"}),
        "answer": Terminate(
            status="success", answer=f"I looked it up: {code}." if in_other_words else f"It is this: {code}"
        ),
    }
    for name in calls:
        for _ in range(0 if name == without else 1):
            yield calls[name]
