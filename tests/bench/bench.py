"""bench.py MHA PROGRAMS [PART…]: measures the program beside others, in alternating runs, and prints a table.

PROGRAMS is the folder of hello, measure, dom, products and pass. What is not installed is skipped with a word. Ratios are
of medians. It judges nothing: on a machine that does something else meanwhile, no time means anything. With BENCH_QUICK
set it runs less often."""
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

mha, programs = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
here = os.path.dirname(os.path.abspath(__file__))
work = tempfile.mkdtemp(prefix="mha-bench-")
MIB = 1024 * 1024
quick = bool(os.environ.get("BENCH_QUICK"))


def program(name):
    return os.path.join(programs, name)


def row(what, measured, against, ratio, goal):
    print(f"| {what} | {measured} | {against} | {ratio} | {goal} |", flush=True)


def skipped(what, why, goal):
    row(what, "", f"skipped: {why}", "", goal)


def lines_of(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")[:-1]


def measured(command):
    """Seconds and bytes."""
    seconds, kib = lines_of([program("measure")] + command)[0].split()
    return float(seconds), int(kib) * 1024


def alternating(commands, runs):
    """Of each command the medians of seconds and bytes."""
    all_runs = [[] for _ in commands]
    for _ in range(1 + runs // 4 if quick else runs):
        for results, command in zip(all_runs, commands):
            results.append(measured(command))
    return [tuple(statistics.median(r[i] for r in results) for i in (0, 1)) for results in all_runs]


def ms(seconds):
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def mib(size):
    return f"{size / MIB:.1f} MiB"


def per_second(numbers, seconds):
    return f"{numbers / seconds / 1e6:.1f} million/s"


def write(name, text):
    path = os.path.join(work, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def drawn_config(tokens, d_model, heads, d_ff, layers):
    return json.dumps({"tokens": [f"t{i + 1}" for i in range(tokens)], "d_model": d_model, "heads": heads, "d_ff": d_ff,
                       "layers": layers, "activation": "gelu",
                       "init": {"low": -0.05, "high": 0.05, "decimals": 6}})


def given_config(tokens, d_model, heads, d_ff, layers, number):
    """All weights written out. Each block has the same ones."""
    def matrix(rows, columns):
        return "[" + ",\n".join("[" + ", ".join(number() for _ in range(columns)) + "]" for _ in range(rows)) + "]"

    d, f = d_model, d_ff
    shapes = {"Wq": (d, d), "Wk": (d, d), "Wv": (d, d), "Wo": (d, d), "W1": (d, f), "W2": (f, d)}
    block = "{" + ",\n".join(f'"{key}": {matrix(*shape)}' for key, shape in shapes.items()) + "}"
    text = f'{{"heads": {heads}, "input": {matrix(tokens, d)}, "weights": [' + ",\n".join([block] * layers) + "]}\n"
    return text, layers * sum(r * c for r, c in shapes.values()) + tokens * d


def start_up():
    (ours, peak), (hello, _) = alternating([[mha, "--config", "wo-ai-ni", "--trace"], [program("hello")]], 101)
    row("the whole trace of a lesson", ms(ours), f"{ms(hello)}, a dynamically linked hello world", f"{ours / hello:.2f}",
        "≤ 1.0")
    row("its peak of memory", mib(peak), "", "", "≤ 6 MiB")


def products(threads, goal):
    what = f"matrix products, {threads} thread{'s' if threads > 1 else ''}"
    results = [line.split() for line in lines_of([program("products"), str(threads)])]
    if not results:
        skipped(what, "OpenBLAS is not installed", goal)
        return
    ratios = {shape: float(blas) / float(ours) for shape, ours, blas in results}
    total = statistics.geometric_mean(ratios.values())
    row(what, " ".join(f"{shape} {ratio:.2f}" for shape, ratio in ratios.items()), "OpenBLAS", f"{total:.2f}", goal)


def forward_pass(library, tokens, goal):
    what = f"forward pass with the dims of GPT-2 small, {tokens} tokens, 2 threads"
    runs = 1 if quick else 3
    args = [str(tokens), "2", str(runs)]
    ours, theirs, sums = [], [], []
    for _ in range(1 if quick else 2):
        for command, times in [([program("pass")], ours), ([sys.executable, os.path.join(here, "pass.py"), library],
                                                           theirs)]:
            try:
                lines = [float(line) for line in lines_of(command + args)]
            except subprocess.CalledProcessError:
                skipped(what, f"{library} is not installed", goal)
                return
            sums.append(lines[0])
            times += lines[1:]
    agrees = "" if max(sums) - min(sums) < 1e-5 * max(1, abs(sums[0])) else ", which gives OTHER NUMBERS"
    ours, theirs = statistics.median(ours), statistics.median(theirs)
    row(what, ms(ours), f"{ms(theirs)}, {library} (double){agrees}", f"{theirs / ours:.2f}", goal)


def seconds_of(work_to_do):
    begin = time.perf_counter()
    work_to_do()
    return time.perf_counter() - begin


def writing():
    config = write("drawn.json", drawn_config(128, 256, 4, 1024, 3))
    whole = [mha, "--config", config]
    steps = json.loads(subprocess.run(whole + ["--trace", "-f", "json"], check=True, capture_output=True).stdout)["steps"]
    values = [step["values"] for step in steps]
    numbers = sum(step["shape"][0] * step["shape"][1] for step in steps)
    none, text, as_json = [s for s, _ in alternating([whole, whole + ["--trace"], whole + ["--trace", "-f", "json"]], 9)]

    try:
        import numpy
        arrays = [numpy.array(matrix) for matrix in values]
        for name, format in [("numpy.savetxt", "%.18e"), ("numpy.savetxt, fmt='%.4f'", "%.4f")]:
            theirs = statistics.median(
                seconds_of(lambda: [numpy.savetxt(os.devnull, a, fmt=format) for a in arrays]) for _ in range(3))
            row("text trace", per_second(numbers, text - none), f"{per_second(numbers, theirs)}, {name}",
                f"{theirs / (text - none):.1f}", "≥ 8")
    except ImportError:
        skipped("text trace", "numpy is not installed", "≥ 8")
    theirs = statistics.median(seconds_of(lambda: json.dumps(values)) for _ in range(3))
    row("json trace", per_second(numbers, as_json - none), f"{per_second(numbers, theirs)}, Python's json.dumps",
        f"{theirs / (as_json - none):.1f}", "≥ 6")


def loading():
    random.seed(1)
    text, numbers = given_config(4, 256, 4, 1024, 3, lambda: repr(random.uniform(-1, 1)))
    config = write("large.json", text)
    (ours, peak), (dom, _) = alternating([[mha, "cost", "--config", config], [program("dom"), config]], 9)
    row(f"loading a config of {len(text) / 1e6:.0f} MB", ms(ours), f"{ms(dom)}, nlohmann's DOM", f"{ours / dom:.2f}",
        "≤ 0.9")
    row("its peak of memory", mib(peak), f"{mib(8 * numbers)}, its numbers as doubles", f"{peak / (8 * numbers):.2f}",
        "≤ 2.5")
    os.remove(config)


def blocks():
    random.seed(2)
    configs = []
    for layers in (12, 96):
        text, _ = given_config(32, 128, 4, 512, layers, lambda: f"{random.uniform(-1, 1):.1f}")
        configs.append(write(f"{layers}-blocks.json", text))
    own = measured([mha, "--version"])[1]
    (few, few_bytes), (many, many_bytes) = alternating([[mha, "--config", c, "--trace"] for c in configs], 3)
    row("trace of 96 blocks, weights given", ms(many), f"{ms(few)}, 12 blocks", f"{many / few:.1f}", "8 ± 10 %")
    row("its peak of memory, without the program's own", mib(many_bytes - own), f"{mib(few_bytes - own)}, 12 blocks",
        f"{(many_bytes - own) / (few_bytes - own):.1f}", "8 ± 10 %")
    for config in configs:
        os.remove(config)


def only():
    config = write("twelve-blocks.json", drawn_config(128, 256, 4, 1024, 12))
    whole = [mha, "--config", config, "--only"]
    (ours, _), (nothing, _) = alternating([whole + ["X12"], whole + ["block12.ln2.std"]], 21)
    row("--only X12 on a large config", ms(ours), f"{ms(nothing)}, one number for each token", f"{ours / nothing:.3f}",
        "≤ 1.02")


def machine():
    model = ""
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as cpuinfo:
            model = next((line.split(":")[1].strip() for line in cpuinfo if line.startswith("model name")), "")
    return f"{os.cpu_count()} cores{', ' + model if model else ''}"


parts = {"start-up": start_up, "products": lambda: (products(1, "≥ 0.92"), products(2, "≥ 0.9")),
         "pass": lambda: [forward_pass(library, tokens, goal) for library, goal in [("numpy", "≥ 1.0"), ("torch", "≥ 2.5")]
                          for tokens in ((128,) if quick else (128, 512))],
         "writing": writing, "loading": loading, "blocks": blocks, "only": only}
try:
    print(f"Measured on {machine()}.\n\n| what | measured | against | ratio | goal |\n| --- | --- | --- | --- | --- |")
    for name in sys.argv[3:] or parts:
        parts[name]()
finally:
    shutil.rmtree(work)
