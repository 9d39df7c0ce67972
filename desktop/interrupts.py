"""Ctrl+C and a polite kill close the window as its own button would, so that the database is stopped too."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier


class Interrupts(QObject):
    """Wakes Qt's loop when a signal comes: Python runs its handlers only between two steps of its own."""

    def __init__(self, leave: Callable[[], object]) -> None:
        super().__init__()
        self._ours, self._theirs = socket.socketpair()
        for end in (self._ours, self._theirs):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)
        signal.set_wakeup_fd(self._theirs.fileno())
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: leave())

    def _woken(self) -> None:
        self._ours.recv(64)
