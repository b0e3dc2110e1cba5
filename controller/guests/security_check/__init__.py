"""Attempts of an agent's user to reach what it must not: root, the judge, the host, other guests, the network.

`security_check` runs them all on guests of a provider. docs/security.md has the boundaries they test.
"""

from controller.guests.security_check.attempt import Attempt as Attempt
from controller.guests.security_check.check import ATTEMPTS as ATTEMPTS
from controller.guests.security_check.check import AttemptResult as AttemptResult
from controller.guests.security_check.check import security_check as security_check
