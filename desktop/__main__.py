"""Starts the window. Nothing of Qt is imported on top, so that a machine that lacks a part is told which."""

from __future__ import annotations

import argparse
import faulthandler
import sys
from pathlib import Path
from typing import TextIO

from engine.home import default_home

FAULT_FILE = "crash.txt"


def main(arguments: list[str] | None = None) -> int:
    """``ordrett [--home DIR] [--sample]``: 0 when the window was closed, 1 when it could not be opened."""
    parser = argparse.ArgumentParser(prog="ordrett", description="Opens the window of Ordrett.")
    parser.add_argument("--home", type=Path, help="folder of the data (default: the data folder of the platform)")
    parser.add_argument("--sample", action="store_true", help="open the sample matter where nothing was added yet")
    options = parser.parse_args(arguments)
    home: Path = options.home or default_home()
    fault_file = watch_for_crashes(home)
    try:
        from desktop.app import run
    except ImportError as error:
        tell(missing(error))
        return 1
    try:
        return run(home, sample=options.sample)
    finally:
        if fault_file is not None:
            faulthandler.disable()
            fault_file.close()


def watch_for_crashes(home: Path) -> TextIO | None:
    """Let a crash in native code (Qt, PDFium) leave its trace in the home folder; None where nothing can be written."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        file = (home / FAULT_FILE).open("w", encoding="utf-8")
    except OSError:
        return None
    faulthandler.enable(file)
    return file


def missing(error: ImportError) -> str:
    """What to tell when a part cannot be loaded."""
    text = f"Ordrett cannot open its window: {error}."
    if "lib" in str(error) and sys.platform.startswith("linux"):
        text += (
            " A system library is missing; on Debian and Ubuntu: sudo apt install libegl1 libxkbcommon0 libxcb-cursor0"
        )
    return text


def tell(text: str) -> None:
    """On stderr, and in a window of Tk where there is one, for people who started it with a click."""
    print(text, file=sys.stderr)
    try:
        import tkinter
        from tkinter import messagebox

        root = tkinter.Tk()
        root.withdraw()
        messagebox.showerror("Ordrett", text)
        root.destroy()
    except Exception:
        return  # no display, or Python without Tk: stderr has it


if __name__ == "__main__":
    sys.exit(main())
