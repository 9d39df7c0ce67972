"""Whether this processor has what the model library needs; asked before loading, because the lack of it kills a process."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

# The x86 instruction sets that llama.cpp's default build uses; processors since 2013 (Intel) and 2015 (AMD) have them.
NEEDED = ("avx2", "fma", "f16c")
_WINDOWS_AVX2 = 40  # PF_AVX2_INSTRUCTIONS_AVAILABLE, winnt.h; FMA and F16C came with the same processors


def missing_instructions() -> tuple[str, ...]:
    """The names of instruction sets that are missing; empty on ARM, and where the system does not tell."""
    if platform.machine().lower() not in ("x86_64", "amd64", "i386", "i686"):
        return ()
    if sys.platform == "win32":
        import ctypes

        return () if ctypes.windll.kernel32.IsProcessorFeaturePresent(_WINDOWS_AVX2) else ("avx2",)
    flags = _flags()
    return tuple(name for name in NEEDED if name not in flags) if flags else ()


def _flags() -> set[str]:
    try:
        if sys.platform == "darwin":
            names = ["machdep.cpu.features", "machdep.cpu.leaf7_features"]
            done = subprocess.run(["sysctl", "-n", *names], capture_output=True, text=True, timeout=5, check=False)
            return set(done.stdout.lower().split())
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("flags"):
                return set(line.partition(":")[2].split())
    except (OSError, subprocess.SubprocessError):
        pass
    return set()
