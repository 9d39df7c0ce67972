"""Which folder is the home: the one place that window and command line ask, so that both open the same data."""

from __future__ import annotations

import os
from pathlib import Path

HOME_VARIABLE = "ORDRETT_HOME"


def default_home() -> Path:
    """The folder that ORDRETT_HOME names, else the platform's data folder for this program."""
    if named := os.environ.get(HOME_VARIABLE):
        return Path(named)
    import platformdirs  # here, so that asking costs a start nothing where the variable is set

    return Path(platformdirs.user_data_dir("ordrett", appauthor=False))
