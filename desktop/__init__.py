"""The window of Ordrett (PySide6). The engine knows nothing of it."""

VERSION = "0.1.0"
