"""What pip cannot bring (Qt's shared libraries, fonts, OCR data, a compiler): installs it or names it."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from said import Trouble, say, warn

# What PySide6's xcb and offscreen platforms load at run time, and Debian's package for each.
QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xinerama.so.0": "libxcb-xinerama0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
}
# The model runtime is compiled with OpenMP.
RUNTIME_LIBRARIES = {"libgomp.so.1": "libgomp1"}
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")
FONT_PACKAGE = "fonts-dejavu-core"
# Tesseract's trained data as Debian and Ubuntu lay it (the folder's number is Tesseract's major version).
OCR_ROOT = Path("/usr/share/tesseract-ocr")
OCR_DATA = {"Latin.traineddata": "tesseract-ocr-script-latn", "osd.traineddata": "tesseract-ocr-osd"}
COMPILER_PACKAGE = "g++"


def ensure(*, compiler: bool) -> None:
    """Install what is missing if this machine lets us; else raise Trouble with the one command to run.

    ``compiler``: a C++ compiler is needed too (the model runtime has yet to be built).
    """
    if sys.platform == "darwin":
        _name_for_mac(compiler)
        return
    if os.name == "nt":
        _name_for_windows(compiler)
        return
    missing = missing_packages(compiler=compiler)
    if not missing:
        return
    if not shutil.which("apt-get"):
        warn(f"missing (Debian's names; install this system's own packages of them): {' '.join(missing)}")
        return
    command = apt_prefix()
    if command is None:
        line = f"sudo apt-get install -y {' '.join(missing)}"
        raise Trouble(f"System packages are missing. Run this, then try again:\n  {line}")
    say(f"Installing system packages: {' '.join(missing)}")
    _apt([*command, "update", "-q"])
    _apt([*command, "install", "-y", "-q", "--no-install-recommends", *missing])
    if still := missing_packages(compiler=compiler):
        raise Trouble(f"apt-get installed the packages, yet these parts are still missing: {' '.join(still)}")


def missing_packages(*, compiler: bool) -> list[str]:
    """Debian's names of the packages whose parts are not on this machine, in a steady order."""
    missing = [package for library, package in (QT_LIBRARIES | RUNTIME_LIBRARIES).items() if not _loads(library)]
    if not any(next(Path(folder).rglob("*.[to]t[fc]"), None) for folder in FONT_FOLDERS if Path(folder).is_dir()):
        missing.append(FONT_PACKAGE)
    found = {path.name for path in OCR_ROOT.rglob("*.traineddata")} if OCR_ROOT.is_dir() else set()
    missing += [package for name, package in OCR_DATA.items() if name not in found]
    if compiler and not has_compiler():
        missing.append(COMPILER_PACKAGE)
    if not has_venv():
        missing += [f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"]
    return missing


def has_compiler() -> bool:
    """Whether a C++ compiler can be called by a usual name."""
    return any(shutil.which(name) for name in (os.environ.get("CXX", "c++"), "c++", "g++", "clang++", "cl"))


def has_venv() -> bool:
    """Whether this Python can make an environment with pip in it (Debian packages that apart)."""
    return importlib.util.find_spec("venv") is not None and importlib.util.find_spec("ensurepip") is not None


def apt_prefix() -> list[str] | None:
    """How apt-get may be called here without asking for a password, or None."""
    if os.geteuid() == 0:
        return ["apt-get"]
    if sudo := shutil.which("sudo"):
        allowed = subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode == 0
        return [sudo, "-n", "apt-get"] if allowed else None
    return None


def _apt(command: list[str]) -> None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        raise Trouble(f"{' '.join(command)} failed:\n{(done.stderr or done.stdout).strip()[-1500:]}")


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _name_for_mac(compiler: bool) -> None:
    if compiler and not has_compiler():
        raise Trouble("A C++ compiler is missing. Run this, then try again:\n  xcode-select --install")
    if not shutil.which("tesseract"):
        # tesserocr has no wheel for macOS: pip compiles it against Homebrew's library.
        raise Trouble(
            "Text recognition is missing. Run this, then try again:\n  brew install tesseract tesseract-lang pkgconf"
        )


def _name_for_windows(compiler: bool) -> None:
    if compiler and not has_compiler():
        warn("no C++ compiler on the path; the build looks for Visual Studio's Build Tools (C++) itself.")
    warn("scans can be read when Tesseract's data is installed and TESSDATA_PREFIX names its folder.")
