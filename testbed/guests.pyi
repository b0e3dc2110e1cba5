# ruff: isort: skip_file
"""Guests, their tools, and for authors of providers and tool filters."""

# Guests and providers
from controller.core.guest import Guest as Guest
from controller.core.guest import CommandResult as CommandResult
from controller.core.guest import HOME as HOME
from controller.core.guest import FILE_LIMIT as FILE_LIMIT
from controller.core.guest import parse_structured as parse_structured
from controller.core.windows import windows_of as windows_of
from controller.core.waiting import wait_until as wait_until
from controller.core.pausing import PausableGuest as PausableGuest
from controller.core.ports import OffersPorts as OffersPorts
from controller.guests.provider import Provider as Provider
from controller.guests.provider import GuestOptions as GuestOptions
from controller.guests.provider import ProviderSpec as ProviderSpec
from controller.guests.provider import HEADLESS as HEADLESS
from controller.guests.provider import ForkingProvider as ForkingProvider
from controller.guests.provider import Leftover as Leftover
from controller.guests.registry import create_provider as create_provider
from controller.runs.guest_options import guest_options as guest_options
from controller.runs.guest_pool import GuestPool as GuestPool
from controller.guests.self_check import self_check as self_check
from controller.guests.self_check import CheckResult as CheckResult
from controller.guests.self_check import NotConforming as NotConforming
from controller.guests.profile_packages import profile_packages as profile_packages
from checkers.base import GuestView as GuestView

# Tools and tool filters
from controller.core.guest import Tool as Tool
from controller.core.guest import ToolResult as ToolResult
from controller.tool_filter.catalogue import load_catalogue as load_catalogue
from controller.tool_filter.osworld_mcp_names import osworld_mcp_name as osworld_mcp_name
from controller.tool_filter.osworld_mcp_names import osworld_mcp_tool as osworld_mcp_tool
from controller.tool_filter.base import ToolFilter as ToolFilter
from controller.tool_filter.base import FilterRequest as FilterRequest
from controller.tool_filter.base import FilterSpec as FilterSpec
from controller.tool_filter.base import FilterOptions as FilterOptions
from controller.tool_filter.base import Ranking as Ranking
from controller.tool_filter.budget import ToolBudget as ToolBudget
from controller.tool_filter.servers import tools_by_server as tools_by_server
from controller.tool_filter.servers import known_servers as known_servers
from controller.tool_filter.servers import tool_of_server as tool_of_server
from controller.tasks.added_servers import AddedServers as AddedServers
from controller.tasks.task_servers import TaskServers as TaskServers
from controller.tasks.servers import offer_servers as offer_servers
