"""progress.py MHA: long work says how far it is on a terminal, and nowhere else; what it says is gone before the output."""
import json
import os
import subprocess
import sys
import tempfile
import time

try:
    import pty
except ImportError:
    print("skipped: no pseudo-terminals here")
    sys.exit(0)

mha = sys.argv[1]


def on_terminal(args, also_output=False, **environment):
    """What standard error, or both, say on a terminal."""
    ours, its = pty.openpty()
    child = subprocess.Popen([mha] + args, stdin=subprocess.DEVNULL, stdout=its if also_output else subprocess.DEVNULL,
                             stderr=its, env={"PATH": os.environ["PATH"], "TERM": "xterm", **environment})
    os.close(its)
    said = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # how Linux says that the terminal is closed
            piece = b""
        if not piece:
            break
        said += piece
    os.close(ours)
    assert child.wait() == 0, said
    return said.decode()


def config_of_seconds(folder, least):
    layers = 2
    while True:
        path = os.path.join(folder, "long.json")
        with open(path, "w") as file:
            json.dump({"tokens": ["a", "b"], "d_model": 256, "d_ff": 1024, "heads": 4, "layers": layers, "init": {}}, file)
        begin = time.monotonic()
        done = subprocess.run([mha, "--config", path], capture_output=True, check=True)
        assert done.stderr == b"", done.stderr  # no terminal
        if time.monotonic() - begin > least:
            return path
        layers *= 2


erase = "\r\x1b[K"
with tempfile.TemporaryDirectory() as folder:
    long = ["--config", config_of_seconds(folder, 2.5)]
    said = on_terminal(long)
    assert "blocks done, about" in said and said.endswith(erase) and said.startswith(erase), repr(said)
    assert all(len(line) < 80 for line in said.split(erase)), repr(said)
    said = on_terminal(long + ["--lang", "zh"])
    assert "大约还要" in said, repr(said)
    said = on_terminal(long, also_output=True)
    assert "blocks done" in said and said.rindex("blocks done") < said.rindex(erase), repr(said[:2000])
    assert said.rindex(erase) + len(erase) in (said.index("# mha"), said.index("# mha") - 1), repr(said[:2000])
    assert on_terminal(long, TERM="dumb") == ""
assert on_terminal(["--config", "wo-ai-ni", "--trace"]) == ""
print("the progress is as it should be")
