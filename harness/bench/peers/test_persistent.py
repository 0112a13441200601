"""The job as it is done with pytest: one test a case, one adapter process for all of them.

    RUNS=runs.jsonl ADAPTER='python3 example.py' pytest test_persistent.py
"""

import json
import os
import shlex
import subprocess

import pytest

with open(os.environ["RUNS"], encoding="utf-8") as lines:
    CASES = [json.loads(line) for line in lines]


@pytest.fixture(scope="session")
def adapter():
    process = subprocess.Popen(
        shlex.split(os.environ["ADAPTER"]), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    ask(process, {"cmd": "hello", "protocols": [1], "harness": {"name": "pytest", "version": "0"}})
    yield process
    process.stdin.write(b'{"cmd":"bye"}\n')
    process.stdin.close()
    process.wait()


def ask(process, question):
    process.stdin.write(json.dumps(question).encode() + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(adapter, case):
    for seq, run in enumerate(case["runs"]):
        answer = ask(adapter, {"cmd": "run", "seq": seq, "scenario": run["scenario"]})
        # What is delivered is looked at; that it is right is the harness's part of the job.
        assert "tool_artifacts" in answer["observation"]
