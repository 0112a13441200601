"""An adapter of the standard library alone, sound but for one flaw: `bad.py FLAW`."""

import json
import os
import select
import sys
import time

FLAW = sys.argv[1]
SEEN = []
FEATURES = ["concurrent-calls", "passes", "null-id", "repeated-id", "raises", "data:any", "exposure"]


def description():
    said = {
        "protocol": 1,
        "implementation": {"name": "bad", "version": "1", "language": "python"},
        "adapter": {"name": "bad-adapter", "version": "1"},
        "facets": {"prose": "native", "pairing": "native", "entries": "native", "exposure": "native"},
        "read_from": {"tool_artifacts": "the turn", "prose": "the model's input"},
        "supports": list(FEATURES),
        "max_in_flight": 4 if FLAW == "mixes" else 1,
    }
    if FLAW == "says-witnessed":
        said["facets"]["prose"] = "witnessed"
    elif FLAW == "three-facets":
        del said["facets"]["entries"]
    elif FLAW == "odd-facet":
        said["facets"]["proze"] = "native"
    elif FLAW == "sees-nothing":
        said["facets"] = dict.fromkeys(said["facets"], "none")
        said["supports"].remove("exposure")
    elif FLAW == "misspells":
        said["supports"].append("concurent-calls")
    elif FLAW == "no-read-from":
        del said["read_from"]["prose"]
    elif FLAW in ("exposure-none", "port-undeclared"):
        said["facets"]["exposure"] = "none"
        if FLAW == "port-undeclared":
            said["supports"].remove("exposure")
    elif FLAW == "no-language":
        del said["implementation"]["language"]
    elif FLAW == "other-hello":
        said["implementation"]["version"] = str(os.getpid())
    elif FLAW == "modest":
        said["supports"].remove("raises")
    elif FLAW == "protocol-2":
        said["protocol"] = 2
    return said


def one_pass(scenario, calls, sent):
    played = [(call, scenario["script"][call["args"]["script"]]) for call in calls]
    order = played if FLAW == "in-line" else sorted(played, key=lambda one: one[1].get("finishes", 0))
    count = lambda result: 0 if "raises" in result else len(result.get("artifacts", []))
    invoked = [{"script": call["args"]["script"], "artifacts": count(result)} for call, result in order]
    messages = [{"tool_call_id": call.get("tool_call_id"), "content": prose(result)} for call, result in played]
    sent += messages
    if FLAW == "forgets-invoked":
        invoked = invoked[1:]
    elif FLAW == "invents-invoked":
        invoked.append({"script": "nobody", "artifacts": 0})
    elif FLAW == "repeats-invoked":
        invoked *= 2
    elif FLAW == "miscounts":
        invoked = [{**call, "artifacts": call["artifacts"] + 1} for call in invoked]
    elif FLAW == "no-messages":
        messages = messages[1:]
    told = {"invoked": invoked, "tool_messages": messages, "model_input": json.loads(json.dumps(sent))}
    if FLAW == "no-model-input":
        del told["model_input"]
    return told


def prose(result):
    if FLAW == "empty-content":
        return ""
    if FLAW == "clock":
        return f"{time.monotonic_ns()} {json.dumps(result['data'])}"
    return result.get("raises") or json.dumps(result["data"], ensure_ascii=False)


def observation(scenario):
    passes, sent = [], []
    for calls in scenario["passes"]:
        passes.append(one_pass(scenario, calls["tool_calls"], sent))
    results = [
        (call, artifact)
        for calls in scenario["passes"]
        for call in calls["tool_calls"]
        for artifact in scenario["script"][call["args"]["script"]].get("artifacts", [])
    ]
    delivered = [{**artifact, "tool_call_id": call.get("tool_call_id")} for call, artifact in results]
    stored = {port["id"]: port["exposed"] for port in scenario["node"]["ports"]["outputs"]}
    exposed = FLAW != "stubborn-port" and stored.get("tool_artifacts", False)
    seen = {
        "ports": {"outputs": [{"id": "tool_artifacts", "exposed": exposed}]},
        "passes": passes,
        "tool_artifacts": delivered,
    }
    if FLAW == "remembers":
        SEEN.extend(entry for entry in delivered if entry not in SEEN)
        seen["tool_artifacts"] = list(SEEN)
    elif FLAW == "one-pass":
        seen["passes"] = passes[:1]
    elif FLAW == "delivers-nothing":
        seen["tool_artifacts"] = []
    elif FLAW == "no-port":
        seen["ports"] = {"outputs": []}
    elif FLAW in ("exposure-none", "sees-nothing"):
        del seen["ports"]
    elif FLAW == "aborts":
        seen["aborted"] = {"message": "no room"}
    return seen


def answer(request):
    seq, scenario = request["seq"], request["scenario"]
    if FLAW == "strict" and set(request) != {"cmd", "seq", "scenario"}:
        return {"seq": seq, "error": {"message": "what is this?"}}
    if FLAW == "in-trouble":
        return {"seq": seq, "error": {"message": "no module named runtime"}}
    if FLAW == "breaks-promise" and any("raises" in result for result in scenario["script"].values()):
        return {"seq": seq, "unsupported": {"feature": "raises", "reason": "cannot"}}
    if FLAW == "counts-itself":
        SEEN.append(seq)
        seq = len(SEEN) - 1
    return {"seq": seq, "observation": observation(scenario)}


def write(value):
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def run(request):
    if FLAW == "prints":
        print("Loading model…")
    elif FLAW == "hangs":
        time.sleep(60)
    elif FLAW == "crashes":
        print("out of cheese", file=sys.stderr)
        os._exit(7)
    write(answer(request))
    if FLAW == "answers-twice":
        write(answer(request))


def waiting():
    """Whether another line comes at once; stdin is read unbuffered for this."""
    return bool(select.select([0], [], [], 0.2)[0])


def lines():
    buffer = b""
    while chunk := os.read(0, 65536):
        *whole, buffer = (buffer + chunk).split(b"\n")
        yield [json.loads(line) for line in whole]


for requests in lines():
    if FLAW == "mixes" and requests and requests[0]["cmd"] == "run":
        while waiting():
            requests += [json.loads(line) for line in os.read(0, 1 << 20).split(b"\n") if line]
        for request in requests:
            request["scenario"] = requests[-1]["scenario"]
    for request in requests:
        if request["cmd"] == "hello":
            if FLAW == "strict-hello" and len(request) != 3:
                sys.exit("what is this?")
            write(description())
        elif request["cmd"] == "run":
            run(request)
        elif FLAW != "stays":
            sys.exit(1 if FLAW == "exits-1" else 0)
if FLAW == "deaf":
    time.sleep(60)
