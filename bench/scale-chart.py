#!/usr/bin/env python3
"""Draws what bench/scale printed: known pages against memory, disk and CPU.

    bench/scale-chart.py OUT.svg NAME=FILE...      FILE: lines of JSON that bench/scale printed
"""
import json
import math
import sys

COLOURS = ["#1b6ca8", "#c0504d", "#5a8f3c", "#8064a2"]
PANELS = [("rssMiB", "resident memory, MiB"), ("cpuMicrosPerPayment", "CPU a payment, microseconds"),
          ("diskBytesPerPage", "disk, bytes a known page")]
WIDTH, HEIGHT, LEFT, TOP, GAP = 280, 200, 58, 34, 70


def rows(path):
    with open(path, encoding="utf-8") as lines:
        found = [json.loads(line) for line in lines if line.startswith('{"known"')]
    found = [row for row in found if row["readsPerSecond"] > 0]
    for row in found:
        row["cpuMicrosPerPayment"] = row["cpuMicrosPerRead"] * row["readsPerSecond"] / row["transfersPerSecond"]
    return found


def ticks(least, most):
    """Powers of ten within, for a logarithmic axis."""
    return [10.0 ** e for e in range(math.ceil(math.log10(least)), math.floor(math.log10(most)) + 1)]


def short(number):
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= unit:
            return f"{number / unit:g}{name}"
    return f"{number:g}"


def panel(left, field, title, runs):
    points = [(r["known"], r[field]) for _, rs in runs for r in rs if r[field] > 0]
    x0, x1 = min(p[0] for p in points), max(p[0] for p in points)
    top = max(p[1] for p in points) * 1.1

    def x(known):
        return left + WIDTH * math.log(known / x0) / max(1e-9, math.log(x1 / x0))

    def y(value):
        return TOP + HEIGHT * (1 - value / top)

    out = [f'<text x="{left}" y="{TOP - 14}" font-weight="bold">{title}</text>',
           f'<path d="M{left} {TOP}v{HEIGHT}h{WIDTH}" fill="none" stroke="#888"/>']
    for tick in ticks(x0, x1):
        out.append(f'<text x="{x(tick):.0f}" y="{TOP + HEIGHT + 16}" text-anchor="middle">{short(tick)}</text>')
    step = 10 ** math.floor(math.log10(top))
    step = step if top / step >= 3 else step / 2
    value = step
    while value < top:
        out.append(f'<path d="M{left} {y(value):.1f}h{WIDTH}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{short(value)}</text>')
        value += step
    for number, (_, found) in enumerate(runs):
        line = " ".join(f"{x(r['known']):.1f},{y(r[field]):.1f}" for r in found if r[field] > 0)
        colour = COLOURS[number % len(COLOURS)]
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x(r["known"]):.1f}" cy="{y(r[field]):.1f}" r="3" fill="{colour}"/>'
                for r in found if r[field] > 0]
    return out


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    runs = [(name, rows(path)) for name, path in (arg.split("=", 1) for arg in sys.argv[2:])]
    whole = LEFT + len(PANELS) * (WIDTH + GAP)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {TOP + HEIGHT + 60}" '
           'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for number, (field, title) in enumerate(PANELS):
        out += panel(LEFT + number * (WIDTH + GAP), field, title, runs)
    for number, (name, _) in enumerate(runs):
        at = LEFT + number * 260
        out.append(f'<rect x="{at}" y="{TOP + HEIGHT + 34}" width="12" height="12" fill="{COLOURS[number % 4]}"/>'
                   f'<text x="{at + 18}" y="{TOP + HEIGHT + 45}">{name} (x: known pages)</text>')
    out.append("</svg>")
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
