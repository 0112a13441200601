"""A runtime of a page, on the standard library alone, that asks its model over HTTP: one that
conforms, and ones that go wrong with the model. Usage: runtime.py MODE [stream] [in-flight]"""

import json
import sys
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "adapters" / "kits" / "python"))
from flowdrop_conformance import Script, entries, serve

MODE, FLAGS = sys.argv[1], sys.argv[2:]
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
KEPT = []


class Runtime:
    def describe(self):
        return {
            "implementation": {"name": "page", "version": "1", "configuration": MODE, "language": "python"},
            "adapter": {"name": "page-adapter", "version": "1"},
            "facets": {"prose": "native", "pairing": "native", "entries": "native", "exposure": "none"},
            "supports": ["passes", "null-id", "repeated-id", "raises", "data:any", "witness:openai-chat"],
            "max_in_flight": 8 if "in-flight" in FLAGS else 1,
        }

    def run(self, scenario):
        script = Script(scenario)
        kept, told = [], []
        observation = {"tool_artifacts": kept, "passes": told}
        try:
            converse(scenario, script, kept, told)
        except GaveUp as error:
            observation["aborted"] = {"message": str(error)}
        for number, invoked in enumerate(script.invoked):
            if number >= len(told):
                told.append({})
            told[number]["invoked"] = invoked
        return observation


class GaveUp(Exception):
    pass


def converse(scenario, script, kept, told):
    if MODE == "gives-up":
        raise GaveUp("no model for me")
    if MODE == "never":
        return
    messages = [{"role": "user", "content": scenario["prompt"]}]
    while True:
        answer = ask(scenario["model"], messages)
        messages.append(answer)
        calls = answer.get("tool_calls")
        if not calls:
            break
        results = [result_of(call, script, kept) for call in calls]
        if MODE == "silent":
            results = []
        messages += results
        if MODE == "tells":
            told.append({"tool_messages": [{**message, "content": "else"} for message in results]})
    if MODE == "once-more":
        ask(scenario["model"], messages + [{"role": "user", "content": "A title for it?"}])


def result_of(call, script, kept):
    key = json.loads(call["function"]["arguments"])["script"]
    try:
        result = script.result(key)
    except RuntimeError as error:
        result = {"success": False, "error": str(error)}
    artifacts = result.get("artifacts") if result["success"] else None
    kept.extend(entries(artifacts, call.get("id")))
    content = json.dumps(result["data"]) if result["success"] else result["error"]
    if MODE == "leaks" and artifacts:
        content += f" ({len(artifacts)} attached)"
    return {"role": "tool", "tool_call_id": call.get("id"), "content": content}


def ask(model, messages):
    if MODE == "stale":
        KEPT.append(model)
        model = KEPT[0]
    url = model["base_url"]
    if MODE == "no-token":
        url = url[: url.index("/run/")] + "/v1"
    body = {"model": model["model"], "messages": messages, "tools": []}
    if MODE == "no-chat":
        body = {"model": model["model"], "prompt": "Do it."}
    if MODE == "huge":
        messages[0]["content"] = "x" * (65 << 20)
    if "stream" in FLAGS:
        body.update(stream=True, stream_options={"include_usage": True})
    path = "/responses" if MODE == "other-path" else "/chat/completions"
    for _ in range(2 if MODE == "twice" else 1):
        text = post(url + path, json.dumps(body).encode())
    return streamed(text) if "stream" in FLAGS else json.loads(text)["choices"][0]["message"]


def post(url, body):
    request = urllib.request.Request(url, body, {"content-type": "application/json"})
    try:
        with OPENER.open(request, timeout=20) as response:
            return response.read().decode()
    except OSError as error:
        raise GaveUp(str(error)) from error


def streamed(text):
    events = [line.removeprefix("data: ") for line in text.split("\n") if line]
    assert events.pop() == "[DONE]"
    chunks = [json.loads(event) for event in events]
    assert chunks[-1]["usage"] and not chunks[-1]["choices"]
    message, calls = {"role": "assistant", "content": None}, []
    for chunk in chunks[:-1]:
        delta = chunk["choices"][0]["delta"]
        message["content"] = (message["content"] or "") + delta["content"] if delta.get("content") else message["content"]
        for piece in delta.get("tool_calls", []):
            if piece["index"] == len(calls):
                calls.append({name: value for name, value in piece.items() if name != "index"})
            else:
                calls[piece["index"]]["function"]["arguments"] += piece["function"]["arguments"]
    return {**message, "tool_calls": calls} if calls else message


serve(Runtime())
