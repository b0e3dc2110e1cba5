"""Text files, and archives of them."""

from __future__ import annotations

import functools
import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable, Mapping

TEXTS = {
    "shopping.txt": "Apples\nPears\n",
    "shopping_gold.txt": "apples\npears\nPLUMS\n",
    "people.csv": "name,age\nAda,35\nBob,40\n",
    "people_gold.csv": "NAME,AGE\nada,36\n",
    "words.txt": "alpha\nbeta\n",
    "settings.yaml": "window:\n  theme: light\n  size: 12\n",
    "draft.py": "def double(x):\n    return x + 1\n",
    "draft_gold.py": "# coding: utf-8\ndef double(x):\n\n    return 2 * x\n",
    "todo.txt": "Water the plants\n",
    "second.txt": "A second text.\n",
    "said_gold.txt": "Feed the cat\n",
    "page.html": "<html><body><h1>Cats</h1><p>Two cats.</p></body></html>",
    "page_gold.html": "<html><body><h1>Cats</h1><p>Three cats.</p></body></html>",
    "hens.html": "<title>Hens</title><p>Ten hens.",
    "ducks.html": "<title>Ducks</title><p>Five ducks.",
    "geese.html": '<title>Geese</title><ul><li class="goose">Greylag<li class="goose">Barnacle</ul>',
    "average.py": "def mean(values):\n    raise NotImplementedError\n",
    "test_average.py": "from average import mean\n\n\ndef test():\n    return mean([1, 2, 3, 4]) == 2.5\n",
    "index.html": "<html><head><style>body { color: black; }</style></head><body>Hills</body></html>",
    "keybindings.json": "// our keys\n[]\n",
    "result_gold.txt": "2.5\n",
    "keys_gold.json": '{"mean": 2.5}\n',
    "budget_gold.csv": "Item,Cost\nBread,12\nCheese,30\nTotal,42\n",
    "poem.txt": "The hills are white\nThe wind is cold\nThe fox is red\nThe night is old\n",
    "poem_gold.txt": "The hills are white\nThe wind is bold\nThe fox is quick\nThe night is old\n",
    "oak.txt": "An oak has lobed leaves.\n",
    "elm.txt": "An elm has toothed leaves.\n",
    "prefs.js": 'user_pref("mail.identity.id1.fcc", true);\nuser_pref("mail.openMessageBehavior", 1);\n',
}
_MAIL = "FROM - Mon Nov 16 10:00:00 2026\nX-Mozilla-Status: {status}\nSubject: {subject}\n\n{subject}\n\n"
TEXTS["inbox.mbox"] = _MAIL.format(status="0001", subject="Hello") + _MAIL.format(
    status="0009", subject="Old news"
)
TEXTS["inbox_gold.mbox"] = _MAIL.format(status="0001", subject="Hello")
LEAVES = {f"leaves/{name}.txt": TEXTS[f"{name}.txt"] for name in ("elm", "oak")}


def leaves_zip() -> bytes:
    """The leaves as a zip archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in LEAVES.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()


def leaves_tar() -> bytes:
    """The leaves as a compressed tar archive."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, content in LEAVES.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content.encode()))
    return gzip.compress(stream.getvalue(), mtime=0)


def book(title: str = "Trees") -> bytes:
    """A book of one chapter."""
    stream = io.BytesIO()
    members = {
        "mimetype": "application/epub+zip",
        "toc.ncx": f"<ncx>\n<docTitle>{title}</docTitle>\n<navPoint id='1'/>\n</ncx>\n",
        "content.opf": f"<package>\n<dc:title>{title}</dc:title>\n<dc:identifier>1</dc:identifier>\n</package>\n",
        "chapter.html": f"<html><body><h1>{title}</h1><p>Trees have leaves.</p></body></html>",
    }
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()


MAKERS: Mapping[str, Callable[[], bytes]] = {
    **{name: functools.partial(str.encode, content) for name, content in TEXTS.items()},
    "leaves_gold.zip": leaves_zip,
    "gold.tar.gz": leaves_tar,
    "book.epub": book,
}
