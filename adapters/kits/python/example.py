"""A small runtime that invokes tools, and its adapter: what RT-TOOL-3 asks for, in one page.

    flowdrop-conformance run -- python example.py

The first half is the runtime, which knows nothing of the harness. The second half is the adapter.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, List

from flowdrop_conformance import Json, Script, serve

Tool = Callable[[Json], Json]
Model = Callable[[List[Json]], Json]


# --- the runtime ----------------------------------------------------------------------


class ToolNode:
    """A node that invokes the tools a model calls. Its outputs are ports, which an author may show."""

    EXPOSED_BY_DEFAULT = {"tool_messages": True, "tool_artifacts": False}

    def __init__(self, tools: Dict[str, Tool], ports: Json) -> None:
        self.tools = tools
        self.overrides = {port["id"]: port["exposed"] for port in ports.get("outputs", [])}

    def exposed(self, port: str) -> bool:
        """Hidden until an author shows it: a stored override decides, then the default."""
        return self.overrides.get(port, self.EXPOSED_BY_DEFAULT[port])

    def invoke(self, calls: List[Json]) -> Json:
        """Run all calls at once; each result stays with its own call, whichever finishes first."""
        with ThreadPoolExecutor(max_workers=max(len(calls), 1)) as pool:
            results = list(pool.map(self.result_of, calls))
        return {
            "tool_messages": [
                {"role": "tool", "tool_call_id": call.get("tool_call_id"), "content": self.prose(result)}
                for call, result in zip(calls, results)
            ],
            "tool_artifacts": [
                self.entry(artifact, call.get("tool_call_id"))
                for call, result in zip(calls, results)
                for artifact in self.attached(result)
            ],
        }

    def result_of(self, call: Json) -> Json:
        """A tool that throws has failed, and its siblings have not."""
        try:
            return self.tools[call["name"]](call["args"])
        except Exception as error:
            return {"success": False, "data": None, "error": str(error)}

    def prose(self, result: Json) -> str:
        """What the model reads back: from `data` alone."""
        if not result["success"]:
            return f"The tool failed: {result['error']}"
        data = result["data"]
        if isinstance(data, dict):
            data = {key: value for key, value in data.items() if key != "artifacts"}  # reserved (RT-TOOL-2)
            if list(data) == ["result"]:
                data = data["result"]
        return data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)

    def attached(self, result: Json) -> List[Json]:
        """A successful call's well-formed artifacts (RT-TOOL-2)."""
        artifacts = result.get("artifacts", []) if result["success"] else []
        return [
            artifact
            for artifact in artifacts
            if isinstance(artifact, dict)
            and isinstance(artifact.get("type"), str)
            and artifact["type"]
            and isinstance(artifact.get("payload"), dict)
        ]

    def entry(self, artifact: Json, tool_call_id: Any) -> Json:
        """Key by key, so that nothing else that the tool wrote comes along."""
        return {"type": artifact["type"], "payload": artifact["payload"], "tool_call_id": tool_call_id}


class Turn:
    """One turn of a conversation: the model calls tools until it has no more calls to make."""

    def __init__(self, node: ToolNode) -> None:
        self.node = node
        self.artifacts: List[Json] = []
        self.editor: List[Json] = []

    def run(self, model: Model, prompt: str) -> None:
        messages = [{"role": "user", "content": prompt}]
        while True:
            reply = model(messages)
            messages.append(reply)
            if not reply.get("tool_calls"):
                return
            outputs = self.node.invoke(reply["tool_calls"])
            messages.extend(outputs["tool_messages"])
            self.artifacts.extend(self.delivered(outputs))
            self.editor.append(self.shown(outputs))

    def shown(self, outputs: Json) -> Json:
        """What a person sees in the editor: hidden ports are stripped."""
        return {port: value for port, value in outputs.items() if self.node.exposed(port)}

    def delivered(self, outputs: Json) -> List[Json]:
        """What the turn carries: taken before anything is stripped, so exposure plays no part."""
        return outputs["tool_artifacts"]


# --- the adapter ----------------------------------------------------------------------


class ScriptedModel:
    """Plays the model: makes the scenario's calls pass by pass, then closes; keeps what it was sent."""

    def __init__(self, scenario: Json, script: Script) -> None:
        self.scenario = scenario
        self.script = script
        self.seen: List[List[Json]] = []

    def __call__(self, messages: List[Json]) -> Json:
        number = len(self.seen)
        self.seen.append(json.loads(json.dumps(messages)))
        if number < len(self.scenario["passes"]):
            return {"role": "assistant", "content": None, "tool_calls": self.script.begin(number)}
        return {"role": "assistant", "content": self.scenario["closing"]}


class ExampleAdapter:
    """Drives the runtime above and reports what came out; it judges nothing."""

    def __init__(self, node: type = ToolNode, turn: type = Turn, name: str = "kit-example-python") -> None:
        self.node, self.turn, self.name = node, turn, name

    def describe(self) -> Json:
        return {
            "implementation": {"name": self.name, "version": "0.1.0", "language": "python"},
            "adapter": {"name": "kit-example-python-adapter", "version": "0.1.0"},
            "facets": {"prose": "native", "pairing": "native", "entries": "native", "exposure": "native"},
            "read_from": {"tool_artifacts": "Turn.artifacts", "prose": "the model's input"},
            "supports": ["concurrent-calls", "passes", "null-id", "repeated-id", "raises", "data:any", "exposure"],
            "max_in_flight": 4,
        }

    def run(self, scenario: Json) -> Json:
        script = Script(scenario)
        tools = {tool["name"]: lambda args: script.result(args["script"]) for tool in scenario["tools"]}
        node = self.node(tools, scenario["node"].get("ports") or {})
        turn = self.turn(node)
        model = ScriptedModel(scenario, script)
        turn.run(model, scenario["prompt"])
        return {
            "ports": {"outputs": [{"id": port, "exposed": node.exposed(port)} for port in node.EXPOSED_BY_DEFAULT]},
            "passes": [fed_back(model.seen, script, n) for n in range(len(script.invoked))],
            "tool_artifacts": turn.artifacts,
        }


def fed_back(seen: List[List[Json]], script: Script, number: int) -> Json:
    """One pass: what its tools handed over, and what the model was sent on the call that follows."""
    if number + 1 >= len(seen):
        return {"invoked": script.invoked[number], "tool_messages": []}
    sent = seen[number + 1]
    calls_made = max(index for index, message in enumerate(sent) if message["role"] == "assistant")
    tool_messages = [
        {"tool_call_id": message["tool_call_id"], "content": message["content"]}
        for message in sent[calls_made:]
        if message["role"] == "tool"
    ]
    return {"invoked": script.invoked[number], "tool_messages": tool_messages, "model_input": sent}


if __name__ == "__main__":
    serve(ExampleAdapter())
