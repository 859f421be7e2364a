"""compress.py FOLDER: writes compressed inputs beside s.csv, s.jsonl and r.csv of the folder: whole,
in parts, cut off and damaged. Needs the command `zstd`."""

import gzip
import os
import random
import subprocess
import sys

folder = sys.argv[1]


def zstd(data):
    return subprocess.run(["zstd", "-qc"], input=data, stdout=subprocess.PIPE, check=True).stdout


def read(name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def write(name, data):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)


random.seed(7)
stream, lines, table = read("s.csv"), read("s.jsonl"), read("r.csv")
# More than one block when it is compressed, so that rows come before the end.
rows = [b"%d,%d\n" % (t if t < 9 else random.randrange(-(2**31), 2**31), t) for t in range(300000)]
large = b"x,ts\n" + b"".join(rows)
for end, compress in (("gz", gzip.compress), ("zst", zstd)):
    write("s." + end, compress(stream))
    write("r." + end, compress(table))
    write("parts." + end, b"".join(compress(part) for part in (stream[:3], b"", stream[3:])))
    write("s.jsonl." + end, compress(lines))
    write("s.ndjson." + end, compress(lines))
    whole = compress(large)
    write("large." + end, whole)
    write("cut." + end, whole[:-3])
    write("damaged." + end, whole[:-8] + bytes(8))  # of the checksum, too
    write("tail." + end, compress(stream) + b"\0\0\0")
    write("magic." + end, whole[:4])
