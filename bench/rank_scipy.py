"""PageRank with scipy's sparse matrices: power iteration to LAW's stopping rule.

rank_scipy.py EDGES ROUNDS: prints the median CPU seconds of a solve, and of reading the edges.
"""
import gzip
import statistics
import sys
import time

import numpy as np
import scipy.sparse as sparse


def main():
    begin = time.process_time()
    path = sys.argv[1]
    opened = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
    with opened as lines:
        body = "".join(line for line in lines if not line.startswith("#"))
        edges = np.fromstring(body, dtype=np.int64, sep=" ").reshape(-1, 2)
    n = int(edges.max()) + 1
    m = sparse.csr_matrix((np.ones(len(edges)), (edges[:, 1], edges[:, 0])), shape=(n, n))
    read = time.process_time() - begin
    solves = []
    for _ in range(int(sys.argv[2])):
        begin = time.process_time()
        out = np.asarray(m.sum(axis=0)).ravel()
        dangling = out == 0
        step = m @ sparse.diags(0.85 / np.where(dangling, 1, out))
        x = np.full(n, 1 / n)
        while True:
            y = step @ x
            y += (1 - y.sum()) / n
            delta = np.abs(y - x).sum()
            x = y
            if delta * 0.85 / 0.15 < 1e-9:
                break
        solves.append(time.process_time() - begin)
    print(f"{statistics.median(solves):.4f} {read:.4f}")


main()
