#!/usr/bin/env python3
"""How fast the harness is: every figure a ratio taken in one run, with its spread.

    python3 harness/bench/bench.py [--rounds N] [--only PART]… [--write reports]

Builds what it needs (`cargo build --release`). pytest and Bowtie are measured where
`--python` names an interpreter that has them (a virtual environment with
`pip install pytest bowtie-json-schema`); elsewhere they are told as not measured.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KITS = ROOT / "adapters" / "kits"
sys.path.insert(0, str(HERE))

from table import markdown  # noqa: E402


def main():
    asked = arguments()
    parts = {"startup": startup, "wire": wire, "growth": growth, "peers": peers}
    file = asked.write and asked.write / "benchmarks.json"
    told = json.loads(file.read_text()) if file and file.exists() else {}
    build()
    told["machine"] = machine()
    for name in asked.only or parts:
        print(f"{name} …", file=sys.stderr, flush=True)
        told[name] = parts[name](asked)
    if file:
        asked.write.mkdir(exist_ok=True)
        file.write_text(json.dumps(told, indent=1) + "\n")
        (asked.write / "benchmarks.md").write_text(markdown(told))
    else:
        print(markdown(told))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", action="append", choices=["startup", "wire", "growth", "peers"])
    parser.add_argument("--python", default=sys.executable, help="an interpreter with pytest")
    parser.add_argument("--largest", type=int, default=100, help="how many times the suite")
    parser.add_argument("--write", type=Path)
    return parser.parse_args()


def build():
    packages = ["flowdrop-conformance-cli", "flowdrop-bench", "flowdrop-reference"]
    command = ["cargo", "build", "--release", "--quiet", "--bins"]
    subprocess.run(command + [f"--package={name}" for name in packages], cwd=ROOT, check=True)


def binary(name):
    return str(Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / name)


def adapters():
    found = {
        "rust": [binary("flowdrop-reference")],
        "python": [sys.executable, str(KITS / "python" / "example.py")],
    }
    if shutil.which("node"):
        found["node"] = ["node", str(KITS / "node" / "example.mjs")]
    return found


def machine():
    load = os.getloadavg()
    return {"cpus": os.cpu_count(), "load": round(load[0], 1), "python": sys.version.split()[0]}


def measure(command, **options):
    """Wall and CPU seconds and the peak memory in MiB of one process and what it waits for."""
    options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options}
    begun = time.perf_counter()
    process = subprocess.Popen([str(word) for word in command], **options)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu = usage.ru_utime + usage.ru_stime
    return {"wall": wall, "cpu": cpu, "memory": usage.ru_maxrss / 1024, "status": process.returncode}


def spread(values):
    ordered = sorted(values)
    return {"median": statistics.median(ordered), "least": ordered[0], "most": ordered[-1]}


def alternate(commands, rounds):
    """Each command once a round, in turn, so that all see the same weather."""
    seen = {name: [] for name in commands}
    for name, command in commands.items():
        measure(command)
    for _ in range(rounds):
        for name, command in commands.items():
            seen[name].append(measure(command))
    return {
        name: {key: spread([one[key] for one in all_]) for key in ("wall", "cpu", "memory")}
        for name, all_ in seen.items()
    }


def startup(asked):
    harness = binary("flowdrop-conformance")
    with tempfile.TemporaryDirectory() as folder:
        commands = {
            "the empty program": [binary("empty")],
            "--version": [harness, "--version"],
            "the suite, one worker": [harness, "run", "--jobs", "1"],
            "the suite, all cores": [harness, "run"],
            "the suite, JSON report": [harness, "run", "--report", f"json={folder}/report.json"],
        }
        return alternate(commands, max(asked.rounds, 15))


def wire(asked):
    told = {}
    for name, command in adapters().items():
        output = subprocess.run(
            [binary("wire"), str(asked.rounds), *command], capture_output=True, check=True, text=True
        )
        one = json.loads(output.stdout)
        ratios = [judged / bare for judged, bare in zip(one["judged"], one["bare"])]
        for side in ("judged", "bare"):
            one[side] = spread([seconds / one["runs"] * 1e6 for seconds in one[side]])
        one["ratio"] = spread(ratios)
        told[name] = one
    return told


def copies(folder, times):
    """The suite that many times over, each copy under ids of its own."""
    for file in (ROOT / "cases" / "RT-TOOL-3").rglob("*.json"):
        text = file.read_text(encoding="utf-8")
        inside = file.relative_to(ROOT / "cases" / "RT-TOOL-3").with_suffix("")
        old = f'"RT-TOOL-3/{inside.as_posix()}"'
        for copy in range(times):
            new = Path("RT-TOOL-3") / f"copy{copy}" / inside
            target = folder / new.with_suffix(".json")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text.replace(old, f'"{new.as_posix()}"', 1), encoding="utf-8")


def growth(asked):
    harness = binary("flowdrop-conformance")
    told = []
    for times in [1, 10, 100]:
        if times > asked.largest:
            continue
        with tempfile.TemporaryDirectory() as folder:
            copies(Path(folder), times)
            count = sum(1 for _ in Path(folder).rglob("*.json"))
            report = [f"--report=json={folder}/report.json.txt", "--jobs", "1", "--cases", folder]
            commands = {
                "in process": [harness, "run", *report],
                "over a subprocess": [harness, "run", *report, "--", *adapters()["rust"]],
            }
            rounds = {1: asked.rounds, 10: max(3, asked.rounds // 3)}.get(times, 1)
            told.append({"cases": count, "rounds": rounds, **alternate(commands, rounds)})
    return told


def peers(asked):
    told = {}
    harness = binary("flowdrop-conformance")
    pytest = has(asked.python, "pytest")
    with tempfile.TemporaryDirectory() as folder:
        runs = Path(folder) / "runs.jsonl"
        with open(runs, "wb") as out:
            subprocess.run([binary("dump")], stdout=out, check=True)
        for name, command in adapters().items():
            commands = {
                "this harness": [harness, "run", f"--report=json={folder}/r.json", "--", *command],
                "a process a case": [binary("per-case"), runs, *command],
            }
            if pytest:
                os.environ.update(RUNS=str(runs), ADAPTER=" ".join(command))
                test = [asked.python, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
                commands["pytest"] = [*test, HERE / "peers" / "test_persistent.py"]
            told[name] = alternate(commands, max(3, asked.rounds // 3))
        told["bowtie"] = bowtie(asked, runs, folder)
    return told


def has(python, module):
    return subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0


def bowtie(asked, runs, folder):
    """Bowtie's own in-process connector over as many cases and tests, each the same text."""
    program = Path(asked.python).parent / "bowtie"
    if not program.exists():
        return None
    cases = Path(folder) / "bowtie.jsonl"
    with open(runs, encoding="utf-8") as lines, open(cases, "w", encoding="utf-8") as out:
        for line in lines:
            case = json.loads(line)
            tests = [
                {"description": str(nth), "instance": run["scenario"], "valid": True}
                for nth, run in enumerate(case["runs"])
            ]
            out.write(json.dumps({"description": case["id"], "schema": {}, "tests": tests}) + "\n")
    command = [program, "run", "-i", "direct:null", "-D", "2020-12", cases]
    tried = measure(command)
    if tried["status"] not in (0, 1):
        return {"status": tried["status"]}
    return alternate({"bowtie direct": command}, 3)["bowtie direct"]


if __name__ == "__main__":
    main()
