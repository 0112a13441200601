"""A small runtime to explore, which loses artifacts.

    python3 explored_adapter.py MODE NUMBER TAG

`dies` loses every artifact, and after NUMBER runs in all it exits and starts no more.
`ages` loses them only from the NUMBERth run of a process on.
TAG marks the processes of one test.
"""

import json
import sys
from pathlib import Path

MODE, NUMBER = sys.argv[1], int(sys.argv[2])
COUNT = Path("runs")
runs = int(COUNT.read_text()) if MODE == "dies" and COUNT.exists() else 0


def dead():
    return MODE == "dies" and runs >= NUMBER


def well_formed(artifact):
    if not isinstance(artifact, dict) or not isinstance(artifact.get("payload"), dict):
        return False
    return isinstance(artifact.get("type"), str) and artifact["type"] != ""


def run(scenario):
    passes, entries = [], []
    for one in scenario["passes"]:
        invoked, messages = [], []
        for call in one["tool_calls"]:
            result = scenario["script"][call["args"]["script"]]
            handed = result.get("artifacts") or []
            invoked.append({"script": call["args"]["script"], "artifacts": len(handed)})
            content = result.get("data") if result.get("success") else {"error": result.get("error")}
            own = call.get("tool_call_id")
            messages.append({"tool_call_id": own, "content": json.dumps(content)})
            if result.get("success"):
                kept = [one for one in handed if well_formed(one)]
                entries += [{"type": one["type"], "payload": one["payload"], "tool_call_id": own} for one in kept]
        passes.append({"invoked": invoked, "tool_messages": messages})
    loses = MODE == "dies" or runs > NUMBER
    return {"passes": passes, "tool_artifacts": [] if loses else entries}


def say(answer):
    print(json.dumps(answer), flush=True)


for line in sys.stdin:
    asked = json.loads(line)
    if dead() or asked["cmd"] == "bye":
        sys.exit(1 if dead() else 0)
    if asked["cmd"] == "hello":
        say(
            {
                "protocol": 1,
                "implementation": {"name": "lossy", "version": "1"},
                "adapter": {"name": "lossy-adapter", "version": "1"},
                "facets": {"prose": "native", "pairing": "native", "entries": "native"},
                "read_from": {},
                "supports": [],
                "max_in_flight": 1,
            }
        )
        continue
    runs += 1
    if MODE == "dies":
        COUNT.write_text(str(runs))
    say({"seq": asked["seq"], "observation": run(asked["scenario"])})
