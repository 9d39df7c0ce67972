"""The real child with one reader more: a text file that begins with "!" hangs, dies, grows or calls out."""

import os
import sys
import time
from pathlib import Path

from engine.convert import child, formats, plain
from engine.convert.context import Context
from engine.types import Converted


def read(path: Path, context: Context) -> Converted:
    word = path.read_text("utf-8").strip()
    if word == "!hang":
        time.sleep(600)
    if word == "!work":
        for page in range(600):
            context.progress(page, 600)
            time.sleep(0.1)
    if word == "!die":
        os._exit(3)
    if word == "!grow":
        hoard = []
        while True:
            hoard.append(bytearray(8 * 1024 * 1024))
            time.sleep(0.002)
    if word == "!raise":
        raise ZeroDivisionError
    if word == "!network":
        import socket

        socket.create_connection(("127.0.0.1", 9))
    if word == "!print":
        print('{"ok": true}')
        os.write(1, b'{"ok": true}\n')
    if word == "!lie":
        context.workdir.joinpath("x").write_text("x", "utf-8")
        from engine.types import Attachment

        return Converted(markdown="x", attachments=(Attachment("x", "/etc/hostname"),))
    return plain.read(path, context)


sys.modules["unruly"] = sys.modules[__name__]
formats.READERS["txt"] = "unruly"

if __name__ == "__main__":
    child.main()
