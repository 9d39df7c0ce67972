"""Builds the model runtime (llama-cpp-python) once for this processor; keeps its wheel outside the tree."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from places import cache
from said import Trouble, say

VERSION = "0.3.36"
# Only the library is wanted: tools, examples, server and pictures would double the time of the build.
CMAKE_ARGS = " ".join(
    f"-D{name}=OFF"
    for name in (
        "LLAMA_BUILD_TOOLS",
        "LLAMA_BUILD_EXAMPLES",
        "LLAMA_BUILD_SERVER",
        "LLAMA_BUILD_TESTS",
        "LLAVA_BUILD",
        "MTMD_BUILD",
    )
)
# Virtual machines are seen that announce AMX and crash at its first instruction; laptop processors have none anyway.
NO_AMX = "-mno-amx-tile -mno-amx-int8 -mno-amx-bf16"
# The instruction sets that change the compiled code (GGML_NATIVE). Other flags come and go with kernel
# versions and would force a rebuild for nothing.
_COMPILED_FOR = re.compile(r"(sse|ssse|avx|fma|f16c|bmi|asimd|sve|i8mm|bf16|fphp|dotprod)\w*")


def cached() -> Path | None:
    """The wheel built earlier for this processor, or None."""
    return next(iter(sorted(folder().glob("llama_cpp_python-*.whl"))), None)


def folder() -> Path:
    """Where the wheel of this version and processor is kept (it calls C through ctypes: any Python 3 takes it)."""
    machine = f"{sys.platform}-{platform.machine().lower()}"
    return cache() / "wheels" / f"llama-{VERSION}-{machine}-{processor_key()}"


def processor_key() -> str:
    """Twelve hex digits that differ where the compiled code would."""
    return hashlib.sha256(" ".join(sorted(_processor_words())).encode()).hexdigest()[:12]


def build(python: Path) -> Path:
    """Build the wheel with ``python -m pip``, showing that it goes on; returns the file. Raises Trouble."""
    target = folder()
    work = target.with_name(target.name + f".{os.getpid()}.part")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    log = cache() / "llama-build.log"
    say(f"Building the model runtime for this processor, once: 5 to 15 minutes on two cores (log: {log})")
    environment = os.environ | {"CMAKE_ARGS": f"{CMAKE_ARGS} {os.environ.get('CMAKE_ARGS', '')}".strip()}
    if _knows_amx():
        environment |= {name: f"{NO_AMX} {os.environ.get(name, '')}".strip() for name in ("CFLAGS", "CXXFLAGS")}
    command = [
        str(python),
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-cache-dir",
        "--no-binary",
        "llama-cpp-python",
    ]
    command += ["-w", str(work), f"llama-cpp-python=={VERSION}"]
    with log.open("w", encoding="utf-8") as out, _ticking():
        done = subprocess.run(command, env=environment, stdout=out, stderr=subprocess.STDOUT, check=False)
    wheel = next(iter(work.glob("*.whl")), None)
    if done.returncode or wheel is None:
        tail = "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-25:])
        shutil.rmtree(work, ignore_errors=True)
        raise Trouble(f"The model runtime could not be built. The last lines of {log}:\n{tail}")
    target.mkdir(parents=True, exist_ok=True)
    os.replace(wheel, target / wheel.name)
    shutil.rmtree(work, ignore_errors=True)
    return target / wheel.name


def _knows_amx() -> bool:
    """Whether the C++ compiler takes the switches; Windows' own compiler and those for ARM do not."""
    compiler = os.environ.get("CXX", "c++")
    try:
        with tempfile.TemporaryDirectory() as folder:
            empty = Path(folder) / "empty.cpp"
            empty.write_text("", encoding="utf-8")
            command = [compiler, "-Werror", *NO_AMX.split(), "-fsyntax-only", str(empty)]
            return subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


class _ticking:
    """Says once a minute that the build still runs: pip is silent for its whole length."""

    def __enter__(self) -> None:
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        started = time.monotonic()
        while not self._done.wait(60):
            say(f"  still building ({round((time.monotonic() - started) / 60)} min)")

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()


def _processor_words() -> list[str]:
    if sys.platform == "linux":
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
        flags = re.search(r"^(?:flags|Features)\s*:(.*)$", text, re.MULTILINE)
        return [word for word in flags.group(1).split() if _COMPILED_FOR.fullmatch(word)] if flags else []
    if sys.platform == "darwin":
        asked = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return [subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()]
    return [os.environ.get("PROCESSOR_IDENTIFIER", platform.processor())]
