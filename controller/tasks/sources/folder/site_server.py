"""Runs in the guest, under the system's Python: a site on a port of the guest itself, for the step `serve` of a task.

    site_server.py FOLDER PORT

Shows the pages of FOLDER as they are at each request. What is sent to /NAME is taken if a page has a form with the
action /NAME that a browser could fill in so; it is kept as a line of JSON in the service's state folder, and the next
page is NAME-sent. Anything else is refused with 409, as by a site that keeps track of what it offers.
"""

import json
import os
import re
import socket
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl

BODY_LIMIT = 10_000
_CHOICES = ("radio", "checkbox", "hidden", "submit")
"""Types of inputs whose value is the page's."""


@dataclass
class Field:
    """A field of a form.

    Attributes:
        required: Whether a browser sends the form only with a value.
        always: Whether a browser sends the field in any case, empty if need be.
        several: Whether it can have more than one value.
        values: What can be chosen; None of a field that is typed.
        pattern: What a typed value must match; "" for any.
        length: The most characters that can be typed.
    """

    required: bool = False
    always: bool = False
    several: bool = False
    values: "list[str] | None" = None
    pattern: str = ""
    length: int = BODY_LIMIT

    def takes(self, given: "list[str]") -> bool:
        """Test whether a browser could send these values."""
        if not given:
            return not (self.required or self.always)
        if len(given) > 1 and (not self.several or len(given) > len(set(given))):
            return False
        return all(self._takes(value) for value in given)

    def _takes(self, value: str) -> bool:
        if self.values is not None and value not in self.values:
            return False
        if not value.strip():
            return not self.required
        return len(value) <= self.length and (
            not self.pattern or re.fullmatch(self.pattern, value) is not None
        )


@dataclass
class Form:
    """A form: the path that it is sent to, and its fields by their names."""

    action: str
    fields: "dict[str, Field]" = field(default_factory=dict)

    def takes(self, given: "list[tuple[str, str]]") -> bool:
        """Test whether a browser could send these names and values."""
        return all(name in self.fields for name, _ in given) and all(
            each.takes([value for name, value in given if name == known])
            for known, each in self.fields.items()
        )


class FormReader(HTMLParser):
    """Collects the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._inside = False
        self._select: Field | None = None
        self._option: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: "list[tuple[str, str | None]]") -> None:
        given = dict(attrs)
        if tag == "form":
            self.forms.append(Form((given.get("action") or "").strip("/")))
            self._inside = True
        elif self._inside and tag == "option" and self._select is not None:
            self._end_option()
            if "disabled" not in given:
                value = given.get("value")
                self._option = None if value is not None else []
                if value is not None:
                    self._offer(self._select, value)
        elif self._inside and tag in ("input", "select", "textarea", "button") and "disabled" not in given:
            self._add(tag, given)

    def handle_data(self, data: str) -> None:
        if self._option is not None:
            self._option.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("option", "select"):
            self._end_option()
        if tag == "select":
            self._select = None
        elif tag == "form":
            self._inside = False

    def _add(self, tag: str, given: "dict[str, str | None]") -> None:
        name, kind = given.get("name"), given.get("type") or ("submit" if tag == "button" else "text")
        if not name:
            return
        known = self.forms[-1].fields.setdefault(name, Field())
        known.required = known.required or "required" in given
        if tag == "select":
            known.always, known.several = "multiple" not in given, "multiple" in given
            known.values, self._select = [], known
        elif tag != "textarea" and kind in _CHOICES:
            known.several = kind == "checkbox"
            known.always = kind == "hidden"
            self._offer(known, given.get("value") or "on")
        else:
            known.always = True
            known.pattern = given.get("pattern") or ""
            known.length = int(given.get("maxlength") or BODY_LIMIT)

    def _end_option(self) -> None:
        if self._option is not None and self._select is not None:
            self._offer(self._select, " ".join("".join(self._option).split()))
        self._option = None

    @staticmethod
    def _offer(known: Field, value: str) -> None:
        known.values = [*(known.values or []), value]


def offered(pages: "list[str]", action: str) -> "list[Form]":
    """Return the forms of pages that are sent to /`action`."""
    forms = []
    for page in pages:
        reader = FormReader()
        reader.feed(page)
        reader.close()
        forms += [form for form in reader.forms if form.action == action]
    return forms


class Site(BaseHTTPRequestHandler):
    """The site; `folder` has its pages, `sent` is the file of what was sent."""

    folder: Path
    sent: Path

    def do_GET(self) -> None:
        page = self._pages().get(self.path.partition("?")[0].strip("/") or "index")
        if page is None:
            self.send_error(404)
            return
        body = page.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        action, length = self.path.strip("/"), int(self.headers.get("Content-Length", 0))
        forms = offered([page.read_text(encoding="utf-8") for page in self._pages().values()], action)
        if length > BODY_LIMIT or f"{action}-sent" not in self._pages():
            self.send_error(404)
            return
        given = parse_qsl(self.rfile.read(length).decode("utf-8", "replace"), keep_blank_values=True)
        if not any(form.takes(given) for form in forms):
            self.send_error(409, "No page offers this now")
            return
        values = {name: ",".join(value for other, value in given if other == name) for name, _ in given}
        with self.sent.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**values, "form": action}) + "\n")
        self.send_response(303)
        self.send_header("Location", f"/{action}-sent")
        self.end_headers()

    def _pages(self) -> "dict[str, Path]":
        return {path.stem: path for path in self.folder.glob("*.html")}


def main(folder: str, port: str) -> None:
    """Serve until the service is stopped; tell systemd when requests are accepted."""
    Site.folder, Site.sent = Path(folder), Path(os.environ["STATE_DIRECTORY"]) / "sent.jsonl"
    with (
        ThreadingHTTPServer(("127.0.0.1", int(port)), Site) as server,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready,
    ):
        ready.connect(os.environ["NOTIFY_SOCKET"])
        ready.send(b"READY=1")
        server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
