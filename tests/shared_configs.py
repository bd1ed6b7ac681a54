"""shared_configs.py CASES FOLDER: the configs in the cases, each as a file of its own; sheets of answers go to FOLDER/answers."""

import json
import pathlib
import sys

cases, folder = map(pathlib.Path, sys.argv[1:])
(folder / "answers").mkdir(parents=True, exist_ok=True)
for file in sorted(cases.glob("*/*.json")):
    case = json.loads(file.read_text(encoding="utf-8"))
    name = f"{file.parent.name}-{file.stem}"
    if isinstance(case, dict) and "config" in case:
        (folder / f"{name}.json").write_text(json.dumps(case["config"], ensure_ascii=False), encoding="utf-8")
        for i, sheet in enumerate(case.get("sheets", [])):
            text = "".join(f"## {id}\n" + "".join(row + "\n" for row in rows) for id, rows in sheet["answers"].items())
            (folder / "answers" / f"{name}-{i}").write_text(text, encoding="utf-8")
