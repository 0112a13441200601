"""OpenAI Agents SDK (Python) under flowdrop-conformance: a real Runner, unmodified.

Artifacts travel the way the SDK documents: a function tool's `custom_data_extractor` attaches host-only
data, which becomes `ToolCallOutputItem.custom_data`. See the README beside this file.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "kits" / "python"))
from flowdrop_conformance import Json, Script, Unsupported, claim_stdio, entries, serve  # noqa: E402

claim_stdio()

from agents import (  # noqa: E402
    Agent,
    FunctionTool,
    Model,
    Runner,
    ToolCallOutputItem,
    function_tool,
    set_tracing_disabled,
)
from agents.testing import ModelStep, ScriptedModel, assistant_message, function_call  # noqa: E402
from agents.tool_context import ToolContext  # noqa: E402

set_tracing_disabled(True)


def scripted_model(scenario: Json, script: Script) -> ScriptedModel:
    """The SDK's own fake model: makes the scripted calls pass by pass, then says `closing`."""

    def calls_of(number: int) -> ModelStep:
        def respond(_: Any) -> list:
            calls = script.begin(number)
            return [function_call(c["name"], c["args"], call_id=c["tool_call_id"]) for c in calls]

        return ModelStep.respond(respond)

    closing = [assistant_message(scenario.get("closing") or "")]
    return ScriptedModel([*(calls_of(n) for n in range(len(scenario["passes"]))), closing])


class Bridge:
    """One Runner run a scenario. `options` are the command line's."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options

    def describe(self) -> Json:
        channel = "output" if self.options.naive else "custom_data"
        supports = ["concurrent-calls", "passes", "raises", "data:any"]
        return {
            "implementation": {
                "name": "openai-agents",
                "version": version("openai-agents"),
                "configuration": "+".join(configurations(self.options)),
                "language": "python",
                "homepage": "https://github.com/openai/openai-agents-python",
            },
            "adapter": {"name": "openai-agents-bridge", "version": "0.1.0"},
            "facets": {"prose": "native", "pairing": "native", "entries": "bridged", "exposure": "none"},
            "read_from": {
                "tool_artifacts": f"ToolCallOutputItem.{channel} of the run's items",
                "prose": "the model's input items" if not self.options.witness else "what OpenAIChatCompletionsModel sends to the harness",
            },
            "supports": supports + (["witness:openai-chat"] if self.options.witness else []),
            "max_in_flight": 1,
        }

    async def run(self, scenario: Json) -> Json:
        if not all(call.get("tool_call_id") for batch in scenario["passes"] for call in batch["tool_calls"]):
            raise Unsupported("null-id", "the SDK's models must give each call a non-empty id")
        if self.options.witness and "model" in scenario:
            async with openai_chat(scenario["model"]) as model:
                return await self.run_with(scenario, model)
        return await self.run_with(scenario)

    async def run_with(self, scenario: Json, witness: Model | None = None) -> Json:
        script = Script(scenario, failed_artifacts=False)
        scripted = scripted_model(scenario, script)
        agent = Agent(
            name="conformance",
            model=witness or scripted,
            tools=self.tools(scenario["tools"], script),
        )
        items: list = []
        aborted: Json = {}
        try:
            items = await self.play(agent, scenario)
        except Exception as error:
            traceback.print_exc()
            aborted = {"aborted": {"message": f"{type(error).__name__}: {error}"}}
            run_data = getattr(error, "run_data", None)  # the SDK's own record of a run that it gave up
            items = run_data.new_items if run_data else []

        seen = [call.input for call in scripted.calls]
        return {
            "passes": [
                # where the harness plays the model, it sees the prose itself: nothing is told
                {"invoked": invoked} if witness else {"invoked": invoked, **fed_back(seen, n)}
                for n, invoked in enumerate(script.invoked)
            ],
            "tool_artifacts": [entry for item in items for entry in self.delivered(item)],
            **aborted,
        }

    async def play(self, agent: Agent, scenario: Json) -> list:
        prompt, turns = scenario.get("prompt") or "", len(scenario["passes"]) + 5
        if "streaming" not in self.options.configuration:
            return (await Runner.run(agent, prompt, max_turns=turns)).new_items
        streamed = Runner.run_streamed(agent, prompt, max_turns=turns)
        async for _ in streamed.stream_events():
            pass
        return streamed.new_items

    def tools(self, declared: list[Json], scripted: Script) -> list[FunctionTool]:
        """Function tools; what a call attached is kept by the SDK's own context of that call."""
        attached: dict[int, Any] = {}

        async def fake_tool(context: ToolContext, script: str) -> Any:
            result = await scripted.aresult(script)
            if not result["success"]:
                raise ToolError(str(result.get("error")))
            if self.options.naive:
                return result
            attached[id(context)] = result.get("artifacts")
            return result["data"]

        def custom_data(call: Any) -> Json | None:
            artifacts = attached.get(id(call.tool_context))
            return None if artifacts is None else {"artifacts": artifacts}

        raising = {"failure_error_function": None} if "no_failure_error_function" in self.options.configuration else {}
        return [
            function_tool(
                fake_tool,
                name_override=tool["name"],
                description_override=tool.get("description") or tool["name"],
                custom_data_extractor=custom_data,
                **raising,
            )
            for tool in declared
        ]

    def delivered(self, item: Any) -> list[Json]:
        if not isinstance(item, ToolCallOutputItem):
            return []
        source = item.output if self.options.naive else item.custom_data
        artifacts = source.get("artifacts") if isinstance(source, dict) else None
        return entries(artifacts, item.raw_item["call_id"])


class ToolError(Exception):
    """A failure that a tool reports: an exception, which the SDK turns into a message."""


@asynccontextmanager
async def openai_chat(model: Json) -> AsyncIterator[Model]:
    """`OpenAIChatCompletionsModel` for the harness's endpoint, over an HTTP client without proxies."""
    from agents import OpenAIChatCompletionsModel
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient

    async with DefaultAsyncHttpxClient(trust_env=False) as http:
        client = AsyncOpenAI(base_url=model["base_url"], api_key=model["api_key"], max_retries=0, http_client=http)
        yield OpenAIChatCompletionsModel(model["model"], openai_client=client)


def fed_back(seen: list, number: int) -> Json:
    """What pass `number` fed back: the model's input on the call that follows it."""
    if len(seen) <= number + 1:
        return {"tool_messages": []}
    sent = seen[number + 1]
    last_call = max((n for n, item in enumerate(sent) if item.get("type") == "function_call"), default=len(sent))
    tool_messages = [
        {"tool_call_id": item["call_id"], "content": item["output"]}
        for item in sent[last_call + 1 :]
        if item.get("type") == "function_call_output"
    ]
    return {"tool_messages": tool_messages, "model_input": sent}


def configurations(options: argparse.Namespace) -> list[str]:
    return (["naive"] if options.naive else []) + options.configuration or ["default"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--configuration",
        action="append",
        default=[],
        choices=["no_failure_error_function", "streaming"],
        help="an option of the runtime that changes behaviour; may be given twice (default: none)",
    )
    parser.add_argument(
        "--naive", action="store_true", help="negative control: artifacts in the tool's plain return value"
    )
    parser.add_argument("--witness", action="store_true", help="let the harness play the model over HTTP")
    options = parser.parse_args()
    if "streaming" in options.configuration and not options.witness:
        parser.error("streaming is seen on the wire only: add --witness")
    serve(Bridge(options))


if __name__ == "__main__":
    main()
