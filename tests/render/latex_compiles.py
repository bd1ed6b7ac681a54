#!/usr/bin/env python3
"""Compiles the LaTeX of every lesson, of labels.json and of a wide matrix with xelatex; no line of the log may warn.

    latex_compiles.py MHA
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

mha = os.path.abspath(sys.argv[1])
here = os.path.dirname(os.path.abspath(__file__))
if not shutil.which("xelatex"):
    print("skipped: there is no xelatex")
    sys.exit(0)

lessons = sorted(f[:-5] for f in os.listdir(os.path.join(here, "../../configs")) if f.endswith(".json"))
runs = []
for lesson in lessons:
    runs.append((lesson, "--trace"))
    # 96 blocks make 2,000 pages of arithmetic; one block has all kinds of it.
    runs.append((lesson, "--explain", *(["--only", "block1.*"] if lesson == "ninety-six" else [])))
runs += [("wo-ai-ni", "--explain", "--lang", "zh"), ("wo-ai-ni", "--explain", "--precision", "15"),
         ("wo-ai-ni", "--explain", "--round", "2"), (os.path.join(here, "labels.json"), "--explain", "--only", "*.Q"),
         ("wide.json", "--trace"), ("wide.json", "--explain", "--only", "block1.head1.Q", "--only", "*.mean")]

wrong = 0
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "wide.json"), "w") as f:
        json.dump({"tokens": ["a"] * 50, "d_model": 40, "heads": 2, "positions": "sinusoidal", "init": {}, "d_ff": 3}, f)
    for config, *options in runs:
        with open(os.path.join(folder, "t.tex"), "wb") as f:
            f.write(subprocess.run([mha, "--config", config, "-f", "latex", *options], cwd=folder, check=True,
                                   stdout=subprocess.PIPE).stdout)
        status = subprocess.run(["xelatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "t.tex"],
                                cwd=folder, stdout=subprocess.DEVNULL).returncode
        with open(os.path.join(folder, "t.log"), errors="replace") as log:
            found = [s for s in log if re.match(r"!|Missing character|Overfull|Underfull|.*Warning", s)]
        if status or found:
            wrong += 1
            print(config, *options, f"xelatex ended with {status}", *found[:5], sep="\n  ")
print(f"{len(runs) - wrong} of {len(runs)} documents compile without a warning")
sys.exit(1 if wrong else 0)
