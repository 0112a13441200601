"""smolagents under flowdrop-conformance: a real ToolCallingAgent, unmodified.

smolagents documents no side channel for anything but images and audio. What a tool returns is
kept as it is in `ToolOutput.output`, beside the call's id, and the model reads `str()` of it; so a
tool that has something to attach returns an object that says its data when it is printed. See the
README beside this file.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "kits" / "python"))
from flowdrop_conformance import Json, Script, claim_stdio, entries, serve  # noqa: E402

claim_stdio()
os.environ["HF_HUB_OFFLINE"] = "1"

from smolagents import LogLevel, Model, Tool, ToolCallingAgent, ToolOutput  # noqa: E402
from smolagents.models import (  # noqa: E402
    ChatMessage,
    ChatMessageToolCall,
    ChatMessageToolCallFunction,
    MessageRole,
    get_clean_message_list,
    tool_role_conversions,
)


class Result:
    """What a tool returns: printed, its data alone; the artifacts stay on the object."""

    def __init__(self, data: Any, artifacts: Any) -> None:
        self.data = data
        self.artifacts = artifacts

    def __str__(self) -> str:
        return str(self.data)


class FakeTool(Tool):
    """Declared as the scenario has it; returns what is scripted."""

    skip_forward_signature_validation = True
    output_type = "any"

    def __init__(self, declared: Json, script: Script, naive: bool) -> None:
        self.name = declared["name"]
        self.description = declared.get("description") or declared["name"]
        self.inputs = {"script": {"type": "string", "description": "which result to return"}}
        self.script = script
        self.naive = naive
        super().__init__()

    def forward(self, script: str) -> Any:
        result = self.script.result(script)
        if not result["success"]:
            raise RuntimeError(result.get("error"))
        return result if self.naive else Result(result["data"], result.get("artifacts"))


class ScriptedModel(Model):
    """Makes the scripted calls pass by pass, then gives the final answer; keeps what it was sent."""

    def __init__(self, scenario: Json, script: Script) -> None:
        super().__init__(model_id="scripted")
        self.scenario = scenario
        self.script = script
        self.sent: list[list[Json]] = []
        self.answers: list[list[str]] = []

    def generate(self, messages: list[ChatMessage], **kwargs: Any) -> ChatMessage:
        number = len(self.sent)
        # as smolagents' own clients send it: roles converted, neighbours of one role joined
        self.sent.append(get_clean_message_list(messages, role_conversions=tool_role_conversions))
        self.answers.append([text_of(m) for m in messages if m.role == MessageRole.TOOL_RESPONSE])
        if number < len(self.scenario["passes"]):
            calls = [(c.get("tool_call_id"), c["name"], c["args"]) for c in self.script.begin(number)]
        else:
            calls = [("final", "final_answer", {"answer": self.scenario.get("closing") or ""})]
        return ChatMessage(role=MessageRole.ASSISTANT, content=None, tool_calls=[called(*call) for call in calls])

    def fed_back(self, number: int) -> Json:
        """What pass `number` fed back. One message holds the answers to all of its calls."""
        if number + 1 >= len(self.sent):
            return {"tool_messages": []}
        fresh = self.answers[number + 1][len(self.answers[number]) :]
        return {
            "tool_messages": [{"tool_call_id": None, "content": text} for text in fresh],
            "model_input": self.sent[number + 1],
        }


def called(call_id: Any, name: str, args: Json) -> ChatMessageToolCall:
    function = ChatMessageToolCallFunction(name=name, arguments=dict(args))
    return ChatMessageToolCall(id=call_id, type="function", function=function)


def text_of(message: ChatMessage) -> str:
    return "".join(part.get("text", "") for part in message.content)


class Bridge:
    """One agent a scenario. `options` are the command line's."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options

    def describe(self) -> Json:
        return {
            "implementation": {
                "name": "smolagents",
                "version": version("smolagents"),
                "configuration": "naive" if self.options.naive else "default",
                "language": "python",
                "homepage": "https://github.com/huggingface/smolagents",
            },
            "adapter": {"name": "smolagents-bridge", "version": "0.1.0"},
            "facets": {"prose": "native", "pairing": "native", "entries": "bridged", "exposure": "none"},
            "read_from": {
                "tool_artifacts": "ToolOutput.output and .id, streamed by the run",
                "prose": "the messages that the model is given, as smolagents' clients send them",
            },
            "supports": ["concurrent-calls", "passes", "null-id", "repeated-id", "raises", "data:any"],
            "max_in_flight": 1,
        }

    def run(self, scenario: Json) -> Json:
        script = Script(scenario, failed_artifacts=False)
        model = ScriptedModel(scenario, script)
        agent = ToolCallingAgent(
            tools=[FakeTool(declared, script, self.options.naive) for declared in scenario["tools"]],
            model=model,
            max_steps=len(scenario["passes"]) + 2,
            verbosity_level=LogLevel.OFF,
        )
        delivered: list[Json] = []
        aborted: Json = {}
        try:
            for event in agent.run(scenario.get("prompt") or "", stream=True):
                if isinstance(event, ToolOutput):
                    delivered += entries(self.attached(event.output), event.id)
        except Exception as error:
            traceback.print_exc()
            aborted = {"aborted": {"message": f"{type(error).__name__}: {error}"}}
        return {
            "passes": [{"invoked": invoked, **model.fed_back(n)} for n, invoked in enumerate(script.invoked)],
            "tool_artifacts": delivered,
            **aborted,
        }

    def attached(self, output: Any) -> Any:
        if self.options.naive:
            return output.get("artifacts") if isinstance(output, dict) else None
        return output.artifacts if isinstance(output, Result) else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--naive", action="store_true", help="negative control: artifacts in the tool's plain return value"
    )
    serve(Bridge(parser.parse_args()))


if __name__ == "__main__":
    main()
