#!/usr/bin/env python3
"""Malformed data files: every reader must answer with a value or with a Python exception that names the line.

usage: data_files.py --lathe PATH [--count N]

Makes .npy, .npz (stored and deflated), CSV and text files, damages them (cut off, bytes changed, absurd sizes), and runs one
program that reads each under `try`. A signal, a sanitizer report, an internal error or a time limit is a failure. The last
line is "N passed, N failed".
"""
import argparse
import io
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zipfile

READERS = {
    ".npy": ["np.load(path)"],
    ".npz": ["np.load(path)['a']"],
    ".csv": ["np.loadtxt(path, delimiter=',')", "np.genfromtxt(path, delimiter=',', skip_header=1)", "tf.io.read_file(path)"],
}


GOOD_CSV = b"1,2\n3,4\n"


def npy(header=b"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }", payload=bytes(48), version=b"\x01\x00", size=None):
    header = header + b" " * (53 - (len(header) % 64)) + b"\n"
    size = len(header) if size is None else size
    return b"\x93NUMPY" + version + struct.pack("<H", size & 0xFFFF) + header + payload


def npz(member, method):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("a.npy", member)
    return out.getvalue()


def originals():
    yield ".npy", npy()
    for shape in ("(99999999999999999999, 2)", "(4611686018427387904, 4)", "(-3,)", "(1e3,)", "(3, 4", "()", "(" + "1, " * 40 + ")", "(0, 9223372036854775807)"):
        yield ".npy", npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': " + shape.encode() + b", }")
    for descr in (b"'<f9'", b"'|O'", b"'>f4'", b"'<U7'", b"[('a', '<f4')]", b"'"):
        yield ".npy", npy(b"{'descr': " + descr + b", 'fortran_order': False, 'shape': (3, 4), }")
    yield ".npy", npy(size=60000)
    yield ".npy", npy(version=b"\x09\x09")
    yield ".npy", b""
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        yield ".npz", npz(npy(payload=bytes(range(48))), method)
        yield ".npz", npz(npy(payload=bytes(4000)), method)
    yield ".csv", GOOD_CSV
    for text in ("a,b\n1,x\n", "1,2\n3\n", "", "\n\n", "1e999,nan\n", "9" * 5000 + ",1\n", "\x00,1\n", "1;2\n", "," * 3000 + "\n"):
        yield ".csv", text.encode()
    yield ".csv", bytes(range(256))


def damaged(data, source):
    data = bytearray(data)
    for _ in range(source.randint(1, 4)):
        kind = source.randrange(4)
        if not data or kind == 0:
            data = data[: source.randint(0, len(data))]
        elif kind == 1:
            data[source.randrange(len(data))] = source.randrange(256)
        elif kind == 2:
            at = source.randrange(len(data))
            data[at:at + 4] = source.choice([b"\xff\xff\xff\xff", b"\x00\x00\x00\x80", b"\x00\x00\x00\x00", b"\xff\xff\xff\x7f"])
        else:
            at = source.randrange(len(data))
            data[at:at] = bytes(source.randrange(256) for _ in range(source.randint(1, 20)))
    return bytes(data)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lathe", required=True)
    parser.add_argument("--count", type=int, default=300)
    options = parser.parse_args()
    lathe = str(pathlib.Path(options.lathe).resolve())
    source, passed, failed = random.Random(1), 0, 0
    bases = list(originals())
    files = bases + [(suffix, damaged(data, source)) for suffix, data in (source.choice(bases) for _ in range(options.count))]
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for index, (suffix, data) in enumerate(files):
            path = root / f"data{index}{suffix}"
            path.write_bytes(data)
            for number in range(len(READERS[suffix])):
                # Read while the program is compiled (types, shapes) and again when it runs.
                reader = READERS[suffix][number].replace("path", repr(path.name))
                (root / "read.dsl").write_text(f"import numpy as np\nimport tensorflow as tf\nx = {reader}\nprint(x)\n")
                command = [lathe, "run", "-q", "--interpret", "read.dsl"]
                try:
                    done = subprocess.run(command, cwd=root, capture_output=True, timeout=120, stdin=subprocess.DEVNULL)
                    text = done.stderr.decode(errors="replace")
                    refused = "read.dsl:3:" in text or ("Traceback (most recent call last)" in text and "line 3" in text)
                    good = index == 0 or data == GOOD_CSV
                    fine = "Sanitizer" not in text and (done.returncode == 0 or (done.returncode == 1 and refused and not good))
                    answer = f"exit {done.returncode}: {text[-400:]}"
                except subprocess.TimeoutExpired:
                    fine, answer = False, "time limit"
                passed, failed = passed + fine, failed + (not fine)
                if not fine:
                    print(f"FAILED {READERS[suffix][number]} of {data[:120]!r}… ({len(data)} bytes): {answer}")
            path.unlink()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
