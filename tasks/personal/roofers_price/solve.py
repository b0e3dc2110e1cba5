import json
import re
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

OFFER, ROOFER = "mail-662", "j.heddle@heddle-roofing.test"
THREAD, ADVICE, OTHER_ANSWER = "thread-21", "answer-63", "answer-65"
REPLY = "Thank you, Janna. I'll pay 76 euros at most."
PRICE = "Our roofer wants 80 euros."
EUROS = re.compile(r"(\d+) euros")


def mcp() -> Solution:
    seen = yield ToolCall(name="mail_search", arguments={"words": "porch roof reckon", "limit": 1})
    mail = read(seen)[0]["id"]
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail})
    asked = euros(read(seen)["body"])
    seen = yield ToolCall(name="forum_search", arguments={"words": "porch roof"})
    thread = next(row["id"] for row in read(seen) if row["kind"] == "thread")
    seen = yield ToolCall(name="forum_search", arguments={"words": "euros fair", "limit": 50})
    advice = next(row for row in read(seen) if row["kind"] == "answer" and row["thread"] == thread)
    most = 2 * euros(advice["text"])
    body = f"Sorry, but I'll pay {most} euros at most." if asked > most else "I agree."
    yield from done(
        mail=mail, body=body, advice=advice["id"], price=f"The roofer reckons with {asked} euros."
    )


def also_new_mail(_guest: Guest) -> Solution:
    yield from offer_read()
    reply = {"thread": THREAD, "answers": ADVICE, "text": "Here they ask for EUR 80.00!"}
    yield ToolCall(name="forum_comment", arguments=reply)
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": ADVICE})
    body = "Dear Janna,\n\n80 euros is more than we thought: not above 76.00, please.\n\nEnna"
    sent = {"to": [ROOFER], "subject": "Porch roof, 3284", "body": body}
    yield ToolCall(name="mail_send", arguments=sent)
    yield Terminate(status="success")


def also_mended(_guest: Guest) -> Solution:
    """A vote for another answer is taken back, and the reply's text edited."""
    yield from offer_read()
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": OTHER_ANSWER})
    yield ToolCall(name="forum_vote", arguments={"value": "none", "answer": OTHER_ANSWER})
    reply = {"thread": THREAD, "answers": ADVICE, "text": "76 euros."}
    seen = yield ToolCall(name="forum_comment", arguments=reply)
    yield ToolCall(name="forum_edit", arguments={"answer": read(seen)["id"], "text": PRICE})
    yield from done(body="I agree, Janna, if it is 76 euros in all.", replies=False)


def wrong_agreed(_guest: Guest) -> Solution:
    yield from offer_read()
    yield from done(body="I agree, 80 euros it is.")


def wrong_fair_price_as_the_most(_guest: Guest) -> Solution:
    yield from offer_read()
    yield from done(body="I'll pay 38 euros at most.")


def wrong_sum_left_out(_guest: Guest) -> Solution:
    yield from offer_read()
    yield from done(body="I'll pay at most twice what is fair.")


def wrong_hourly_rate_of_the_card(_guest: Guest) -> Solution:
    """The roofer's card says 52 euros an hour."""
    yield from offer_read()
    yield from done(body="I'll pay 104 euros at most.")


def wrong_price_in_the_reply(_guest: Guest) -> Solution:
    yield from offer_read()
    yield from done(price="Our roofer gets 76 euros.")


def wrong_visit_called_off(_guest: Guest) -> Solution:
    yield from offer_read()
    yield ToolCall(name="calendar_delete_event", arguments={"event": "event-554"})
    yield from done()


def wrong_reply_to_the_thread(_guest: Guest) -> Solution:
    yield from offer_read()
    yield from done(answers="")


def wrong_other_answer(_guest: Guest) -> Solution:
    yield from offer_read()
    yield from done(advice=OTHER_ANSWER)


def wrong_thread_voted_up_too(_guest: Guest) -> Solution:
    yield from offer_read()
    yield ToolCall(name="forum_vote", arguments={"value": "up", "thread": THREAD})
    yield from done()


def wrong_left_as_a_draft(_guest: Guest) -> Solution:
    yield from offer_read()
    saved = {"to": [ROOFER], "subject": "Porch roof", "body": REPLY}
    yield ToolCall(name="mail_save_draft", arguments=saved)
    yield from done(mail="")


def wrong_written_twice(_guest: Guest) -> Solution:
    yield from offer_read()
    yield ToolCall(name="mail_reply", arguments={"message": OFFER, "body": REPLY})
    yield from done()


def offer_read() -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": OFFER})


def done(
    *,
    mail: str = OFFER,
    body: str = REPLY,
    advice: str = ADVICE,
    answers: str | None = None,
    price: str = PRICE,
    replies: bool = True,
) -> Solution:
    if mail:
        yield ToolCall(name="mail_reply", arguments={"message": mail, "body": body})
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": advice})
    if replies:
        reply = {"thread": THREAD, "text": price, "answers": advice if answers is None else answers}
        yield ToolCall(name="forum_comment", arguments=reply)
    yield Terminate(status="success")


def euros(text: str) -> int:
    match = EUROS.search(text)
    assert match is not None
    return int(match[1])


def read(seen: Observation) -> Any:
    return json.loads(seen.results[-1].text)
