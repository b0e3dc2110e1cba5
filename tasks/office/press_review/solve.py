from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

REVIEW = {"filename": "/home/user/Documents/review.docx"}
SEARCH = "newsroom_search_articles"
CREATE = "word_create_document"
HEADING = "word_add_heading"
PARAGRAPH = "word_add_paragraph"
NOTE = "word_add_footnote_enhanced"
READ = "word_get_document_text"


def mcp() -> Solution:
    yield from reviewed()
    yield ToolCall(name=READ, arguments=REVIEW)


def wrong_newest_first(_guest: Guest) -> Solution:
    yield from reviewed(turned=False)


def wrong_october_too(_guest: Guest) -> Solution:
    yield from reviewed(until="2026-10-31")


def reviewed(*, until: str = "2026-09-30", turned: bool = True) -> Solution:
    about = {"text": "Hollin", "since": "2026-09-01", "until": until, "limit": 50}
    seen = yield ToolCall(name=SEARCH, arguments=about)
    found = seen.results[0].structured
    assert found is not None
    articles = found["result"][::-1] if turned else found["result"]
    yield ToolCall(name=CREATE, arguments=REVIEW)
    yield ToolCall(name=HEADING, arguments={**REVIEW, "text": "Hollin in September 2026", "level": 1})
    for article in articles:
        yield ToolCall(name=PARAGRAPH, arguments={**REVIEW, "text": article["headline"]})
    for index, article in enumerate(articles, start=1):
        note = {"paragraph_index": index, "footnote_text": article["day"]}
        yield ToolCall(name=NOTE, arguments={**REVIEW, **note})
