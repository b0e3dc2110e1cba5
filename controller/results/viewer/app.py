"""The viewer as a web application: a response for each address of links.py.

Only GET is allowed, except for the answer to a run's open question. A page's ETag is derived from the states of its
files, so that a repeated request is answered without reading them. Any other address is answered with 404.
"""

from __future__ import annotations

import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.core.loopback import LoopbackOnly
from controller.results.viewer.files import ASSETS, asset, picture_type
from controller.results.viewer.html import POLICY, refusal
from controller.results.viewer.library import RunLibrary
from controller.results.viewer.links import Links
from controller.results.viewer.pages import ViewerPage, ViewerPages
from controller.results.viewer.run_tasks import TaskFilter
from controller.results.viewer.video import VIDEO_TYPES
from testbed.errors import TestbedError

MOST_FORM = 4096
"""Longest form that is read, in bytes."""
KEPT_PAGES = 16
"""How many rendered pages are cached."""
_POLICY = f"{POLICY}; frame-ancestors 'none'"
_NUMBER = re.compile(r"[1-9][0-9]{0,6}")
_EPISODE = "/runs/{run}/{domain}/{slug}/{epoch}/"


class Viewer:
    """The web application of a library: `app`."""

    def __init__(self, library: RunLibrary) -> None:
        self._pages = ViewerPages(library)
        self._tag = secrets.token_hex(4)  # another version may render the same files differently
        self._lock = threading.Lock()
        self._made: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self.app = Starlette(
            routes=[
                Route("/", self._runs),
                Route("/compare", self._choose),
                Route("/compare/{a}/{b}/", self._compare),
                Route("/compare/{a}/{b}/{domain}/{slug}/{epoch}/", self._episodes),
                Route("/tasks/", self._tasks),
                Route("/assets/{name}", _asset),
                Route("/runs/{run}/", self._run),
                Route("/runs/{run}/answer", self._take_answer, methods=["POST"]),
                Route("/runs/{run}/pages/{name}/", self._plugin_page),
                Route(_EPISODE, self._episode),
                Route(f"{_EPISODE}events.jsonl", self._events),
                Route(f"{_EPISODE}attempt-{{attempt}}/", self._episode),
                Route(f"{_EPISODE}attempt-{{attempt}}/events.jsonl", self._events),
                Route(f"{_EPISODE}screens/{{name}}", self._picture),
                Route(f"{_EPISODE}episode.{{form}}", self._video),
            ],
            middleware=[Middleware(LoopbackOnly, policy=_POLICY), Middleware(PlainAddresses)],
            exception_handlers={HTTPException: _refusal, TestbedError: _failure_page},
        )
        self.app.router.redirect_slashes = False

    def _runs(self, request: Request) -> Response:
        return self._answer(request, self._pages.runs())

    def _run(self, request: Request) -> Response:
        query = request.query_params
        task_filter = TaskFilter(*(query.get(name, "") for name in ("domain", "verdict", "status", "text")))
        return self._answer(request, self._pages.run(request.path_params["run"], task_filter))

    def _plugin_page(self, request: Request) -> Response:
        return self._answer(request, self._pages.plugin_page(**request.path_params))

    def _choose(self, request: Request) -> Response:
        """Redirect the form of the page of runs to the comparison."""
        a, b = (request.query_params.get(side, "") for side in "ab")
        if not a or not b or a == b:
            return _plain(request, 400, "Choose two runs", "choose one as A and another one as B")
        if not self._pages.has_run(a) or not self._pages.has_run(b):
            raise HTTPException(404)
        return RedirectResponse(f"compare/{a}/{b}/", status_code=303)

    def _compare(self, request: Request) -> Response:
        a, b = request.path_params["a"], request.path_params["b"]
        common = request.query_params.get("common") == "1"
        return self._answer(request, self._pages.comparison(a, b, common_only=common))

    def _tasks(self, request: Request) -> Response:
        return self._answer(request, self._pages.tasks())

    def _episodes(self, request: Request) -> Response:
        parameters = request.path_params
        if not _NUMBER.fullmatch(parameters["epoch"]):
            raise HTTPException(404)
        task = f"{parameters['domain']}/{parameters['slug']}"
        page = self._pages.episodes(parameters["a"], parameters["b"], task, int(parameters["epoch"]))
        return self._answer(request, page)

    async def _take_answer(self, request: Request) -> Response:
        """Take the answer to a run's open question; the page of its episode follows."""
        if not _from_own_page(request):
            raise HTTPException(403, "the answer must come from the viewer's own page")
        form = await _form(request)
        run = request.path_params["run"]
        if not self._pages.has_run(run):
            raise HTTPException(404)
        question = self._pages.answer(run, form.get("question", ""), form.get("choice", ""))
        if question is None:
            return _plain(
                request,
                409,
                "No longer open",
                "The question was answered, its time is up, or it has no such answer.",
            )
        return RedirectResponse(f"{question.task}/{question.epoch}/", status_code=303)

    def _video(self, request: Request) -> Response:
        form = request.path_params["form"]
        if form not in VIDEO_TYPES:
            raise HTTPException(404)
        run, task, epoch, _ = _attempt_of(request)
        video = self._pages.video(run, task, epoch, form)
        if video is None:
            raise HTTPException(404)
        name = f"{task.replace('/', '-')}-{epoch}.{form}"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-cache"}
        return Response(video, media_type=VIDEO_TYPES[form], headers=headers)

    def _episode(self, request: Request) -> Response:
        return self._answer(request, self._pages.episode(*_attempt_of(request)))

    def _events(self, request: Request) -> Response:
        path = _existing(self._pages.events(*_attempt_of(request)))
        return StreamingResponse(_content(path), media_type="text/plain; charset=utf-8")

    def _picture(self, request: Request) -> Response:
        run, task, epoch, _ = _attempt_of(request)
        path = _existing(self._pages.picture(run, task, epoch, request.path_params["name"]))
        with path.open("rb") as file:
            kind = picture_type(file.read(16))
        if kind is None:
            raise HTTPException(404)
        return FileResponse(
            path, media_type=kind, headers={"cache-control": "private, max-age=31536000, immutable"}
        )

    def _answer(self, request: Request, page: ViewerPage | None) -> Response:
        if page is None:
            raise HTTPException(404)
        tag = f'"{self._tag}-{page.stamp}"'
        headers = {"etag": tag, "cache-control": "no-cache"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return HTMLResponse(self._html(f"{request.url.path}?{request.url.query}", page), headers=headers)

    def _html(self, address: str, page: ViewerPage) -> str:
        with self._lock:
            stamp, text = self._made.get(address, ("", ""))
        if stamp != page.stamp:
            text = page.make()
        with self._lock:
            self._made[address] = (page.stamp, text)
            self._made.move_to_end(address)
            while len(self._made) > KEPT_PAGES:
                self._made.popitem(last=False)
        return text


class PlainAddresses:
    """Answers addresses with encoded characters with 404: the viewer's own have none."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and b"%" in scope.get("raw_path", b""):
            await _plain(Request(scope), 404, *_NOT_FOUND)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in ASSETS:
        raise HTTPException(404)
    return Response(asset(name), headers={"content-type": ASSETS[name], "cache-control": "no-cache"})


def _attempt_of(request: Request) -> tuple[str, str, int, int]:
    """The attempt that an address names: run, task, epoch and number of the attempt."""
    parameters = request.path_params
    numbers = (parameters["epoch"], *([parameters["attempt"]] if "attempt" in parameters else []))
    if not all(map(_NUMBER.fullmatch, numbers)):
        raise HTTPException(404)
    epoch, attempt = int(numbers[0]), int(numbers[1]) if len(numbers) > 1 else 0
    return parameters["run"], f"{parameters['domain']}/{parameters['slug']}", epoch, attempt


def _from_own_page(request: Request) -> bool:
    """Whether no page of another site has sent a request; what is no browser sends none of these headers.

    The viewer's own pages have no referrer, so that browsers send `null` as their origin.
    """
    site, origin = (request.headers.get(name) for name in ("sec-fetch-site", "origin"))
    if site is not None:
        return site == "same-origin"
    return origin in (None, f"http://{request.headers.get('host', '')}")


async def _form(request: Request) -> dict[str, str]:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_FORM:
            raise HTTPException(413, "the form is too long")
    try:
        return dict(parse_qsl(body.decode("ascii"), strict_parsing=True))
    except ValueError as error:
        raise HTTPException(400, "the form cannot be read") from error


def _existing(path: Path | None) -> Path:
    if path is None:
        raise HTTPException(404)
    return path


def _content(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while part := file.read(1 << 18):
            yield part


_NOT_FOUND = ("Not found", "It may have been removed, or the address is wrong.")


def _refusal(request: Request, error: Exception) -> Response:
    code = error.status_code if isinstance(error, HTTPException) else 500
    if code == 404:
        return _plain(request, 404, *_NOT_FOUND)
    return _plain(request, code, f"Error {code}", str(getattr(error, "detail", "")))


def _failure_page(request: Request, error: Exception) -> Response:
    message = error.message if isinstance(error, TestbedError) else str(error)
    return _plain(request, 404, "Cannot be shown", message, getattr(error, "hint", ""))


def _plain(request: Request, code: int, title: str, message: str, hint: str = "") -> Response:
    links = Links(max(0, request.url.path.count("/") - 1))
    return HTMLResponse(refusal(title, message, hint, links), status_code=code)
