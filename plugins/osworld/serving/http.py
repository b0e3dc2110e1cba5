"""OSWorld's in-guest server over HTTP: for OSWorld's own clients, one application for each guest."""

from __future__ import annotations

import json
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request as HttpRequest
from starlette.responses import Response as HttpResponse
from starlette.routing import Route

from plugins.osworld.tasks.server.facade import ENDPOINTS, answer
from plugins.osworld.tasks.server.message import Request
from testbed.guests import Guest

LOOPBACK = ("127.0.0.1", "localhost", "::1")


class NotUnderstoodError(Exception):
    """A request whose body is not what its type says."""


def make_app(guest: Guest) -> Starlette:
    """Return the application that answers for a guest.

    Requests whose Host is not loopback are refused, so that a page in a browser of this host cannot reach the guest by
    a name of its own.
    """

    async def respond(http: HttpRequest) -> HttpResponse:
        if http.url.hostname not in LOOPBACK:
            return HttpResponse("Forbidden", 403)
        try:
            request = await _parse(http)
        except NotUnderstoodError as error:
            return HttpResponse(str(error), 400)
        response = await run_in_threadpool(answer, guest, request)
        return HttpResponse(response.body, response.status, media_type=response.media_type)

    paths = sorted({path for _, path in ENDPOINTS})
    return Starlette(routes=[Route(path, respond, methods=["GET", "POST"]) for path in paths])


async def _parse(http: HttpRequest) -> Request:
    if http.method != "POST":
        return Request(http.method, http.url.path)
    if http.headers.get("content-type", "").partition(";")[0] == "application/json":
        return Request(http.method, http.url.path, _object(await http.body()))
    fields: dict[str, Any] = {}
    files: dict[str, bytes] = {}
    async with http.form() as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                files[name] = await value.read()
            else:
                fields[name] = value
    return Request(http.method, http.url.path, fields, files)


def _object(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body or b"{}")
    except (ValueError, RecursionError) as error:
        raise NotUnderstoodError(f"the body is no JSON: {error}") from error
    if not isinstance(value, dict):
        raise NotUnderstoodError("the body is no JSON object")
    return value
