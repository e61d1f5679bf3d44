#!/usr/bin/env python3
"""Writes frontend/unicode_tables.inc from Python's unicodedata (run with Python 3.11: Unicode 14)."""
import pathlib
import sys
import unicodedata as u

assert u.unidata_version == "14.0.0", "run this with Python 3.11"
ALL = [c for c in range(0x80, 0x110000) if not 0xD800 <= c <= 0xDFFF]


def ranges(accepts):
    out = []
    for c in ALL:
        if accepts(c):
            if out and out[-1][1] == c - 1:
                out[-1][1] = c
            else:
                out.append([c, c])
    return out


def table(name, kind, rows):
    lines, line = [], ""
    for row in rows:
        if len(line) + len(row) > 116:
            lines.append(line)
            line = ""
        line += row + ","
    lines.append(line)
    return f"constexpr {kind} {name}[] = {{\n" + "\n".join(lines) + "\n};\n"


def fnv(text):
    h = 0xCBF29CE484222325
    for b in text.encode():
        h = (h ^ b) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return h


continues = lambda c: ("a" + chr(c)).isidentifier()
is_hangul = lambda c: 0xAC00 <= c <= 0xD7A3
parts = [
    "// Made by make_unicode_tables.py from Unicode 14; not to be edited.\n",
    table("kStart", "Range", [f"{{{a:#x},{b:#x}}}" for a, b in ranges(lambda c: chr(c).isidentifier())]),
    table("kContinue", "Range", [f"{{{a:#x},{b:#x}}}" for a, b in ranges(continues)]),
]
pool, index = [], []
for c in ALL:
    if continues(c) and not is_hangul(c):
        full = u.normalize("NFKD", chr(c))
        if full != chr(c):
            index.append(f"{{{c:#x},{len(pool)},{len(full)}}}")
            pool += [hex(ord(x)) for x in full]
parts.append("// Full compatibility decompositions of the characters of identifiers: character, place in the pool, length.\n")
parts.append(table("kDecompositions", "Decomposition", index))
parts.append(table("kDecompositionPool", "uint32_t", pool))
classes = []
for c in ALL:
    if u.combining(chr(c)):
        k = u.combining(chr(c))
        if classes and classes[-1][1] == c - 1 and classes[-1][2] == k:
            classes[-1][1] = c
        else:
            classes.append([c, c, k])
parts.append(table("kCombining", "CombiningRange", [f"{{{a:#x},{b:#x},{k}}}" for a, b, k in classes]))
pairs = []
for c in ALL:
    d = u.decomposition(chr(c))
    if d and "<" not in d and len(d.split()) == 2 and not is_hangul(c):
        a, b = (int(x, 16) for x in d.split())
        if u.normalize("NFC", chr(a) + chr(b)) == chr(c):
            pairs.append((a, b, c))
parts.append(table("kCompositions", "Composition", [f"{{{a:#x},{b:#x},{c:#x}}}" for a, b, c in sorted(pairs)]))
named = []
for c in [*range(0x20, 0x2C00), 0xFFFD, *range(0x1F300, 0x1F650), *range(0x1F680, 0x1F700), *range(0x1F900, 0x1FA00)]:
    if name := u.name(chr(c), ""):
        named.append(fnv(name) & ~0x1FFFFF | c)
assert len({n >> 21 for n in named}) == len(named)
parts.append("// Characters by name: 43 bits of the name's FNV-1a hash, 21 bits of character; sorted.\n")
parts.append(table("kNamed", "uint64_t", [hex(n) for n in sorted(named)]))
pathlib.Path(__file__).with_name("unicode_tables.inc").write_text("".join(parts))
sys.stdout.write(f"{len(index)} decompositions, {len(pairs)} compositions, {len(named)} names\n")
