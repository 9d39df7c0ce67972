"""Every limit of a conversion, in one place, with its reason."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """What one conversion may use. Sizes in bytes, times in seconds."""

    # A case file above this is a disk image or a film; real bundles of scans reach some hundred MiB.
    file_bytes: int = 2048 * MIB
    # A page that gives no sign of life for this long hangs: the slowest real page (OCR at 300 dpi) took 12 s.
    quiet_seconds: float = 120.0
    # 1,000 scanned pages at 4 s each, with room; beyond that the person should split the file.
    total_seconds: float = 3 * 3600.0
    # Above this the child is killed. OCR with the Latin model needs 350 MiB, the largest real PDF 250.
    memory_bytes: int = 1200 * MIB
    # One member of an Office file or archive, unpacked.
    member_bytes: int = 150 * MIB
    # Unpacked over packed: real XML reaches 60, a bomb 1,000. Only asked of members above ``ratio_floor``.
    ratio: int = 150
    ratio_floor: int = 8 * MIB
    # All members of one archive, unpacked, and their number.
    archive_bytes: int = 1024 * MIB
    archive_members: int = 10_000
    # A4 at 600 dpi is 35 megapixels; A0 at 300 dpi is 140 and is scaled before it is read.
    image_pixels: int = 100_000_000
    # Nesting of tables, lists, mail parts and the like inside one file.
    depth: int = 64
    # Text of one document; War and Peace has 3.2 million characters.
    characters: int = 60_000_000


DEFAULT_LIMITS = Limits()

# A box per word in files of up to so many pages, then a box per line: a word box costs 25 bytes in the store
# and 120 in memory, and the 4 million of a file of 10,000 pages would not fit the memory that an import may
# take.
WORD_BOX_PAGES = 800
# Files of more pages are not held in memory as a whole (400 KiB a page) but read twice, a stretch at a time.
WHOLE_PAGES = 400
PAGES_AT_A_TIME = 150
