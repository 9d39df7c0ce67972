"""Linux: moves the test process into a network of its own that holds nothing but loopback.

Every child inherits it, whatever language it is written in, so nothing of the suite can reach another machine. It
takes root (as in CI); elsewhere only the Python guard stands. The kernel counts packets that found no route, which
tells at the end whether something that is not Python tried.
"""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import sys
from pathlib import Path

_CLONE_NEWNET = 0x40000000  # linux/sched.h
_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 0x1  # linux/sockios.h, linux/if.h


def enter() -> bool:
    """Leave the machine's network for an empty one with loopback up; False where that is not possible."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWNET) != 0:
        return False
    _raise_loopback()
    return True


def attempts() -> int:
    """How often, in this network, a packet or connection found no way out (0 when nothing tried)."""
    return sum(_counter(name) for name in ("snmp", "snmp6"))


def _raise_loopback() -> None:
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        request = fcntl.ioctl(handle, _SIOCGIFFLAGS, struct.pack("16sH22x", b"lo", 0))
        flags = struct.unpack_from("16sH", request)[1]
        fcntl.ioctl(handle, _SIOCSIFFLAGS, struct.pack("16sH22x", b"lo", flags | _IFF_UP))


def _counter(name: str) -> int:
    """``OutNoRoutes`` of one protocol table of the kernel (two layouts: columns for v4, lines for v6)."""
    path = Path("/proc/thread-self/net") / name
    if not path.exists():
        return 0
    lines = path.read_text(encoding="ascii").splitlines()
    if name == "snmp6":
        return sum(int(line.split()[1]) for line in lines if line.startswith("Ip6OutNoRoutes"))
    heads, values = (line.split() for line in lines if line.startswith("Ip:"))
    return int(values[heads.index("OutNoRoutes")])
