"""Read by every Python child of the test suite (this folder stands on PYTHONPATH): puts the socket guard on it."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

_spec = importlib.util.spec_from_file_location(
    "ordrett_network_guard", Path(__file__).parent.parent / "network_guard.py"
)
if _spec is not None and _spec.loader is not None:
    _guard = importlib.util.module_from_spec(_spec)
    sys.modules[_spec.name] = _guard
    _spec.loader.exec_module(_guard)
    _guard.watch()
