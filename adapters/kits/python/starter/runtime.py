"""A tiny runtime, to be replaced by yours. It knows nothing of the harness.

A model is called with the messages so far and answers with calls or with a text; a turn
invokes the calls' tools, feeds the model what they say, and carries what they attach.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, List

Tool = Callable[[dict], dict]


class ToolNode:
    """Invokes a batch of calls. The port `tool_artifacts` is hidden until an author shows it."""

    def __init__(self, tools: Dict[str, Tool], overrides: Dict[str, bool]) -> None:
        self.tools = tools
        self.overrides = overrides

    def exposed(self, port: str) -> bool:
        return self.overrides.get(port, False)

    def invoke(self, calls: List[dict]) -> List[dict]:
        with ThreadPoolExecutor(max_workers=max(len(calls), 1)) as pool:
            return list(pool.map(self.result_of, calls))

    def result_of(self, call: dict) -> dict:
        try:
            return self.tools[call["name"]](call["args"])
        except Exception as error:
            return {"success": False, "error": str(error)}


class Turn:
    """One turn of a conversation."""

    def __init__(self, node: ToolNode) -> None:
        self.node = node
        self.artifacts: List[dict] = []

    def run(self, model: Callable[[List[dict]], dict], prompt: str) -> str:
        messages: List[dict] = [{"role": "user", "content": prompt}]
        while True:
            reply = model(messages)
            messages.append({"role": "assistant", **reply})
            if "calls" not in reply:
                return reply["content"]
            for call, result in zip(reply["calls"], self.node.invoke(reply["calls"])):
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": prose(result)})
                self.artifacts += [entry(artifact, call["id"]) for artifact in attached(result)]


def prose(result: dict) -> str:
    """What the model reads: from `data` alone."""
    if not result["success"]:
        return f"The tool failed: {result['error']}"
    return json.dumps(without_reserved_key(result["data"]), ensure_ascii=False)


def without_reserved_key(data: Any) -> Any:
    """`artifacts` is a reserved key of `data` (RT-TOOL-2)."""
    return {key: value for key, value in data.items() if key != "artifacts"} if isinstance(data, dict) else data


def attached(result: dict) -> List[dict]:
    """A successful call's well-formed artifacts (RT-TOOL-2)."""

    def is_sound(artifact: Any) -> bool:
        named = isinstance(artifact, dict) and isinstance(artifact.get("type"), str) and artifact["type"]
        return bool(named) and isinstance(artifact.get("payload"), dict)

    return [artifact for artifact in result.get("artifacts", []) if result["success"] and is_sound(artifact)]


def entry(artifact: dict, call_id: Any) -> dict:
    """Key by key, so that nothing else that the tool wrote comes along."""
    return {"type": artifact["type"], "payload": artifact["payload"], "tool_call_id": call_id}
