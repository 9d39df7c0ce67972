"""The model's own process: JSON lines in, JSON lines out. ``python -m engine.model.child``.

In:  {"id", "do": "load", path, context, threads, family, plain} · {"id", "do": "generate", messages, grammar, max_tokens, seconds}
     · {"do": "stop", "id"}. End of input ends the process, so it never outlives its parent.
Out: {"id", "read", "of"} while a prompt is read, then one {"id", "ok": {…}} or {"id", "error", "kind"}.
"""

from __future__ import annotations

import json
import os
import queue
import threading
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from engine.model.session import Session


class Child:
    """Reads requests on one thread, so that "stop" is heard while the other computes."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self._source = source
        self._out = out
        self._requests: queue.Queue[dict[str, Any]] = queue.Queue()
        self._stopped: set[int] = set()
        self._current = -1
        self._session: Session | None = None

    def serve(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            request = self._requests.get()
            self._current = request["id"]
            self._answer(request)

    def _listen(self) -> None:
        for line in self._source:
            request = json.loads(line)
            if request["do"] == "stop":
                self._stopped.add(request["id"])
            else:
                self._requests.put(request)
        os._exit(0)  # the parent is gone; a native call on the other thread must not keep the process alive

    def _stop(self) -> bool:
        return self._current in self._stopped

    def _say(self, **line: Any) -> None:
        self._out.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._out.flush()

    def _answer(self, request: dict[str, Any]) -> None:
        number = request["id"]
        try:
            result = self._load(request) if request["do"] == "load" else self._generate(request)
        except Exception as error:  # every failure is told to the parent, who words it for the person
            self._say(id=number, kind=type(error).__name__, error=str(error)[:500])
        else:
            self._say(id=number, ok=result)

    def _load(self, request: dict[str, Any]) -> dict[str, Any]:
        from engine.model.session import Session  # late: loading the native library may kill the process

        self._session = Session(
            request["path"],
            request["context"],
            request["threads"],
            request["family"],
            self._stop,
            plain=request["plain"],
        )
        self._session.warm_up()
        return {"context": self._session.context}

    def _generate(self, request: dict[str, Any]) -> dict[str, Any]:
        if self._session is None:
            raise RuntimeError("no model is loaded")

        def on_read(done: int, total: int) -> None:
            self._say(id=request["id"], read=done, of=total)

        written = self._session.generate(
            request["messages"], request["grammar"], request["max_tokens"], request["seconds"], on_read
        )
        return asdict(written)


def main() -> None:
    """Keeps the real standard output for the protocol: native code that prints must not break a line of JSON."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    source = os.fdopen(os.dup(0), "r", encoding="utf-8", newline="\n")
    Child(source, out).serve()


if __name__ == "__main__":
    main()
