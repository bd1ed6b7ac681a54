#!/usr/bin/env python3
"""Runs the PyTorch script of every lesson, and of 20 random configs that `mha new` makes, each exact and rounded.

    pytorch_agrees.py MHA
"""
import contextlib
import io
import os
import random
import subprocess
import sys
import tempfile

mha = os.path.abspath(sys.argv[1])
here = os.path.dirname(os.path.abspath(__file__))
try:
    import torch  # noqa: F401
except ImportError:
    print("skipped: this Python has no torch")
    sys.exit(0)


def options_of_new(seed):
    r = random.Random(seed)
    heads = r.choice([1, 2, 3])
    options = ["--seed", seed, "--heads", heads, "--d-model", heads * r.choice([1, 2, 4]), "--tokens", r.choice([1, 2, 5]),
               "--layers", r.choice([1, 2, 3]), "--norm", r.choice(["post", "pre", "none"]),
               "--activation", r.choice(["relu", "gelu", "gelu_tanh", "silu"]),
               "--positions", r.choice(["none", "sinusoidal"]), "--mask", r.choice(["none", "causal"])]
    if r.random() < 0.7: options += ["--d-ff", r.choice([1, 3, 8])]
    if r.random() < 0.3: options += ["--d-k", 3]
    if r.random() < 0.3: options += ["--d-v", 2]
    if r.random() < 0.5: options += ["--biases"]
    if r.random() < 0.2: options += ["--no-residual"]
    if r.random() < 0.2: options += ["--low", -9, "--high", 9]
    return [str(option) for option in options]


def agrees(*options):
    """Whether the script ends well and all of its steps agree. It runs in this process: to load torch takes seconds."""
    script = subprocess.run([mha, "-f", "pytorch", *options], check=True, stdout=subprocess.PIPE).stdout
    said, status = io.StringIO(), None
    with contextlib.redirect_stdout(said):
        try:
            exec(compile(script, "script", "exec"), {"__name__": "__main__"})
        except SystemExit as e:
            status = e.code
    n = script.count(b"\ncheck(")
    if status == 0 and f"{n} of {n} steps agree" in said.getvalue():
        return True
    print(*options, f"exit status {status}", *said.getvalue().splitlines()[-8:], sep="\n  ")
    return False


lessons = sorted(f[:-5] for f in os.listdir(os.path.join(here, "../../configs")) if f.endswith(".json"))
results = []
with tempfile.TemporaryDirectory() as folder:
    for lesson in lessons:
        results.append(agrees("--config", lesson, "--trace"))
    results.append(agrees("--config", "wo-ai-ni"))
    results.append(agrees("--config", "wo-ai-ni", "--only", "*.weights", "--explain"))
    results.append(agrees("--config", os.path.join(here, "labels.json"), "--explain"))
    config = os.path.join(folder, "new.json")
    for seed in range(20):
        subprocess.run([mha, "new", *options_of_new(seed), "-o", config], check=True)
        results.append(agrees("--config", config, "--trace"))
        results.append(agrees("--config", config, "--trace", "--round", str(4 + seed % 12)))
print(f"{sum(results)} of {len(results)} scripts agree")
sys.exit(0 if all(results) else 1)
