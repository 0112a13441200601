"""pydantic-ai under flowdrop-conformance: a real Agent run, unmodified.

Artifacts travel the way pydantic-ai documents: a tool returns `ToolReturn(return_value, metadata=…)`,
whose metadata becomes `ToolReturnPart.metadata`. See the README beside this file.
"""

from __future__ import annotations

import argparse
import copy
import os
import sys
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "kits" / "python"))
from flowdrop_conformance import Json, Script, claim_stdio, entries, serve  # noqa: E402

claim_stdio()
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "1"

from pydantic_ai import Agent, ModelRetry, Tool, ToolReturn, capture_run_messages  # noqa: E402
from pydantic_ai.exceptions import ToolFailed  # noqa: E402
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart  # noqa: E402
from pydantic_ai.models import Model  # noqa: E402
from pydantic_ai.models.function import FunctionModel  # noqa: E402


class ScriptedModel:
    """Makes the scripted calls pass by pass, then says `closing`; keeps what it was sent."""

    def __init__(self, scenario: Json, script: Script) -> None:
        self.script = script
        self.passes = len(scenario["passes"])
        self.closing = scenario.get("closing") or ""
        self.seen: list[list[Json]] = []

    async def answer(self, messages: list[ModelMessage], info: Any) -> ModelResponse:
        number = len(self.seen)
        self.seen.append([on_the_wire(part) for message in messages for part in message.parts])
        if number >= self.passes:
            return ModelResponse(parts=[TextPart(self.closing)])
        return ModelResponse(parts=[scripted_call(call) for call in self.script.begin(number)])


def scripted_call(call: Json) -> ToolCallPart:
    """A call without an id goes in without one: pydantic-ai's own part mints it."""
    given = call.get("tool_call_id")
    return ToolCallPart(call["name"], call["args"], **({} if given is None else {"tool_call_id": given}))


def on_the_wire(part: Any) -> Json:
    """What of a message part a provider's client sends; metadata and timestamps are host-only."""
    sent: Json = {"role": part.part_kind}
    if isinstance(part, ToolReturnPart):
        sent["content"], files = part.model_response_str_and_user_content()
        if files:
            sent["files"] = [repr(file) for file in files]
    elif isinstance(part, ToolCallPart):
        sent["args"] = part.args_as_json_str()
    else:
        sent["content"] = part.content
    for name in ("tool_name", "tool_call_id"):
        if hasattr(part, name):
            sent[name] = getattr(part, name)
    return copy.deepcopy(sent)


class Bridge:
    """One agent run a scenario. `options` are the command line's."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options

    def describe(self) -> Json:
        channel = "content" if self.options.naive else "metadata"
        supports = ["concurrent-calls", "passes", "null-id", "repeated-id", "raises", "data:any"]
        return {
            "implementation": {
                "name": "pydantic-ai",
                "version": version("pydantic-ai-slim"),
                "configuration": "+".join(configurations(self.options)),
                "language": "python",
                "homepage": "https://github.com/pydantic/pydantic-ai",
            },
            "adapter": {"name": "pydantic-ai-bridge", "version": "0.1.0"},
            "facets": {"prose": "native", "pairing": "native", "entries": "bridged", "exposure": "none"},
            "read_from": {
                "tool_artifacts": f"ToolReturnPart.{channel} in the run's messages",
                "prose": "the model's input, by ToolReturnPart.model_response_str_and_user_content()" if not self.options.witness else "what OpenAIChatModel sends to the harness",
            },
            "supports": supports + (["witness:openai-chat"] if self.options.witness else []),
            "max_in_flight": 1,
        }

    async def run(self, scenario: Json) -> Json:
        if self.options.witness and "model" in scenario:
            async with openai_chat(scenario["model"]) as model:
                return await self.run_with(scenario, model)
        return await self.run_with(scenario)

    async def run_with(self, scenario: Json, witness: Model | None = None) -> Json:
        script = Script(scenario, failed_artifacts=False)
        scripted = ScriptedModel(scenario, script)
        model = witness or FunctionModel(scripted.answer)
        agent = Agent(model, tools=[self.tool(declared, script) for declared in scenario["tools"]])

        aborted: Json = {}
        with capture_run_messages() as messages:
            try:
                await self.play(agent, scenario.get("prompt") or "")
            except Exception as error:
                traceback.print_exc()
                aborted = {"aborted": {"message": f"{type(error).__name__}: {error}"}}

        return {
            "passes": [
                # where the harness plays the model, it sees the prose itself: nothing is told
                {"invoked": invoked} if witness else {"invoked": invoked, **fed_back(scripted.seen, n)}
                for n, invoked in enumerate(script.invoked)
            ],
            "tool_artifacts": [
                entry for message in messages for part in message.parts for entry in self.delivered(part)
            ],
            **aborted,
        }

    async def play(self, agent: Agent, prompt: str) -> None:
        if "streaming" not in self.options.configuration:
            await agent.run(prompt)
            return
        async with agent.run_stream_events(prompt) as events:
            async for _ in events:
                pass

    def tool(self, declared: Json, script: Script) -> Tool:
        async def fake_tool(**args: Any) -> Any:
            result = await script.aresult(args["script"])
            if not result["success"]:
                failed = ToolFailed if "tool_failed" in self.options.configuration else ModelRetry
                raise failed(str(result.get("error")))
            if self.options.naive:
                return result
            return ToolReturn(result["data"], metadata=result.get("artifacts"))

        return Tool.from_schema(
            fake_tool, declared["name"], declared.get("description"), json_schema=declared["input_schema"]
        )

    def delivered(self, part: Any) -> list[Json]:
        if not isinstance(part, ToolReturnPart):
            return []
        artifacts = part.metadata
        if self.options.naive:
            artifacts = part.content.get("artifacts") if isinstance(part.content, dict) else None
        return entries(artifacts, part.tool_call_id)


@asynccontextmanager
async def openai_chat(model: Json) -> AsyncIterator[Model]:
    """`OpenAIChatModel` for the harness's endpoint, over an HTTP client without proxies."""
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    async with DefaultAsyncHttpxClient(trust_env=False) as http:
        client = AsyncOpenAI(base_url=model["base_url"], api_key=model["api_key"], max_retries=0, http_client=http)
        yield OpenAIChatModel(model["model"], provider=OpenAIProvider(openai_client=client))


def fed_back(seen: list, number: int) -> Json:
    """What pass `number` fed back: the model's input on the call that follows it."""
    if len(seen) <= number + 1:
        return {"tool_messages": []}
    sent = seen[number + 1]
    last_call = max((n for n, part in enumerate(sent) if part["role"] == "tool-call"), default=len(sent))
    tool_messages = [
        {"tool_call_id": part["tool_call_id"], "content": part["content"]}
        for part in sent[last_call + 1 :]
        if part["role"] == "tool-return"
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
        choices=["tool_failed", "streaming"],
        help="an option that changes behaviour; may be given twice (default: none)",
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
