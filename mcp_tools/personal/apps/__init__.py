"""The applications by their ids, each in a module of its own."""

from __future__ import annotations

from mcp_tools.personal.apps.calendar import CALENDAR
from mcp_tools.personal.apps.contacts import CONTACTS
from mcp_tools.personal.apps.mail import MAIL

APPS = {app.id: app for app in (CALENDAR, CONTACTS, MAIL)}
