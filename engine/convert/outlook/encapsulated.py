"""The web page that Outlook wraps in RTF (MS-OXRTFEX): ``\\fromhtml1`` and the tags kept beside the text."""

from __future__ import annotations

from engine.convert.rtf.tokens import CHARSETS, code_page, tokens

_WORDS = {
    "par": "\r\n",
    "line": "\r\n",
    "tab": "\t",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "bullet": "•",
    "endash": "–",
    "emdash": "—",
}
_SIGNS = {"~": "&nbsp;", "_": "&shy;", "-": "&shy;", "{": "{", "}": "}", "\\": "\\"}
_SKIP = frozenset(
    "fonttbl colortbl stylesheet info pict object listtable listoverridetable revtbl rsidtbl mhtmltag".split()
)


def html_of(data: bytes) -> str:
    """The page, or "" when the RTF does not come from HTML."""
    if b"\\fromhtml" not in data[:600]:
        return ""
    return _Unwrapper(data).run()


class _Unwrapper:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.page = "cp1252"
        self.fonts: dict[int, str] = {}
        self.out: list[str] = []
        self.buffer = bytearray()
        # per group: text that is only for RTF readers, inside a skipped destination, inside a tag, code page,
        # \uc
        self.state = (False, False, False, "", 1)
        self.stack: list[tuple[bool, bool, bool, str, int]] = []
        self.skip = 0

    def run(self) -> str:
        star = False
        font = None
        for token in tokens(self.data):
            only_rtf, dead, tag, page, count = self.state
            if token.kind == "open":
                self.flush()
                self.stack.append(self.state)
                star = False
                continue
            if token.kind == "close":
                self.flush()
                if self.stack:
                    self.state = self.stack.pop()
                continue
            if token.kind == "sign" and token.name == "*":
                star = True
                continue
            if self.skip and token.kind in ("byte", "text"):
                if token.kind == "byte":
                    self.skip -= 1
                    continue
                used = min(self.skip, len(token.data))
                self.skip -= used
                self.put_bytes(token.data[used:])
                continue
            if token.kind == "word":
                name, number = token.name, token.number
                if name == "htmlrtf":
                    self.flush()
                    self.state = (number != 0, dead, tag, page, count)
                elif name == "htmltag" and star:
                    self.state = (False, False, True, page, count)
                elif name in _SKIP or star:
                    self.state = (only_rtf, True, tag, page, count)
                elif name == "ansicpg":
                    self.page = code_page(number)
                elif name == "f":
                    font = number
                    self.flush()
                    self.state = (only_rtf, dead, tag, self.fonts.get(number or 0, ""), count)
                elif name == "fcharset" and font is not None:
                    self.fonts[font] = CHARSETS.get(number or 0, "")
                elif name == "uc":
                    self.state = (only_rtf, dead, tag, page, number or 0)
                elif name == "u" and number is not None:
                    self.flush()
                    self.put(chr(number % 65536))
                    self.skip = count
                elif name in _WORDS:
                    self.flush()
                    self.put(_WORDS[name])
                star = False
            elif token.kind == "sign":
                self.flush()
                self.put(_SIGNS.get(token.name, ""))
            else:
                self.put_bytes(token.data)
        self.flush()
        return "".join(self.out).encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def silent(self) -> bool:
        only_rtf, dead, _, _, _ = self.state
        return only_rtf or dead

    def put(self, text: str) -> None:
        if not self.silent():
            self.out.append(text)

    def put_bytes(self, data: bytes) -> None:
        if not self.silent():
            self.buffer += data

    def flush(self) -> None:
        if self.buffer:
            self.out.append(bytes(self.buffer).decode(self.state[3] or self.page, "replace"))
            self.buffer.clear()
