"""Characters of the Symbol and Wingdings fonts, which Word stores as private numbers."""

from __future__ import annotations

from typing import Any

from engine.convert.word.parts import W

# What lawyers' documents use of them: boxes, ticks, bullets, arrows; § and Greek of Symbol.
_WINGDINGS = {
    0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x74: "⧫", 0x76: "❖", 0x9F: "•", 0xA7: "▪", 0xA8: "□", 0xD8: "➢", 0xDF: "←", 0xE0: "→",
    0xE8: "→", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑", 0x4A: "☺", 0x28: "☎", 0x2A: "✉",
}  # fmt: skip
SYMBOL = {
    0xB7: "•", 0xA3: "≤", 0xB3: "≥", 0xB1: "±", 0xB4: "×", 0xB8: "÷", 0xB9: "≠", 0xAE: "→", 0xAC: "←", 0xB0: "°", 0xD2: "®", 0xD3: "©",
    0xD4: "™", 0x61: "α", 0x62: "β", 0x67: "γ", 0x64: "δ", 0x65: "ε", 0x6C: "λ", 0x6D: "μ", 0x70: "π", 0x73: "σ", 0x53: "Σ", 0x44: "Δ",
    0x57: "Ω", 0x2D: "−",
}  # fmt: skip


def symbol(element: Any) -> str:
    """The character of a ``w:sym``; a private one that no table knows becomes "□", so that it is seen."""
    try:
        code = int(element.get(W + "char", ""), 16)
    except ValueError:
        return ""
    font = element.get(W + "font", "").lower()
    low = code & 0xFF if 0xF000 <= code <= 0xF0FF else code
    if font.startswith("wingdings"):
        return _WINGDINGS.get(low, "□")
    if font.startswith("symbol"):
        return SYMBOL.get(low, "□")
    if 0xF000 <= code <= 0xF0FF:
        return chr(low) if 0x20 <= low < 0x7F else "□"
    return chr(code)
