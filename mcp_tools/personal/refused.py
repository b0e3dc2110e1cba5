"""The one error of actions."""


class Refused(Exception):
    """A call is refused and changes nothing. The message says what is wrong and what is expected."""
