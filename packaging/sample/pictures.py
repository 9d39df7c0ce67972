"""Draws the pictures in the sample documents: house, floor plans, and "photographs" of the damage.

The photographs are computed (noise, gradients and shapes under a fixed seed), so that they show nobody's house and
come out the same on every run.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import outlines
from PIL import Image, ImageDraw, ImageFilter, ImageFont

WIDE, HIGH = 960, 720
FONTS = Path("/usr/share/fonts/truetype")


def noise(seed: int, high: int, wide: int, cells: int, octaves: int = 4) -> np.ndarray:
    """Cloudy noise between 0 and 1: random grids of growing fineness, each half as strong, smoothed and added."""
    rng = np.random.default_rng(seed)
    total = np.zeros((high, wide))
    weight = 1.0
    for _ in range(octaves):
        rows = max(2, cells * high // wide)
        grid = Image.fromarray((rng.random((rows + 1, cells + 1)) * 255).astype(np.uint8))
        total += weight * np.asarray(grid.resize((wide, high), Image.Resampling.BICUBIC), dtype=float) / 255
        weight /= 2
        cells *= 2
    total -= total.min()
    return total / total.max()


def paint(base: np.ndarray, mask: np.ndarray, colour: tuple[int, int, int], strength: float) -> np.ndarray:
    """Mixes a colour into the picture where the mask (0 to 1) says so."""
    share = np.clip(mask * strength, 0, 1)[..., None]
    return base * (1 - share) + np.array(colour, dtype=float) * share


def speckle(seed: int, cells: int, limit: float) -> np.ndarray:
    """Soft spots of mould in patches: fine noise above a limit, thinned by coarse noise."""
    fine = np.clip((noise(seed, HIGH, WIDE, cells, 3) - limit) / 0.09, 0, 1)
    return fine * np.clip((noise(seed + 100, HIGH, WIDE, 11, 3) - 0.32) / 0.25, 0, 1)


def develop(picture: np.ndarray, seed: int, stamp: str) -> Image.Image:
    """A camera's look: dark corners, grain, a little blur, and the date in the corner."""
    high, wide = picture.shape[:2]
    rows, columns = np.mgrid[0:high, 0:wide]
    far = ((columns / wide - 0.45) ** 2 + (rows / high - 0.45) ** 2) / 0.5
    picture = picture * (1 - 0.42 * far)[..., None]
    picture = picture + np.random.default_rng(seed).normal(0, 5.5, picture.shape)
    image = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(0.9))
    if stamp:
        pen = ImageDraw.Draw(image)
        font = ImageFont.truetype(str(FONTS / "dejavu" / "DejaVuSansMono-Bold.ttf"), 22)
        pen.text((wide - 265, high - 42), stamp, font=font, fill=(255, 158, 60))
    return image


def wall_stain() -> Image.Image:
    """The wall of the bedroom behind the wardrobe: brown edge of damp, black mould, swollen parquet."""
    base = np.ones((HIGH, WIDE, 3)) * np.array([214, 209, 196.0])
    base += (noise(1, HIGH, WIDE, 160, 2)[..., None] - 0.5) * 9 + (noise(2, HIGH, WIDE, 3, 2)[..., None] - 0.5) * 22
    rows, columns = np.mgrid[0:HIGH, 0:WIDE].astype(float)
    floor = HIGH - 190
    rise = 250 * np.exp(-(((columns - 330) / 260) ** 2)) + 60 * noise(3, 1, WIDE, 9)[0] + 30
    height = floor - rows
    inside = np.clip((rise - height) / 40, 0, 1)
    edge = np.exp(-(((rise - height) / 13) ** 2))
    base = paint(base, inside, (176, 158, 122), 0.55 + 0.2 * noise(4, HIGH, WIDE, 12))
    base = paint(base, edge * noise(5, HIGH, WIDE, 20), (122, 92, 52), 0.75)
    spots = speckle(6, 110, 0.57) * np.clip((rise * 0.66 - height) / 55, 0, 1)
    base = paint(base, spots, (38, 38, 34), 0.8)
    below = rows > floor
    skirting = (rows > floor - 46) & ~below
    base[skirting] = (np.array([226, 222, 212]) * (0.88 + 0.12 * noise(7, HIGH, WIDE, 90)[..., None]))[skirting]
    base = paint(base, skirting * np.exp(-(((columns - 330) / 210) ** 2)) * noise(8, HIGH, WIDE, 25), (96, 78, 52), 0.9)
    base[np.abs(rows - (floor - 46)) < 2] *= 0.72
    depth = np.clip((rows - floor) / 190, 0.001, 1)
    across = (columns - WIDE / 2) / (0.55 + 0.45 * depth)
    plank = np.floor(across / 118)
    tone = 0.9 + 0.16 * np.sin(plank * 12.9898) * np.sin(plank * 4.1)
    grain = noise(9, HIGH, WIDE, 8, 6)
    wood = np.array([168, 118, 70.0]) * (tone * (0.8 + 0.32 * grain))[..., None]
    base[below] = wood[below]
    seams = (np.abs(across / 118 - np.round(across / 118)) < 0.018) & below
    base[seams] *= 0.45
    wet = below * np.exp(-(((columns - 330) / 240) ** 2)) * np.clip(1 - depth * 1.15, 0, 1)
    base = paint(base, wet, (58, 40, 26), 0.78)
    base[below & (rows < floor + 5)] *= 0.5
    return develop(base, 10, "05.11.2024 10:42")


def drain() -> Image.Image:
    """The floor drain from above: small tiles, a steel grate, and a ring of newer sealant that covers the clamp."""
    rows, columns = np.mgrid[0:HIGH, 0:WIDE].astype(float)
    tile = 118
    tilt = columns * 0.985 + rows * 0.12, rows * 0.985 - columns * 0.12
    cell = np.floor(tilt[0] / tile) * 7.3 + np.floor(tilt[1] / tile) * 3.1
    tone = 0.93 + 0.05 * np.sin(cell * 5.7)
    base = np.array([128, 134, 136.0]) * (tone * (0.9 + 0.2 * noise(21, HIGH, WIDE, 14, 5)))[..., None]
    gap = np.minimum(np.mod(tilt[0], tile), np.mod(tilt[1], tile))
    base = paint(base, np.clip(1 - np.abs(gap - 4) / 4.5, 0, 1), (86, 84, 78), 0.85)
    centre = (WIDE * 0.5, HIGH * 0.5)
    far = np.hypot(columns - centre[0], (rows - centre[1]) * 1.04)
    angle = np.arctan2(rows - centre[1], columns - centre[0])
    wobble = 5 * np.sin(angle * 3 + 1) + 3 * np.sin(angle * 7) + 9 * noise(22, HIGH, WIDE, 18)
    sealant = np.clip((232 + wobble - far) / 7, 0, 1)
    base = paint(base, np.clip((250 + wobble - far) / 18, 0, 1), (40, 40, 38), 0.3)
    shade = 0.9 + 0.16 * noise(23, HIGH, WIDE, 22) + 0.06 * np.cos(angle - 2)
    base = base * (1 - sealant[..., None]) + np.array([224, 222, 214.0]) * shade[..., None] * sealant[..., None]
    rust = sealant * (far > 176) * (noise(24, HIGH, WIDE, 30) > 0.6)
    base = paint(base, rust, (140, 112, 70), 0.4)
    grate = np.clip((178 - far) / 3, 0, 1)
    steel = np.array([152, 155, 158.0]) * (0.8 + 0.28 * noise(25, HIGH, WIDE, 40) + 0.12 * np.cos(angle * 2))[..., None]
    base = base * (1 - grate[..., None]) + steel * grate[..., None]
    base[(np.abs(far - 176) < 3)] *= 0.6
    for ring in (52, 90, 128):
        slot = (np.abs(far - ring) < 9) & (np.abs(np.mod(angle * 4 / np.pi + ring / 40, 1) - 0.5) < 0.36)
        base[slot] = base[slot] * 0.12
    base[far < 16] *= 0.35
    return develop(base, 26, "05.11.2024 11:18")


def opened_wall() -> Image.Image:
    """The wall opened: studs, insulation with brown stains, and a rotten sole plate."""
    rows, columns = np.mgrid[0:HIGH, 0:WIDE].astype(float)
    fluff = noise(31, HIGH, WIDE, 26, 5)
    base = np.array([206, 186, 120.0]) * (0.72 + 0.42 * fluff)[..., None]
    plate = rows > HIGH - 205
    studs = (np.abs(columns - 250) < 52) | (np.abs(columns - 730) < 52)
    grain = noise(32, 40, WIDE, 90, 3)[20][None, :] * 0.35 + noise(33, HIGH, WIDE, 9, 5) * 0.3
    wood = np.array([190, 146, 94.0]) * (0.68 + grain)[..., None]
    base[studs] = wood[studs]
    for middle in (250, 730):
        base = paint(base, np.exp(-(((columns - middle - 56) / 9) ** 2)) * (columns > middle + 52), (20, 18, 14), 0.7)
    rough = noise(34, HIGH, WIDE, 7, 6)
    lying = np.array([120, 88, 56.0]) * (0.55 + 0.6 * noise(35, HIGH, WIDE, 5, 6))[..., None]
    base[plate] = lying[plate]
    rot = np.clip(1.35 - np.abs(columns - 420) / 330, 0, 1)
    base = paint(base, plate * rot * np.clip(rough * 1.5 - 0.2, 0, 1), (28, 22, 17), 0.93)
    climb = np.clip((rows - (HIGH - 205 - 190 * rot * (0.5 + rough))) / 60, 0, 1) * ~plate
    base = paint(base, climb, (70, 54, 32), 0.62)
    mould = speckle(36, 120, 0.58) * np.clip((rows - 250) / 230, 0, 1) * rot
    base = paint(base, mould, (24, 26, 22), 0.85)
    white = speckle(37, 130, 0.66) * plate * rot
    base = paint(base, white, (196, 190, 174), 0.6)
    concrete = rows > HIGH - 60
    stone = np.array([122, 120, 114.0]) * (0.72 + 0.4 * noise(38, HIGH, WIDE, 70, 4))[..., None]
    base[concrete] = stone[concrete]
    base[np.abs(rows - (HIGH - 60)) < 3] *= 0.4
    base[np.abs(rows - (HIGH - 205)) < 3] *= 0.55
    board = columns < 70 + 22 * noise(39, HIGH, 1, 8)[:, 0][:, None]
    base[board] = (np.array([212, 207, 196.0]) * (0.93 + 0.07 * fluff)[..., None])[board]
    return develop(base, 40, "05.11.2024 11:55")


def thermogram() -> Image.Image:
    """A thermal picture of the same wall: the damp part is colder."""
    rows, columns = np.mgrid[0:HIGH, 0:WIDE].astype(float)
    warm = 20.6 + 1.6 * noise(41, HIGH, WIDE, 4, 3) - 1.4 * (rows / HIGH)
    warm -= 6.6 * np.exp(-(((columns - 340) / 190) ** 2) - (((rows - 650) / 230) ** 2))
    warm -= 1.1 * np.exp(-(((columns - 340) / 330) ** 2)) * (rows > 545)
    warm -= 0.9 * (np.abs(columns - 640) < 26) + 0.9 * (np.abs(columns - 130) < 26)
    warm += (noise(42, HIGH, WIDE, 140, 2) - 0.5) * 0.5
    low, top = 13.0, 22.0
    share = np.clip((warm - low) / (top - low), 0, 1)
    stops = np.array([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    ramp = np.array([[4, 2, 40], [70, 8, 120], [168, 30, 110], [230, 84, 40], [250, 176, 40], [255, 250, 200]], float)
    colour = np.stack([np.interp(share, stops, ramp[:, i]) for i in range(3)], axis=-1)
    image = Image.fromarray(colour.astype(np.uint8)).filter(ImageFilter.GaussianBlur(3.2))
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype(str(FONTS / "dejavu" / "DejaVuSans-Bold.ttf"), 24)
    bar = np.linspace(top, low, 400)
    strip = np.stack([np.interp((bar - low) / (top - low), stops, ramp[:, i]) for i in range(3)], axis=-1)
    image.paste(Image.fromarray(np.repeat(strip[:, None, :], 26, 1).astype(np.uint8)), (WIDE - 70, 160))
    pen.rectangle((WIDE - 71, 159, WIDE - 44, 560), outline="white")
    edge = {"font": font, "fill": "white", "stroke_width": 2, "stroke_fill": "black"}
    pen.text((WIDE - 90, 122), "22,0", **edge)
    pen.text((WIDE - 90, 568), "13,0", **edge)
    for name, x, y, value in (("Sp1", 340, 640, "14,1 °C"), ("Sp2", 640, 330, "20,4 °C")):
        pen.line((x - 20, y, x + 20, y), fill="white", width=3)
        pen.line((x, y - 20, x, y + 20), fill="white", width=3)
        pen.text((x + 26, y - 34), f"{name} {value}", **edge)
    pen.text((22, 18), "05.11.2024 10:47", **edge)
    return image


def house() -> str:
    """The house in its landscape, for the front of the sales brochure (SVG)."""

    def spruce(x: float, y: float, s: float, colour: str) -> str:
        tiers = "".join(
            f'<path d="M{x} {y - s * (1 - t * 0.24)} l{-s * (0.16 + t * 0.09)} {s * 0.4} h{2 * s * (0.16 + t * 0.09)} z"/>'
            for t in range(3)
        )
        return f'<g fill="{colour}">{tiers}<rect x="{x - s * 0.03}" y="{y - s * 0.14}" width="{s * 0.06}" height="{s * 0.16}"/></g>'

    boards = "".join(f'<path d="M{x} 312V470" stroke="#7c2f26" stroke-width="1"/>' for x in range(352, 690, 9))
    window = "".join(
        f'<g><rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#f7f4ec"/><rect x="{x + 5}" y="{y + 5}" width="{w - 10}"'
        f' height="{h - 10}" fill="#35505f"/><path d="M{x + w / 2} {y}v{h}M{x} {y + h / 2.6}h{w}" stroke="#f7f4ec" stroke-width="4"/>'
        f'<path d="M{x + 7} {y + h - 8}L{x + w / 2 - 4} {y + 8}" stroke="#6f8d9b" stroke-width="3" opacity=".6"/></g>'
        for x, y, w, h in (
            (380, 338, 62, 66),
            (470, 338, 62, 66),
            (592, 338, 74, 66),
            (392, 492, 56, 40),
            (612, 492, 56, 40),
        )
    )
    trees = "".join(
        spruce(x, y, s, c)
        for x, y, s, c in (
            (70, 520, 210, "#2c4a3b"),
            (140, 548, 250, "#23402f"),
            (228, 520, 170, "#335542"),
            (842, 545, 265, "#23402f"),
            (770, 520, 180, "#335542"),
            (930, 560, 300, "#1e382a"),
        )
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 640">
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8fb7cf"/><stop offset="1" stop-color="#eef3ee"/></linearGradient></defs>
<rect width="1000" height="640" fill="url(#s)"/>
<path d="M0 330 L120 232 L210 290 L340 168 L450 262 L560 190 L700 300 L820 214 L1000 330 V640 H0z" fill="#9fb4be"/>
<path d="M306 200 L340 168 L380 203 L352 196 L334 210z M534 206L560 190L590 215L566 208z" fill="#f3f6f6"/>
<path d="M0 400 Q180 318 380 372 T760 350 T1000 380 V640 H0z" fill="#6d8f78"/>
<path d="M0 478 Q260 410 520 462 T1000 452 V640 H0z" fill="#7fa168"/>
{trees}
<path d="M318 470H706V556H318z" fill="#b9b4a8"/><path d="M340 312H700V472H340z" fill="#9c3f33"/>{boards}
<path d="M300 318 L520 216 L740 318 L724 330 L520 236 L316 330z" fill="#33363a"/>
<path d="M520 236L700 318H340z" fill="#9c3f33"/><rect x="500" y="262" width="42" height="40" fill="#f7f4ec"/><rect x="505" y="267" width="32" height="30" fill="#35505f"/>
<rect x="596" y="212" width="34" height="62" fill="#6b6a68"/><rect x="591" y="206" width="44" height="9" fill="#4b4a48"/>
{window}
<rect x="520" y="484" width="48" height="72" fill="#3d5a4c"/><circle cx="560" cy="522" r="3" fill="#e7d9a8"/>
<path d="M330 470h150v8H330z" fill="#e9e3d4"/><path d="M330 428v46M360 428v46M390 428v46M420 428v46M450 428v46M480 428v46M328 428h154" stroke="#f2eee2" stroke-width="4"/>
<path d="M0 556 Q300 540 545 556 T1000 550 V640H0z" fill="#8fb174"/><path d="M520 556H570L640 640H470z" fill="#cfc6b4"/>
</svg>"""


def plan(points: bool) -> str:
    """The floor plan of the lower storey, 1 m = 60 units; ``points`` adds the places of measurement."""
    scale, left, top = 60, 40, 50
    rooms = (
        ("Vaskerom/teknisk", "8,6 m²", 0, 0, 2.4, 3.6),
        ("Bad", "6,3 m²", 2.5, 0, 1.75, 3.6),
        ("Soverom 3", "11,5 m²", 4.35, 0, 3.2, 3.6),
        ("Bod under trapp", "7,0 m²", 7.65, 0, 1.65, 4.3),
        ("Gang", "9,2 m²", 2.5, 3.7, 5.05, 1.8),
        ("Soverom 2", "11,6 m²", 5.15, 5.6, 4.15, 2.8),
    )

    def box(x: float, y: float, w: float, h: float, extra: str) -> str:
        return (
            f'<rect x="{left + x * scale:.0f}" y="{top + y * scale:.0f}" width="{w * scale:.0f}"'
            f' height="{h * scale:.0f}" {extra}/>'
        )

    def word(x: float, y: float, text: str, size: int = 15, colour: str = "#222", bold: bool = False) -> str:
        data, across, _ = outlines.path(text, outlines.LATO_BOLD if bold else outlines.LATO, size)
        return (
            f'<path transform="translate({left + x * scale - across / 2:.1f} {top + y * scale:.1f})" d="{data}"'
            f' fill="{colour}"/>'
        )

    parts = [box(-0.25, -0.25, 9.8, 8.9, 'fill="#3b3f44"'), box(0, 3.7, 2.45, 4.7, 'fill="#fff"')]
    parts += [box(0, 5.6, 5.05, 2.8, 'fill="#fff"')]
    for name, size, x, y, w, h in rooms:
        parts += [box(x, y, w, h, 'fill="#fff"')]
        middle = x + w / 2 + (0.62 if name == "Soverom 3" else 0)
        parts += [word(middle, y + h / 2 + 0.1, name, 13 if len(name) > 12 else 15)]
        parts += [word(middle, y + h / 2 + 0.42, size, 12, "#666")]
    parts += [word(2.3, 6.9, "Kjellerstue"), word(2.3, 7.22, "18,4 m²", 12, "#666")]
    parts += [box(7.65, 4.4, 1.65, 1.1, 'fill="#fff"')]
    parts += [box(7.7 + i * 0.2, 4.4, 0.2, 1.1, 'fill="none" stroke="#888"') for i in range(8)]
    parts += [word(8.5, 5.05, "opp", 12, "#444")]
    doors = (
        (2.38, 4.2, 0.14, 0.8),
        (3.1, 3.58, 0.8, 0.14),
        (6.3, 3.58, 0.8, 0.14),
        (7.53, 3.75, 0.14, 0.5),
        (5.9, 5.48, 0.8, 0.14),
        (3.2, 5.48, 1.2, 0.14),
        (0.8, 3.58, 0.8, 0.14),
        (7.53, 4.5, 0.14, 0.9),
    )
    parts += [box(*door, 'fill="#fff"') for door in doors]
    parts += [box(3.35, 0, 0.9, 0.9, 'fill="#dcebf3" stroke="#5c7f93"'), word(3.8, 0.5, "dusj", 12, "#2f5468")]
    parts += [
        box(2.55, 3.0, 0.55, 0.5, 'fill="#eee" stroke="#888"'),
        box(2.55, 0.1, 0.45, 0.6, 'fill="#eee" stroke="#888"'),
    ]
    parts += [box(4.35, 0, 0.6, 2.4, 'fill="#e9dcc6" stroke="#a58a5c"')]
    data, across, _ = outlines.path("garderobe", outlines.LATO, 12)
    parts += [
        f'<path transform="translate({left + 4.72 * scale:.0f} {top + 1.2 * scale + across / 2:.0f}) rotate(-90)"'
        f' d="{data}" fill="#6b5426"/>'
    ]
    if points:
        parts += [box(4.2, 0, 1.5, 2.5, 'fill="#c0392b" fill-opacity="0.16" stroke="#c0392b" stroke-dasharray="6 4"')]
        for name, x, y in (
            ("M1", 4.3, 0.35),
            ("M2", 4.3, 1.45),
            ("M3", 4.3, 2.15),
            ("M4", 5.35, 0.7),
            ("M5", 2.85, 3.65),
            ("M6", 5.1, 6.6),
        ):
            parts += [
                f'<circle cx="{left + x * scale:.0f}" cy="{top + y * scale:.0f}" r="14" fill="#c0392b" stroke="#fff" stroke-width="2"/>',
                word(x, y + 0.08, name, 12, "#fff", True),
            ]
    parts += [word(4.65, -0.45, "Underetasje", 18, "#222", True)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * left + 9.3 * scale:.0f} {top + 8.9 * scale:.0f}">'
        + "".join(parts)
        + "</svg>"
    )


def draw(folder: Path) -> None:
    """Writes all pictures into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, image in (
        ("wall", wall_stain()),
        ("drain", drain()),
        ("opened", opened_wall()),
        ("thermal", thermogram()),
    ):
        image.save(folder / f"{name}.jpg", quality=82, optimize=True)
    (folder / "house.svg").write_text(house(), encoding="utf-8")
    (folder / "plan.svg").write_text(plan(False), encoding="utf-8")
    (folder / "plan_points.svg").write_text(plan(True), encoding="utf-8")


if __name__ == "__main__":
    draw(Path(__file__).parent / "build")
