"""Reads RTF: text in its code pages, paragraphs, headings, literal list numbers, tables, notes, tracked
changes.
"""

from __future__ import annotations

import re

from engine.convert.rtf.blocks import BlockBuilder
from engine.convert.rtf.state import Paragraph, RtfDocument, State
from engine.convert.rtf.tokens import CHARSETS, Token, code_page, tokens
from engine.convert.rtf.words import HEADING, MOST_GROUPS, SIGNS, SKIP, STARRED, SUPERSCRIPT, TARGETS, TITLES
from engine.convert.word.numbering import roman
from engine.convert.word.symbols import SYMBOL


def read_rtf(data: bytes) -> RtfDocument:
    """The document in RTF bytes. Broken files give what could be read."""
    return _Reader(data).run()


class _Reader(BlockBuilder):
    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.data = data
        self.stack: list[State] = []
        self.page = "cp1252"
        self.fonts: dict[int, tuple[str, bool]] = {}
        self.font = 0
        self.default_font = 0
        self.style_number = 0
        self.buffer = bytearray()
        self.pending_skip = 0
        self.saved: list[Paragraph] = []  # paragraphs that a note, header or comment interrupts
        self.side: list[str] = []  # text of the destination that is being read (title, font name, author …)
        self.side_depth = 0
        self.notes = {"footnote": 0, "endnote": 0}
        self.note_kind = "footnote"
        self.atn_author = ""
        self.high = ""  # first half of a character that takes two \u

    def run(self) -> RtfDocument:
        star = False
        for token in tokens(self.data):
            if token.kind == "open":
                self.flush()
                if len(self.stack) > MOST_GROUPS:
                    raise RecursionError
                self.stack.append(self.state)
                star = False
            elif token.kind == "close":
                self.flush()
                self.close()
            elif token.kind == "sign" and token.name == "*":
                star = True
            elif token.kind == "word":
                self.word(token, star)
                star = False
            elif token.kind == "sign":
                self.sign(token.name)
            else:
                self.add_bytes(token)
        self.flush()
        self.end_paragraph()
        self.end_table()
        return self.document

    # ---- text

    def add_bytes(self, token: Token) -> None:
        data = token.data
        if self.pending_skip:
            used = min(self.pending_skip, len(data))
            self.pending_skip -= used
            data = data[used:]
        self.buffer += data

    def flush(self) -> None:
        if not self.buffer:
            return
        data = bytes(self.buffer)
        self.buffer.clear()
        if self.state.target in ("skip", "object"):
            if self.state.target == "object":
                self.side.append(data.decode("ascii", "ignore"))
            return
        symbols = "".join(SYMBOL.get(byte, chr(byte)) for byte in data)
        self.put(symbols if self.state.symbol else self.decoded(data))

    def decoded(self, data: bytes) -> str:
        """By the code page of the font; fonts with a wrong one (symbol fonts often) give way to
        the file's.
        """
        try:
            return data.decode(self.state.page or self.page)
        except UnicodeDecodeError:
            return data.decode(self.page, "replace")

    def put(self, text: str) -> None:
        target = self.state.target
        if not text or target == "skip":
            return
        if target in ("fonts", "styles", "authors", "title", "author", "atnauthor"):
            self.side.append(text)
            return
        if self.state.hidden:
            self.document.hidden.append(text)
            return
        if self.state.deleted is not None:
            self.change("deletion", self.state.deleted, text)
            return
        if self.state.inserted is not None:
            self.change("insertion", self.state.inserted, text)
        if self.state.raised and text.strip().isdigit():
            text = text.translate(SUPERSCRIPT)
        count = len(text.strip())
        self.paragraph.letters += count
        self.paragraph.bold += count if self.state.bold else 0
        self.paragraph.size = max(self.paragraph.size, self.state.size if count else 0)
        self.paragraph.parts.append(text)

    def change(self, kind: str, author: int, text: str) -> None:
        authors = self.document.authors
        name = authors[author] if 0 <= author < len(authors) else ""
        last = self.document.changes[-1] if self.document.changes else None
        if last and last["kind"] == kind and last["author"] == name:
            last["text"] += text
        else:
            self.document.changes.append({"kind": kind, "author": name, "date": "", "text": text})

    def sign(self, sign: str) -> None:
        self.flush()
        if self.pending_skip:
            self.pending_skip -= 1
            return
        if sign == "~":
            self.put(" ")
        elif sign == "_":
            self.put("-")
        elif sign in "{}\\":
            self.put(sign)
        elif sign in "\r\n":
            self.end_paragraph()

    # ---- groups

    def close(self) -> None:
        old = self.state
        if self.stack:
            self.state = self.stack.pop()
        if old.target == self.state.target:
            if old.target == "fonts":
                self.side.clear()
            elif old.target == "authors":
                self.document.authors.append("".join(self.side).strip().rstrip(";"))
                self.side.clear()
            elif old.target == "styles":
                self.name_style()
            return
        self.leave(old.target)

    def leave(self, target: str) -> None:
        """The end of a destination: what it held goes where it belongs."""
        if target in ("header", "footer", "note", "comment"):
            text = "".join(self.paragraph.parts).strip()
            self.paragraph = self.saved.pop() if self.saved else Paragraph()
            if target == "note":
                if text:
                    self.paragraph.notes.append(text)
            elif target == "comment":
                self.document.comments.append({"author": self.atn_author, "date": "", "text": text, "about": ""})
            elif text:
                texts = self.document.headers if target == "header" else self.document.footers
                if text not in texts:
                    texts.append(text)
            return
        held = "".join(self.side).strip()
        if target == "title":
            self.document.title = held
        elif target == "author":
            self.document.author = held
        elif target == "atnauthor":
            self.atn_author = held
        elif target == "object":
            digits = re.sub(r"[^0-9A-Fa-f]", "", held)
            self.document.objects.append(bytes.fromhex(digits[: len(digits) // 2 * 2]))
        elif target == "styles":
            self.name_style()
        if target not in ("", "skip"):
            self.side.clear()

    def enter(self, target: str) -> None:
        self.flush()
        self.state = self.state.but(target=target)
        if target in ("header", "footer", "note", "comment"):
            self.saved.append(self.paragraph)
            self.paragraph = Paragraph()
            self.state = self.state.but(raised=False, hidden=False, deleted=None)
        elif target != "skip":
            self.side.clear()

    def name_style(self) -> None:
        name = "".join(self.side).strip().rstrip(";").strip()
        self.side.clear()
        found = HEADING.match(name)
        if found:
            self.styles.setdefault(self.style_number, int(found.group(1)) - 1)
        elif name.lower() in TITLES:
            self.styles.setdefault(self.style_number, 0)

    # ---- control words

    def word(self, token: Token, star: bool) -> None:
        name, number = token.name, token.number
        self.flush()
        if star and name not in STARRED:
            self.enter("skip")
            return
        if self.state.target == "skip" and name not in ("u", "uc"):
            return
        if name in SKIP:
            self.enter("skip")
        elif name in TARGETS:
            self.enter(TARGETS[name])
        elif name in SIGNS:
            if name == "cell":
                self.end_cell()
            else:
                self.put(SIGNS[name])
        elif not (self.format(name, number) or self.structure(name, number)):
            self.font_word(name, number)

    def format(self, name: str, number: int | None) -> bool:
        """Control words that change how text is read."""
        state, off = self.state, number == 0
        if name == "plain":
            self.state = state.but(hidden=False, raised=False, bold=False, deleted=None, inserted=None, size=24)
        elif name == "b":
            self.state = state.but(bold=not off)
        elif name == "v":
            self.state = state.but(hidden=not off)
        elif name == "super":
            self.state = state.but(raised=not off)
        elif name in ("nosupersub", "sub"):
            self.state = state.but(raised=False)
        elif name == "fs":
            self.state = state.but(size=number or 24)
        elif name == "deleted":
            self.state = state.but(deleted=None if off else (state.deleted or 0))
        elif name == "revauthdel":
            self.state = state.but(deleted=number if state.deleted is not None else None)
        elif name == "revised":
            self.state = state.but(inserted=None if off else (state.inserted or 0))
        elif name == "revauth":
            self.state = state.but(inserted=number if state.inserted is not None else None)
        elif name == "uc":
            self.state = state.but(uc=max(0, number or 0))
        elif name == "u":
            self.unicode(number or 0)
        else:
            return False
        return True

    def unicode(self, number: int) -> None:
        letter = chr(number % 65536)
        if "\ud800" <= letter <= "\udbff":
            self.high = letter
        elif self.high and "\udc00" <= letter <= "\udfff":
            self.put((self.high + letter).encode("utf-16", "surrogatepass").decode("utf-16"))
            self.high = ""
        else:
            self.put(
                SYMBOL.get(number % 256, letter) if 0xF000 <= number % 65536 <= 0xF0FF and self.state.symbol else letter
            )
        self.pending_skip = self.state.uc

    def structure(self, name: str, number: int | None) -> bool:
        """Paragraphs, tables, notes."""
        if name in ("par", "sect", "page", "column"):
            self.end_paragraph() if name == "par" or self.paragraph.parts else None
        elif name == "pard":
            self.state = self.state.but(table=False, style=0, outline=None)
        elif name == "intbl":
            self.state = self.state.but(table=True)
        elif name == "outlinelevel":
            self.state = self.state.but(outline=number)
            if self.state.target == "styles" and number is not None and number < 9:
                self.styles[self.style_number] = number
        elif name == "s":
            self.style_number = number or 0
            self.state = self.state.but(style=self.style_number)
        elif name == "trowd":
            self.row.merges.clear()
        elif name in ("clvmrg", "clmrg"):
            self.row.next_merge = "down" if name == "clvmrg" else "left"
        elif name == "cellx":
            self.row.merges.append(self.row.next_merge)
            self.row.next_merge = ""
        elif name == "nestcell":
            self.put(" ")
        elif name == "row":
            self.end_row()
        elif name == "chftn":
            self.note_mark()
        elif name == "ftnalt":
            self.make_endnote()
        else:
            return False
        return True

    def note_mark(self) -> None:
        """The sign of a note: counted in the text, repeated at the start of the note."""
        if self.state.target == "note":
            # The first \chftn of a note repeats the sign given in the text.
            self.put(self.sign_of(self.note_kind))
        else:
            self.note_kind = "footnote"
            self.notes["footnote"] += 1
            self.paragraph.parts.append(self.sign_of("footnote"))

    def make_endnote(self) -> None:
        """The note that has just begun is an endnote: its sign in the text was counted as a footnote's."""
        self.note_kind = "endnote"
        wrong = self.sign_of("footnote")
        self.notes["footnote"] -= 1
        self.notes["endnote"] += 1
        parts = self.saved[-1].parts if self.saved else []
        if parts and parts[-1] == wrong:
            parts[-1] = self.sign_of("endnote")

    def sign_of(self, kind: str) -> str:
        count = self.notes[kind]
        return (roman(count) if kind == "endnote" and count else str(count)).translate(SUPERSCRIPT)

    def font_word(self, name: str, number: int | None) -> None:
        if name == "ansicpg":
            self.page = code_page(number)
        elif name in ("mac", "pc", "pca"):
            self.page = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}[name]
        elif name == "deff":
            self.default_font = number or 0
        elif name == "f":
            self.font = number or 0
            if self.state.target != "fonts":
                page, symbol = self.fonts.get(self.font, ("", False))
                self.state = self.state.but(page=page, symbol=symbol)
        elif name == "fcharset" and self.state.target == "fonts":
            self.fonts[self.font] = (CHARSETS.get(number or 0, ""), number == 2)
        elif name == "cpg" and self.state.target == "fonts":
            self.fonts[self.font] = (code_page(number), False)
