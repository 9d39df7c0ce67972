"""The one error of a conversion: a plain sentence for the import list, and a kind to act on."""

from __future__ import annotations

from typing import Literal, get_args

from engine.errors import UserFacingError

FailureKind = Literal[
    "password",  # needs one and none was given
    "wrong_password",
    "corrupt",
    "empty",  # no bytes, or nothing but white space
    "unsupported",
    "too_big",
    "timeout",
    "memory",
    "crash",
    "no_text",  # opened without error, but holds nothing that can be read
]
FAILURE_KINDS: tuple[FailureKind, ...] = get_args(FailureKind)


class ConversionFailed(UserFacingError):  # noqa: N818 - the name the design gives
    """``reason`` is one sentence that may be shown beside the file's name; ``kind`` says what to do next."""

    def __init__(self, reason: str, kind: FailureKind) -> None:
        super().__init__(reason)
        self.reason = reason
        self.kind: FailureKind = kind
