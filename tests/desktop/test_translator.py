"""A translator that is no longer used is freed by Qt, never by Python while Qt looks a word up in another one."""

from __future__ import annotations

import gc
import subprocess
import sys

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.texts import Translator

# An old translator in a ring of Python objects, and a garbage collector that runs in the middle of a look-up.
LOOK_UP = """
import gc
from PySide6.QtCore import QCoreApplication
from desktop.texts import CONTEXT, Translator

class Collecting(Translator):
    def translate(self, *arguments):
        gc.collect()
        return super().translate(*arguments)

application = QCoreApplication([])
gc.disable()
ring = {"old": Translator("nb", application)}
ring["ring"] = ring
del ring
new = Collecting("nb", application)
application.installTranslator(new)
assert QCoreApplication.translate(CONTEXT, "Cancel")
print("answered")
"""


def test_it_lives_until_qt_lets_it_go(qapp: QApplication, qtbot: QtBot) -> None:
    gone: list[bool] = []
    translator = Translator("nb", qapp)
    translator.destroyed.connect(lambda: gone.append(True))
    translator.deleteLater()
    del translator
    gc.collect()
    assert not gone
    qtbot.waitUntil(lambda: bool(gone))


def test_a_look_up_during_which_python_collects_garbage_ends() -> None:
    """In a process of its own: where this fails, it waits for itself for ever."""
    done = subprocess.run([sys.executable, "-c", LOOK_UP], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "answered"
