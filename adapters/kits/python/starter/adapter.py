"""Drives a runtime for flowdrop-conformance and reports what came out. It judges nothing.

The four numbered places are where your runtime is plugged in; everything else can stay.
"""

from __future__ import annotations

import copy
from typing import Any, List

from flowdrop_conformance import Json, Script, serve

# 1. Your runtime. If it prints while it is imported, call `claim_stdio()` before this line.
from runtime import ToolNode, Turn


class Adapter:
    def describe(self) -> Json:
        """Who is tested, and what of it can be seen. See "facets" in the README."""
        return {
            "implementation": {"name": "my-runtime", "version": "0.1.0", "language": "python"},
            "adapter": {"name": "my-adapter", "version": "0.1.0"},
            # native: the runtime made it; bridged: this file assembled it; none: it cannot be seen
            "facets": {"prose": "native", "pairing": "native", "entries": "native", "exposure": "native"},
            "read_from": {"tool_artifacts": "Turn.artifacts", "prose": "the fake model's input"},
            "supports": ["concurrent-calls", "passes", "null-id", "repeated-id", "raises", "data:any"],
            "max_in_flight": 1,
        }

    def run(self, scenario: Json) -> Json:
        """One scenario, one freshly built runtime."""
        script = Script(scenario)  # what the tools return, when, and the record of it
        model = FakeModel(scenario, script)

        # 2. Build the runtime: its tools are fakes in your runtime's own idiom, and the node's
        #    stored exposure is handed on. No port of that kind? Leave it out; `exposure` is none.
        def fake_tool(args: Json) -> Json:
            return script.result(args["script"])  # {success, data, error[, artifacts]}, or it throws

        tools = {tool["name"]: fake_tool for tool in scenario["tools"]}
        node = ToolNode(tools, {port["id"]: port["exposed"] for port in scenario["node"]["ports"]["outputs"]})
        turn = Turn(node)

        # 3. Run it. A run that your runtime gives up is its behaviour: it is reported, not raised.
        aborted = {}
        try:
            turn.run(model, scenario["prompt"])
        except Exception as error:
            aborted = {"aborted": {"message": f"{type(error).__name__}: {error}"}}

        # 4. Report what came out, as it is: what the runtime lost, reordered or renamed stays so.
        return {
            "ports": {"outputs": [{"id": "tool_artifacts", "exposed": node.exposed("tool_artifacts")}]},
            "passes": [{"invoked": script.invoked[n], **model.fed_back(n)} for n in range(len(scenario["passes"]))],
            "tool_artifacts": turn.artifacts,
            **aborted,
        }


class FakeModel:
    """Makes the scenario's calls pass by pass, then closes; keeps what it was sent.

    The prose is read here, where the model would read it, and never from the runtime's own
    message objects, which may rightly carry the artifact.
    """

    def __init__(self, scenario: Json, script: Script) -> None:
        self.scenario = scenario
        self.script = script
        self.seen: List[Any] = []

    def __call__(self, messages: List[Json]) -> Json:
        number = len(self.seen)
        self.seen.append(copy.deepcopy(messages))
        if number == len(self.scenario["passes"]):
            return {"content": self.scenario["closing"]}
        calls = self.script.begin(number)
        return {"calls": [{"id": c.get("tool_call_id"), "name": c["name"], "args": c["args"]} for c in calls]}

    def fed_back(self, number: int) -> Json:
        """What pass `number` added to the model's input: all that follows the model's own message."""
        if number + 1 >= len(self.seen):
            return {"tool_messages": []}
        before, after = self.seen[number], self.seen[number + 1]
        answers = [message for message in after[len(before) + 1 :] if message["role"] == "tool"]
        told = [{"tool_call_id": message["tool_call_id"], "content": message["content"]} for message in answers]
        return {"tool_messages": told, "model_input": after}


if __name__ == "__main__":
    serve(Adapter())
