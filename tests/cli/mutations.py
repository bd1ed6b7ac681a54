"""mutations.py MHA [every N]: what the program makes of good configs of which one thing has been changed.

Good configs that together have every key of `mha schema` are changed in one place each: every key and every kind of
item gets other types and sizes, is left out, stands twice, is misspelt, matrices get other shapes, and one config is cut
off after each of its bytes. Whatever it is: exit status 0 or 2, no signal, at most 5 s and 1 GiB; and where it is 2,
nothing on standard output and a short message in UTF-8 that names the file. With N only every N-th one is tried.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

mha = sys.argv[1]
every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
seconds, kibibytes = 5, 1024 * 1024


class Raw:
    """Stands for bytes that are no JSON value."""

    def __init__(self, text):
        self.text = text


def matrix(rows, columns, start=1):
    return [[round((start + i * columns + j) % 7 * 0.3 - 0.9, 1) for j in range(columns)] for i in range(rows)]


def vector(n):
    return matrix(1, n)[0]


listed = {
    "Wq": [matrix(4, 2), matrix(4, 2, 2)], "bq": [vector(2), vector(2)],
    "Wk": [matrix(4, 2, 3), matrix(4, 2, 4)], "bk": [vector(2), vector(2)],
    "Wv": [matrix(4, 3), matrix(4, 3, 5)], "bv": [vector(3), vector(3)],
    "Wo": matrix(6, 4), "bo": vector(4),
    "W1": matrix(4, 5), "b1": vector(5), "W2": matrix(5, 4), "b2": vector(4),
    "gamma1": vector(4), "beta1": vector(4), "gamma2": vector(4), "beta2": vector(4),
}
fused = {"Wq": matrix(4, 4), "bq": vector(4), "Wk": "identity", "Wv": matrix(4, 4, 2), "bv": vector(4), "Wo": "none"}
good = {
    "listed": {
        "$schema": "x", "title": "T", "description": {"en": "d"}, "tokens": ["我", "爱", "你"], "input": matrix(3, 4),
        "d_model": 4, "heads": 2, "d_k": 2, "d_v": 3, "layers": 1, "d_ff": 5, "activation": "gelu", "norm": "pre",
        "norm_epsilon": 1e-5, "residual": True, "positions": matrix(3, 4), "mask": [[1, 0, 0], [1, 1, 0], [1, 1, 1]],
        "scale": {"divide_by": 2}, "final_norm": {"gamma": vector(4), "beta": vector(4)}, "transposed_weights": False,
        "weights": [listed],
    },
    "fused": {
        "tokens": ["a", "b"], "input": matrix(2, 4), "heads": 2, "positions": "sinusoidal", "mask": "causal",
        "scale": "none", "final_norm": True, "weights": [fused, {"Wo": "identity"}],
        "init": {"seed": 3, "low": -2, "high": 2, "decimals": 2, "biases": True},
    },
    "drawn": {"tokens": ["a", "b", "c"], "d_model": 4, "heads": 2, "d_ff": 8, "layers": 2, "init": {}},
    "given": {
        "tokens": ["x", "y"], "norm": "none", "residual": False, "weights": [{"Wo": "none"}],
        "given": {"block1.head1.Q": matrix(2, 3), "block1.head1.K": matrix(2, 3, 2), "block1.head1.V": matrix(2, 2)},
    },
}


def require_every_key():
    schema = json.loads(subprocess.run([mha, "schema"], capture_output=True, check=True).stdout)
    keys = set(schema["properties"])
    for definition in schema["$defs"].values():
        keys |= set(definition.get("properties", {}))
    missing = keys - set(re.findall(r'"([^"]*)":', json.dumps(good)))
    if missing:
        sys.exit(f"no good config here has {sorted(missing)}")


def written(value):
    """As JSON, but Raw as it is."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, dict):
        return b"{" + b", ".join(written(k if isinstance(k, Raw) else str(k)) + b": " + written(v)
                                 for k, v in value.items()) + b"}"
    if isinstance(value, list):
        return b"[" + b", ".join(map(written, value)) + b"]"
    return json.dumps(value, ensure_ascii=False).encode()


def nested(depth):
    return Raw(b"[" * depth + b"1" + b"]" * depth)


numbers = [0, 1, 2, 3, -1, 0.5, -0.0, 7, 1000, 65536, 100000, 4000000, 2**31 - 1, 2**31, 2**53, 2**53 + 2, 2**64, -2**63,
           1e-320, 1e100, 1e308, -1e308, Raw(b"1e400"), Raw(b"-0"), Raw(b"2.0"), Raw(b"NaN"), Raw(b"-Infinity"), Raw(b"01"),
           Raw(b"1" * 5000), Raw(b"1e-99999999999"), Raw(b"0x10"), Raw(b"1.")]
others = [None, True, False, "", "x", "1", "identity", "none", "causal", "relu", "a" * 100000, "\u0000", "a\nb", "\x1b[31m",
          "\u202e", "\u2028", "[", "\u0301", Raw(b'"\xff"'), Raw(b'"\xc4\xe3\xba\xc3"'), Raw(b'"\xed\xa0\x80"'),
          Raw(b'"\\ud800"'), Raw(b'"\\x"'), Raw(b'"a\x00b"'), Raw(b'"a\nb"'), Raw(b'"open'), Raw(b"\x00"), Raw(b"\xff\xfe"),
          Raw(b""), Raw(b"nul"), Raw(b"/*"), Raw(b"'a'"), Raw("，".encode()), [], [[]], [[[]]], [[], []], {}, {"a": 1}, [1],
          [[1]], [[[1]]], [[1, 2], [3]], [["1"]], [[None]], [[1e308, 1e308]], ["a"], [{}], [True],
          nested(60), nested(64), nested(65), nested(100000), Raw(b"[" * 100000), Raw(b'{"a":' * 100000),
          Raw(b"[" + b",".join([b"[]"] * 100000) + b"]"), Raw(b"[" + b",".join([b"1"] * 100000) + b"]"),
          Raw(b"{" + b",".join(b'"%d":1' % i for i in range(20000)) + b"}")]


def is_matrix(v):
    return isinstance(v, list) and v and all(isinstance(row, list) and row and not isinstance(row[0], list) for row in v)


def shapes(m):
    """Matrices of other shapes."""
    yield m[1:]
    yield m[:-1]
    yield m + m[:1]
    yield [row[1:] for row in m]
    yield [row + row[:1] for row in m]
    yield m[:-1] + [m[-1][1:]]
    yield m[:-1] + [m[-1] + [0.5]]
    yield [list(column) for column in zip(*m)]
    yield [m]
    yield [m, m]
    yield sum(m, [])
    yield [[0] * len(row) for row in m]
    yield [[1e200] * len(row) for row in m]
    yield [[1e-200] * len(row) for row in m]
    yield [row * 400 for row in m]
    yield m * 400


def places(value, path=()):
    """The paths of all that is worth changing: every member; of a list its last item."""
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], path + (key,))
    elif isinstance(value, list):
        yield from places(value[-1], path + (len(value) - 1,))


def changed(value, path, change):
    """A copy with what stands at the path changed: change(container, key)."""
    copy = json.loads(json.dumps(value))
    at = copy
    for step in path[:-1]:
        at = at[step]
    change(at, path[-1])
    return copy


def mutations():
    for name, config in good.items():
        yield name, written(config)
        for value in numbers + others:
            yield f"{name}: all = {written(value)[:30]!r}", written(value)
        for path in places(config):
            def put(value):
                return written(changed(config, path, lambda at, key: at.__setitem__(key, value)))

            where = f"{name}: {'.'.join(map(str, path))}"
            before = config
            for step in path:
                before = before[step]
            of_this_kind = before[:1] if isinstance(before, list) else before
            # A cell of a matrix is like all others: the numbers, and a few of the others.
            few = len(path) > 2 and isinstance(path[-1], int) and not isinstance(before, list)
            for value in numbers + (others[:12] if few else others):
                yield f"{where} = {written(value)[:30]!r}", put(value)
            yield f"{where} in a list ({type(of_this_kind).__name__})", put([before])
            yield f"{where} twice in a list", put([before, before])
            if is_matrix(before):
                for i, m in enumerate(shapes(before)):
                    yield f"{where} in shape {i}", put(m)
            yield f"{where} left out", written(changed(config, path, lambda at, key: at.__delitem__(key)))
            if isinstance(path[-1], str):
                def rename(new, keep):
                    def change(at, key):
                        old = dict(at)
                        at.clear()
                        for k, v in old.items():
                            if k != key or keep:
                                at[k] = v
                            if k == key:
                                at[new] = v
                    return written(changed(config, path, change))

                key = path[-1]
                for new in (key + "s", key[:-1], key.upper(), "", key + " ", "\u0000", "k" * 100000,
                            Raw(b'"\xff"'), Raw(b'"\\ud800"'), Raw(b"key"), Raw(b"1"), Raw(b"null")):
                    yield f"{where} renamed to {written(new)[:30]!r}", rename(new, keep=False)
                yield f"{where} stands twice", rename(Raw(written(key)), keep=True)
    whole = json.dumps(good["given"], ensure_ascii=False, indent=1).encode()
    for i in range(len(whole)):
        yield f"cut off after {i} bytes", whole[:i]
        yield f"without byte {i}", whole[:i] + whole[i + 1:]
        yield f"byte {i} is 0xFF", whole[:i] + b"\xff" + whole[i + 1:]
        yield f"byte {i} is a NUL", whole[:i] + b"\x00" + whole[i + 1:]


def fault(folder, text):
    """What is wrong with how the program takes this config; None: nothing."""
    path = os.path.join(folder, "my.json")
    with open(path, "wb") as file:
        file.write(text)
    with open(os.path.join(folder, "out"), "w+b") as out, open(os.path.join(folder, "err"), "w+b") as err:
        started = time.monotonic()
        process = subprocess.Popen([mha, "--lang", "en", "--config", "my.json", "--trace"], cwd=folder,
                                   stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        late = threading.Timer(12 * seconds, process.kill)  # others may use the machine as well
        late.start()
        _, status, used = os.wait4(process.pid, 0)
        late.cancel()
        took = time.monotonic() - started
        process.returncode = status  # it has been waited for
        out.seek(0, os.SEEK_END)
        printed = out.tell()
        err.seek(0)
        said = err.read(10000)
    if os.WIFSIGNALED(status):
        return f"signal {os.WTERMSIG(status)}, after {took:.1f} s and {used.ru_maxrss // 1024} MiB: {said[-300:]!r}"
    code = os.WEXITSTATUS(status)
    # On a machine that does other things as well, the program's own time counts.
    if used.ru_utime + used.ru_stime > seconds:
        return f"takes {took:.1f} s"
    if used.ru_maxrss > kibibytes:
        return f"takes {used.ru_maxrss // 1024} MiB"
    if code == 0:
        return None if printed and not said else f"exit status 0 with {printed} bytes and the message {said[:300]!r}"
    if code != 2:
        return f"exit status {code}: {said[-300:]!r}"
    if printed:
        return "an error, and something on standard output"
    try:
        text = said.decode()
    except UnicodeDecodeError:
        return f"the message is no UTF-8: {said!r}"
    if not text.startswith("mha: my.json") or len(said) > 3000 or text.count("\n") > 6:
        return f"the message is {text[:300]!r}"
    if re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", text):
        return f"the message has control characters: {said!r}"
    return None


def main():
    require_every_key()
    todo = enumerate(mutations())
    lock = threading.Lock()
    counts = {"tried": 0, "faults": 0}
    slowest = []

    def work():
        with tempfile.TemporaryDirectory() as folder:
            while True:
                with lock:
                    number, (name, text) = next(todo, (None, (None, None)))
                    if number is None:
                        return
                if number % every:
                    continue
                started = time.monotonic()
                wrong = fault(folder, text)
                with lock:
                    counts["tried"] += 1
                    slowest.append((time.monotonic() - started, name))
                    if wrong:
                        counts["faults"] += 1
                        print(f"{name}: {wrong}", flush=True)

    workers = [threading.Thread(target=work) for _ in range(os.cpu_count() or 1)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    slowest.sort(reverse=True)
    print(f"{counts['tried']} configs, {counts['faults']} faults; the slowest: "
          + "; ".join(f"{name} {took:.1f} s" for took, name in slowest[:5]))
    sys.exit(1 if counts["faults"] or not counts["tried"] else 0)


main()
