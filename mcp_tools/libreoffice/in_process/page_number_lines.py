"""Lines that show nothing but page numbers."""

from __future__ import annotations

import re

_WORDS = (
    "p|pp|pg|page|pages|of|seite|seiten|s|von|página|páginas|pagina|pagine|pag|pág|de|di|da|du|sur|van|av|sida|side|"
    "strona|str|z|ze|oldal|sayfa|стр|страница|из|עמוד|מתוך|صفحة|الصفحة|من|صفحه|از|"
    "第|页|頁|共|总|全|中|ページ|쪽|페이지|총|หน้า|จาก"
)
_LINE = re.compile(rf"(?:\d+|(?:{_WORDS})(?![a-zà-ÿа-я])|[第共总全中页頁쪽]+)+")


def is_page_number_line(text: str) -> bool:
    """Whether the text of a line, without its fields, says nothing but "Page", "of" and a count of pages.

    In the languages in which the words of page numbers are known here.
    """
    return all(_LINE.fullmatch(word) for word in re.findall(r"\w+", text.lower()))
