#!/usr/bin/env python3
"""Explores the real runtimes, and tells what was found that no written case shows.

    .ci/bridges                                          installs them
    python3 harness/bench/bridges.py [--count N] [--seed N] [--time SECS] [--write reports]

Every bridge of adapters/runtimes.json is explored in each of its configurations, with findings kept
and shrunk. A finding is known if the runtime's published report fails a written case with its code.
"""

import argparse
import concurrent.futures
import json
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=400, help="scenarios for each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time", type=int, default=240, help="seconds for each, at most")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--program", type=Path, default=ROOT / "target" / "release" / "flowdrop-conformance")
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    entries = json.loads((ROOT / "adapters" / "runtimes.json").read_text())["reports"]
    entries = [one for one in entries if "bridge" in one and "--witness" not in one["command"]]
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        told = list(pool.map(lambda entry: explore(entry, asked), entries))
    text = markdown(told, asked)
    if asked.write:
        (asked.write / "explore-bridges.md").write_text(text, encoding="utf-8")
    else:
        print(text)


def explore(entry, asked):
    with tempfile.TemporaryDirectory() as folder:
        options = ["--count", asked.count, "--seed", asked.seed, "--time", asked.time]
        options += ["--timeout", 120, "--keep-going", "--out", folder]
        command = [asked.program, "explore", *options, "--", *entry["command"]]
        ran = subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True)
        if ran.returncode not in (0, 1):
            raise SystemExit(f"{entry['name']}: {ran.stderr.strip() or ran.stdout}")
        cases = {case["id"]: case for case in map(read, Path(folder).rglob("*.json"))}
    print(entry["name"], ran.stdout.splitlines()[-4:][0], flush=True)
    return {"name": entry["name"], **summary(ran.stdout), "findings": findings(ran.stdout, cases, entry)}


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def summary(text):
    counts = re.search(r"in (\d+) scenarios \((\d+) runs\)", text)
    unjudged = re.search(r"unjudged (\d+) scenarios", text)
    return {
        "scenarios": int(counts[1]),
        "runs": int(counts[2]),
        "unjudged": int(unjudged[1]) if unjudged else 0,
    }


def findings(text, cases, entry):
    """Each with what it needs, its smallest scenario, and the written cases that show its code."""
    report = read(ROOT / "reports" / f"{entry['name']}.json")
    found = re.findall(r"^(\S+)  (RT-TOOL-3/found/\S+)  seen in (\d+) scenario.*\n  needs  (.*)$", text, re.M)
    return [
        {
            "code": code,
            "seen": int(seen),
            "needs": needs,
            "scenario": cases[case]["scenario"] if case in cases else None,
            "written": [one["id"] for one in report["cases"] if fails(one, code)],
        }
        for code, case, seen, needs in found
    ]


def fails(case, code):
    return any(found["code"] == code for found in case.get("findings", []))


def markdown(told, asked):
    command = f"python3 harness/bench/bridges.py --count {asked.count} --seed {asked.seed} --time {asked.time}"
    scenarios, runs = (sum(one[key] for one in told) for key in ("scenarios", "runs"))
    found = [one for runtime in told for one in runtime["findings"]]
    fresh = [one for one in found if not one["written"]]
    lines = [
        "# What exploring found on real runtimes",
        "",
        f"{len(told)} configurations, {scenarios:,} generated scenarios, {runs:,} runs: {len(found)} findings, "
        f"{len(fresh)} of a kind that no written case shows. Made by",
        "",
        f"    .ci/bridges && {command} --write reports",
        "",
        "A finding is one code and what its smallest scenario needs. The versions are those of the",
        "published reports. Scenarios that allowed no judgement (the runtime gave up a run, or could not",
        "express the call) are told apart.",
        "",
        "| runtime | scenarios | runs | unjudged | findings |",
        "|---|--:|--:|--:|--:|",
    ]
    for one in told:
        lines.append(f"| {one['name']} | {one['scenarios']} | {one['runs']} | {one['unjudged']} | {len(one['findings'])} |")
    for runtime in told:
        for one in runtime["findings"]:
            lines += ["", *finding(runtime["name"], one)]
    return "\n".join(lines) + "\n"


def finding(name, one):
    written = ", ".join(one["written"][:3]) + (" and more" if len(one["written"]) > 3 else "")
    yield f"## {name}: {one['code']}"
    yield ""
    yield f"Seen in {one['seen']} scenarios. Needs: {one['needs']}."
    yield f"Written cases that show it: {written or 'none'}."
    if one["scenario"]:
        text = json.dumps(one["scenario"], ensure_ascii=True, sort_keys=True)
        yield ""
        yield "```json"
        yield text if len(text) <= 2000 else text[:2000] + " …"
        yield "```"


if __name__ == "__main__":
    main()
