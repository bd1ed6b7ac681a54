#!/usr/bin/env python3
"""Reads the csv of every lesson and of labels.json with Python's csv module, and the markdown with a CommonMark parser:
the same steps, labels and numbers as in the json, and no label that became markup.

    reads_back.py MHA csv|markdown
"""
import csv
import io
import json
import os
import subprocess
import sys
from decimal import ROUND_HALF_UP, Decimal

mha = os.path.abspath(sys.argv[1])
here = os.path.dirname(os.path.abspath(__file__))


def output_of(config, format):
    command = [mha, "--config", config, "--trace", "-f", format]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode("utf-8")


def escaped(text):
    """As control characters are shown."""
    short = {"\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    def one(c):
        hidden = c < " " or "\x7f" <= c <= "\x9f" or c in "\u061c\u200e\u200f\u2028\u2029" or "\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069"
        return short.get(c, f"\\u{ord(c):04x}") if hidden else c
    return "".join(map(one, text))


def expected(config):
    """Step id -> its row labels, column labels and numbers as shown."""
    def shown(x):
        if x == "-inf": return x
        tie = Decimal("1e-13").copy_sign(Decimal(x))  # what is a tie on paper may be a hair below it here
        text = str((Decimal(repr(float(x))) + tie).quantize(Decimal("0.0001"), ROUND_HALF_UP))
        return "0.0000" if text == "-0.0000" else text
    return {s["id"]: ([escaped(l) for l in s["rows"]], [escaped(l) for l in s["columns"]],
                      [[shown(x) for x in row] for row in s["values"]])
            for s in json.loads(output_of(config, "json"))["steps"]}


def in_csv(config):
    rows = list(csv.reader(io.StringIO(output_of(config, "csv"), newline="")))
    assert rows[0] == ["step", "row", "column", "value"]
    steps = {}
    for step, row, column, value in rows[1:]:
        for field in (step, row, column):
            assert field.lstrip()[:1] not in tuple("=+-@\t\r"), field
        value = "-inf" if value == "−∞" else value
        assert value == "-inf" or float(value) is not None
        steps.setdefault(step, []).append([label[label.startswith("'"):] for label in (row, column)] + [value])
    return steps


def as_cells(step):
    rows, columns, values = step
    return [[r, c, x] for r, line in zip(rows, values) for c, x in zip(columns, line)]


def in_markdown(config):
    parser = MarkdownIt("commonmark").enable("table").enable("strikethrough")
    tokens = parser.parse(output_of(config, "markdown"))
    known = {"heading_open", "heading_close", "inline", "paragraph_open", "paragraph_close", "table_open", "table_close",
             "thead_open", "thead_close", "tbody_open", "tbody_close", "tr_open", "tr_close", "th_open", "th_close",
             "td_open", "td_close"}
    steps, id, rows = {}, None, []
    for i, token in enumerate(tokens):
        assert token.type in known, token
        if token.type == "inline":
            for child in token.children:
                assert child.type in ("text", "text_special", "code_inline", "strong_open", "strong_close"), child
            text = "".join(child.content for child in token.children)
            if tokens[i - 1].type == "heading_open" and token.children[0].type == "code_inline": id = token.children[0].content
            elif tokens[i - 1].type == "heading_open" and token.level == 1 and tokens[i - 1].tag == "h1":
                assert text == escaped(json.loads(output_of(config, "json"))["title"]), text
            elif tokens[i - 1].type in ("th_open", "td_open"): rows[-1].append(text)
        elif token.type == "table_open": rows = []
        elif token.type == "tr_open": rows.append([])
        elif token.type == "table_close":
            steps[id] = ([row[0] for row in rows[1:]], rows[0][1:], [row[1:] for row in rows[1:]])
    return steps


if sys.argv[2] == "markdown":
    try:
        from markdown_it import MarkdownIt
    except ImportError:
        print("skipped: this Python has no markdown_it")
        sys.exit(0)

lessons = sorted(f[:-5] for f in os.listdir(os.path.join(here, "../../configs")) if f.endswith(".json"))
for config in lessons + [os.path.join(here, "labels.json")]:
    steps = expected(config)
    if sys.argv[2] == "csv":
        found = in_csv(config)
        assert found == {id: as_cells(step) for id, step in steps.items()}, config
    else:
        found = in_markdown(config)
        strip = lambda labels: [label.strip() for label in labels]  # a cell has no spaces at its ends
        assert list(found) == list(steps), config
        for id, (rows, columns, values) in steps.items():
            assert found[id] == (strip(rows), strip(columns), values), (config, id, found[id])
print(f"{len(lessons) + 1} traces read back")
