"""Errors by blame: what the person may be shown, what the machine lacks, and (all else) our own bugs."""

from __future__ import annotations


class UserFacingError(Exception):
    """Its text may be shown as it is: one sentence with what happened, to which file, and what to do."""


class EnvironmentProblem(UserFacingError):  # noqa: N818 - the name the design gives
    """The disk, a port or a permission stands in the way; the text says which and what to do."""


class Stopped(Exception):  # noqa: N818 - not an error: the person pressed stop
    """The person stopped the work; nothing is shown."""
