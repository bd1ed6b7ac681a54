"""pass.py numpy|torch TOKENS THREADS RUNS: what pass.cpp does, as one writes it with numpy or PyTorch (in double)."""
import os
import sys
import time

library, tokens, threads, runs = sys.argv[1], *map(int, sys.argv[2:])
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = str(threads)
import numpy as np

D, D_FF, HEADS, BLOCKS = 768, 3072, 12, 12


def numbers(rows, columns, seed, scale=0.1):
    i = np.arange(rows * columns, dtype=np.uint32)
    mixed = (i + np.uint32(7919 * seed)) * np.uint32(2654435761)
    return ((mixed / 4294967296.0 - 0.5) * scale).reshape(rows, columns)


shapes = [(D, D)] * 3 + [(1, D)] * 3 + [(D, D), (1, D), (D, D_FF), (1, D_FF), (D_FF, D), (1, D)]
blocks = [[numbers(*s, 100 * (b + 1) + i) for i, s in enumerate(shapes)] for b in range(BLOCKS)]
X0 = numbers(tokens, D, 1, 2)


def numpy_pass():
    def norm(x):
        mean = x.mean(axis=1, keepdims=True)
        return (x - mean) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)

    def heads(x):
        return x.reshape(tokens, HEADS, -1).transpose(1, 0, 2)

    x = X0
    for Wq, Wk, Wv, bq, bk, bv, Wo, bo, W1, b1, W2, b2 in blocks:
        q, k, v = heads(x @ Wq + bq), heads(x @ Wk + bk), heads(x @ Wv + bv)
        scores = q @ k.transpose(0, 2, 1) / 8
        exp = np.exp(scores - scores.max(axis=2, keepdims=True))
        out = exp / exp.sum(axis=2, keepdims=True) @ v
        x = norm(x + out.transpose(1, 0, 2).reshape(tokens, D) @ Wo + bo)
        h = x @ W1 + b1
        h = 0.5 * h * (1 + np.tanh(0.7978845608028654 * (h + 0.044715 * h * h * h)))
        x = norm(x + h @ W2 + b2)
    return x


def torch_pass():
    def heads(x):
        return x.view(tokens, HEADS, -1).transpose(0, 1)

    x = X0
    for Wq, Wk, Wv, bq, bk, bv, Wo, bo, W1, b1, W2, b2 in blocks:
        q, k, v = heads(x @ Wq + bq), heads(x @ Wk + bk), heads(x @ Wv + bv)
        out = torch.softmax(q @ k.transpose(1, 2) / 8, dim=2) @ v
        x = F.layer_norm(x + out.transpose(0, 1).reshape(tokens, D) @ Wo + bo, (D,))
        x = F.layer_norm(x + F.gelu(x @ W1 + b1, approximate="tanh") @ W2 + b2, (D,))
    return x


run = numpy_pass
if library == "torch":
    import torch
    import torch.nn.functional as F

    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
    X0 = torch.from_numpy(X0)
    blocks = [[torch.from_numpy(w) for w in block] for block in blocks]
    run = torch_pass

print("%.6f" % float((run() ** 3).sum()))
for _ in range(runs):
    begin = time.perf_counter()
    run()
    print("%.6f" % (time.perf_counter() - begin))
