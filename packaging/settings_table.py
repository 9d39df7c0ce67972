"""Writes the table of settings into the README from the settings themselves. Run through `dev.py settings`."""

from __future__ import annotations

import re
import sys

from places import TREE

BEGIN = "<!-- settings: written by `packaging/dev.py settings` -->"
END = "<!-- end of settings -->"


def with_table(readme: str, table: str) -> str:
    """The README with what stands between its two marks replaced. Raises ValueError if the marks are gone."""
    whole = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    if not whole.search(readme):
        raise ValueError("the README has no place marked for the settings")
    return whole.sub(lambda _: f"{BEGIN}\n{table.strip()}\n{END}", readme)


def main() -> int:
    """Write it."""
    sys.path.insert(0, str(TREE))
    from engine.settings import table

    readme = TREE / "README.md"
    readme.write_text(with_table(readme.read_text(encoding="utf-8"), table()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
