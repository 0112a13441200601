"""A small conforming runtime without exposure, with a switch for what goes wrong around it.

    python3 adapter.py MODE TAG

A mode is `fine`, or what is done when a scenario's prompt is of that name:
`hang`, `crash`. `slow` takes its time for every run and counts it,
`keeps` never clears its list,
`hostile` says hostile things wherever it can say anything, `many` takes four at once.
TAG marks the processes of one test.
"""

import json
import os
import sys
import time

MODE = sys.argv[1]
ESC, BIDI, NUL = "\x1b[31mred\x1b[0m\x1b]0;title\x07", "\u202eabc\u202c", "\0"
HOSTILE = f"{ESC}{BIDI}{NUL}]]>\r\n::error::x\n##[error]x <script>alert(1)</script> \x9b2J ‹1B› a\u200bb"
kept = []


def hostile(text):
    return HOSTILE + text if MODE == "hostile" else text


def hello():
    return {
        "protocol": 1,
        "implementation": {
            "name": hostile("small"),
            "version": hostile("1"),
            "configuration": hostile("plain"),
            "language": hostile("python"),
        },
        "adapter": {"name": hostile("small-adapter"), "version": hostile("1")},
        "facets": {"prose": "native", "pairing": "native", "entries": "native"},
        "read_from": {hostile("prose"): hostile("the list")},
        "supports": ["passes", "null-id", "repeated-id", "data:any"],
        "max_in_flight": 4 if MODE == "many" else 1,
    }


def run(scenario):
    passes, entries = [], kept if MODE == "keeps" else []
    for one in scenario["passes"]:
        invoked, messages = [], []
        for call in one["tool_calls"]:
            result = scenario["script"][call["args"]["script"]]
            artifacts = result.get("artifacts") or []
            invoked.append({"script": call["args"]["script"], "artifacts": len(artifacts)})
            content = result.get("data") if result.get("success") else {"error": result.get("error")}
            if MODE == "hostile" and artifacts:
                content = {"data": content, "seen": hostile(json.dumps(artifacts))}
            messages.append({"tool_call_id": call.get("tool_call_id"), "content": json.dumps(content)})
            if result.get("success"):
                for artifact in artifacts:
                    entry = {
                        "type": artifact.get("type"),
                        "payload": artifact.get("payload"),
                        "tool_call_id": call.get("tool_call_id"),
                    }
                    if MODE == "hostile":
                        entry[HOSTILE] = HOSTILE
                    entries.append(entry)
        passes.append({"invoked": invoked, "tool_messages": messages})
    return {"passes": passes, "tool_artifacts": list(entries)}


def answer(question):
    prompt = question["scenario"].get("prompt")
    if prompt == "hang":
        print("waiting for a lock", file=sys.stderr, flush=True)
        time.sleep(3600)
    if prompt == "crash":
        print("about to crash", file=sys.stderr, flush=True)
        os._exit(3)
    if MODE == "hostile" and prompt == "trouble":
        print(HOSTILE, file=sys.stderr, flush=True)
        return {"seq": question["seq"], "error": {"message": HOSTILE, "detail": HOSTILE}}
    if MODE == "hostile" and prompt == "unsupported":
        lacking = {"feature": "exposure", "reason": HOSTILE}
        return {"seq": question["seq"], "unsupported": lacking}
    if MODE == "hostile" and prompt == "noise":
        print(HOSTILE, file=sys.stderr, flush=True)
        return HOSTILE
    if MODE == "slow":
        with open("runs", "a") as runs:
            runs.write("x")
        time.sleep(0.1)
    return {"seq": question["seq"], "observation": run(question["scenario"])}


for text in sys.stdin:
    question = json.loads(text)
    if question["cmd"] == "bye":
        break
    reply = hello() if question["cmd"] == "hello" else answer(question)
    text = reply if isinstance(reply, str) else json.dumps(reply)
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.buffer.flush()
