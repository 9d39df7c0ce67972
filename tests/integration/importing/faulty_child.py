"""A reader of law that dies, hangs or talks nonsense over files of certain names; otherwise the real one."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from engine.importing import law_child

_work = law_child.work


def work(message: dict[str, Any], data: bytes) -> tuple[dict[str, Any], bytes]:
    if "crash" in message["name"]:
        os._exit(3)
    if "hang" in message["name"]:
        time.sleep(600)
    if "nonsense" in message["name"]:
        return {"key": 1}, b"x"
    return _work(message, data)


if __name__ == "__main__":
    law_child.work = work
    sys.exit(law_child.main())
