"""Writes names.inc: the public names of TensorFlow's API, and which names are aliases of one another.

Usage: python make_names.py tf_api.tsv ops.md > names.inc
The first file has one name and its kind or signature per line, the second the operations Lathe is to have, with "= aliases".
"""
import re
import sys

names = set()
for line in open(sys.argv[1], encoding="utf-8"):
    if line.startswith("#") or "\tmember" in line:
        continue
    names.add(line.split("\t")[0])

groups = []
for line in open(sys.argv[2], encoding="utf-8"):
    if not re.match(r"[123] tf\.", line):
        continue
    line = re.split(r"  #", line)[0]
    for part in line[2:].split(" · "):
        m = re.match(r"(tf\.[\w.]+)(?:\(.*\))?\s+= ([\w., ]+)$", part.strip())
        if m:
            group = [m[1]] + ["tf." + a.strip() for a in m[2].split(",")]
            groups.append(group)
            names.update(group)

for name in list(names):  # namespaces are names too
    parts = name.split(".")
    for i in range(2, len(parts)):
        names.add(".".join(parts[:i]))

print("// Made by make_names.py; do not edit.")
print("#ifdef LATHE_TF_NAMES")
for name in sorted(names):
    print(f'"{name[3:]}\\n"')
print("#endif")
print("#ifdef LATHE_TF_ALIASES")
for group in sorted(groups):
    print('{"' + group[0] + '", "' + " ".join(group[1:]) + '"},')
print("#endif")
