"""The applications by their ids, each in a module of its own."""

from __future__ import annotations

from mcp_tools.personal.apps.calendar import CALENDAR
from mcp_tools.personal.apps.contacts import CONTACTS
from mcp_tools.personal.apps.feed import FEED
from mcp_tools.personal.apps.forum import FORUM
from mcp_tools.personal.apps.mail import MAIL
from mcp_tools.personal.apps.messenger import MESSENGER
from mcp_tools.personal.apps.notes import NOTES
from mcp_tools.personal.apps.team import TEAM
from mcp_tools.personal.apps.vault import VAULT

APPS = {app.id: app for app in (CALENDAR, CONTACTS, FEED, FORUM, MAIL, MESSENGER, NOTES, TEAM, VAULT)}
