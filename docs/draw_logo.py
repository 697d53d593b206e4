"""Draw logo.png: three speech bubbles that share one thread of memory. Run: python docs/draw_logo.py

Drawn four times as large and scaled down, so that the edges are smooth.
"""

from pathlib import Path

from PIL import Image, ImageDraw

SIZE, SCALE = 256, 4
PAPER, INK, WARM, COOL = "#F7F3EA", "#1F3A4D", "#E8825A", "#4F9D94"
TARGET = Path(__file__).parent.parent / "logo.png"


def bubble(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], colour: str, tail: str) -> None:
    """A rounded bubble with its tail at the lower left or right."""
    x0, y0, x1, y1 = (v * SCALE for v in box)
    draw.rounded_rectangle((x0, y0, x1, y1), radius=(y1 - y0) // 2, fill=colour)
    at, out = (x0 + 18 * SCALE, -10) if tail == "left" else (x1 - 18 * SCALE, 10)
    foot = y1 - 6 * SCALE
    draw.polygon(
        [(at - 10 * SCALE, foot), (at + 10 * SCALE, foot), (at + out * SCALE, y1 + 16 * SCALE)], fill=colour
    )


def thread(draw: ImageDraw.ImageDraw, points: list[tuple[int, int]]) -> None:
    """What runs through all that is said: a line with a knot in each bubble."""
    scaled = [(x * SCALE, y * SCALE) for x, y in points]
    draw.line(scaled, fill=PAPER, width=7 * SCALE, joint="curve")
    for x, y in scaled:
        r = 10 * SCALE
        draw.ellipse((x - r, y - r, x + r, y + r), fill=PAPER)


def main() -> None:
    image = Image.new("RGBA", (SIZE * SCALE, SIZE * SCALE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    edge = SIZE * SCALE - 1
    draw.rounded_rectangle((0, 0, edge, edge), radius=56 * SCALE, fill=INK)
    bubble(draw, (28, 36, 150, 92), WARM, "left")
    bubble(draw, (98, 102, 228, 158), COOL, "right")
    bubble(draw, (36, 168, 172, 220), WARM, "left")
    thread(draw, [(118, 64), (136, 130), (88, 194)])
    image.resize((SIZE, SIZE), Image.Resampling.LANCZOS).save(TARGET, optimize=True)


if __name__ == "__main__":
    main()
