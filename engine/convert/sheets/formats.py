"""Number formats of Excel: a stored number as the sheet shows it.

Separators are those of the format code ("," for thousands, "." for decimals), because the file does not say
in which country it was looked at. Dates of the built-in short format, which also follows the country, are
given as ISO dates.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

BUILT_IN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm", 37: "#,##0;-#,##0", 38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00", 40: "#,##0.00;-#,##0.00",
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
_MONTHS = "January February March April May June July August September October November December".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_PART = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|AM/PM|A/P|[ymdhs]+|\.0+|.', re.I | re.S)
_DATE_LETTERS = re.compile(r"[ymdhs]", re.I)


def is_date(code: str) -> bool:
    """Whether a format shows dates or times."""
    bare = re.sub(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', "", code.split(";")[0])
    return bool(_DATE_LETTERS.search(bare)) and "general" not in bare.lower() and "e+" not in bare.lower()


def shown(value: str, code: str, from_1904: bool) -> str:
    """The stored number ``value`` as ``code`` shows it; the number itself when the code says nothing else."""
    try:
        number = Decimal(value)
    except InvalidOperation:
        return value
    if code in ("General", "@", ""):
        return _general(number)
    if is_date(code):
        return _date(float(number), code.split(";")[0], from_1904)
    sections = code.split(";")
    section = sections[0]
    if number < 0 and len(sections) > 1 and sections[1]:
        section, number = sections[1], -number
        if "General" in section:
            number = -number
    elif number == 0 and len(sections) > 2:
        section = sections[2]
    return _number(number, section)


def _general(number: Decimal) -> str:
    if number == number.to_integral() and abs(number) < Decimal(10) ** 15:
        return str(int(number))
    text = f"{float(number):.10g}"  # a cell shows at most ten digits
    return text if "e" in text else text.rstrip("0").rstrip(".") if "." in text else text


def _number(number: Decimal, section: str) -> str:
    pieces = [part for part in _PART.findall(section) if not part.startswith(("_", "*")) or part in ("_", "*")]
    pattern = "".join(part for part in pieces if part in "0#?.,%Ee+-/" or part.startswith(".0"))
    if not re.search(r"[0#?]", pattern):
        return "".join(_literal(part) for part in pieces)
    if "/" in pattern or "E" in pattern.upper():
        body = _general(number) if "/" in pattern else f"{float(number):.{_decimals(pattern)}E}"
    else:
        if "%" in pattern:
            number *= 100
        digits = pattern.replace("%", "")
        scale = len(digits) - len(digits.rstrip(","))
        number /= Decimal(1000) ** scale
        places = _decimals(digits)
        body = f"{abs(number).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):{',' if ',' in digits.rstrip(',') else ''}f}"
        whole = digits.split(".")[0]
        body = body.zfill(whole.count("0") + (places + 1 if places else 0)) if "," not in body else body
        if number < 0:
            body = f"-{body}"
    return _around(pieces, body).strip()


def _decimals(pattern: str) -> int:
    found = re.search(r"\.([0#?]+)", pattern.split("E")[0].split("e")[0])
    return len(found.group(1)) if found else 0


def _around(pieces: list[str], body: str) -> str:
    """Puts the digits where the code has them, with the words around."""
    out, done = [], False
    for part in pieces:
        if part in "0#?.,Ee+/" or part.startswith(".0"):
            if not done:
                out.append(body)
                done = True
            continue
        out.append(_literal(part))
    return "".join(out)


def _literal(part: str) -> str:
    if part.startswith('"'):
        return part[1:-1]
    if part.startswith("\\"):
        return part[1:]
    if part.startswith("["):
        currency = re.match(r"\[\$([^\]-]*)", part)
        return currency.group(1) if currency else ""
    return part


def _date(serial: float, code: str, from_1904: bool) -> str:
    moment = moment_of(serial, from_1904)
    if moment is None:
        return _general(Decimal(str(serial)))
    parts = _PART.findall(code)
    half_day = any(part.upper() in ("AM/PM", "A/P") for part in parts)
    out: list[str] = []
    after_hour = False
    for at, part in enumerate(parts):
        low = part.lower()
        if low in ("am/pm", "a/p"):
            out.append("AM" if moment.hour < 12 else "PM")
        elif low.startswith("[") and low.strip("[]") in ("h", "hh", "m", "mm", "s", "ss"):
            total = serial * 86400
            out.append(str(int(total // {"h": 3600, "m": 60, "s": 1}[low[1]])))
            after_hour = True
        elif low and set(low) <= set("ymdhs"):
            minutes = low[0] == "m" and (after_hour or _before_seconds(parts[at + 1 :]))
            out.append(_date_part(low, moment, minutes, half_day))
            after_hour = low[0] == "h"
        elif part.startswith(".0"):
            out.append("")
        elif not part.startswith(("_", "*")):
            out.append(_literal(part))
    return "".join(out).strip()


def _before_seconds(rest: list[str]) -> bool:
    following = next((part for part in rest if set(part.lower()) <= set("ymdhs")), "")
    return following.lower().startswith("s")


def _date_part(low: str, moment: datetime, minutes: bool, half_day: bool) -> str:
    letter, count = low[0], len(low)
    if letter == "y":
        return f"{moment.year:04d}" if count > 2 else f"{moment.year % 100:02d}"
    if letter == "m" and minutes:
        return f"{moment.minute:02d}" if count > 1 else str(moment.minute)
    if letter == "m":
        name = _MONTHS[moment.month - 1]
        return {1: str(moment.month), 2: f"{moment.month:02d}", 3: name[:3], 5: name[0]}.get(count, name)
    if letter == "d":
        name = _DAYS[moment.weekday()]
        return {1: str(moment.day), 2: f"{moment.day:02d}", 3: name[:3]}.get(count, name)
    hour = (moment.hour % 12 or 12) if half_day else moment.hour
    value = hour if letter == "h" else moment.second
    return f"{value:02d}" if count > 1 else str(value)


def moment_of(serial: float, from_1904: bool) -> datetime | None:
    """Excel's day count as a moment; None outside the calendar."""
    start = date(1904, 1, 1) if from_1904 else date(1899, 12, 30) if serial >= 60 else date(1899, 12, 31)
    try:
        whole = datetime.combine(start, datetime.min.time()) + timedelta(days=serial)
        return whole + timedelta(microseconds=500_000) if whole.microsecond > 499_000 else whole
    except (OverflowError, ValueError):
        return None
