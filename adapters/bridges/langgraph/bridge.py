"""LangGraph (Python) under flowdrop-conformance: a real graph, ToolNode and all, unmodified.

Artifacts travel the way LangChain documents: a tool with `response_format="content_and_artifact"`,
whose second value becomes `ToolMessage.artifact`. See the README beside this file.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import sys
import traceback
from importlib.metadata import version
from pathlib import Path
from typing import Any, Callable

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "kits" / "python"))
from flowdrop_conformance import Json, Script, claim_stdio, entries, serve  # noqa: E402

claim_stdio()
os.environ["LANGSMITH_TRACING"] = os.environ["LANGCHAIN_TRACING_V2"] = "false"

from langchain_core.language_models import BaseChatModel  # noqa: E402
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage  # noqa: E402
from langchain_core.outputs import ChatGeneration, ChatResult  # noqa: E402
from langchain_core.tools import BaseTool, StructuredTool, ToolException  # noqa: E402
from langgraph.graph import START, MessagesState, StateGraph  # noqa: E402
from langgraph.prebuilt import ToolNode, tools_condition  # noqa: E402


class ScriptedModel(BaseChatModel):
    """Makes the scripted calls pass by pass, then says `closing`; keeps what it was sent."""

    script: Any
    passes: int
    closing: str
    seen: list = []

    def bind_tools(self, tools: Any, **kwargs: Any) -> ScriptedModel:
        return self

    def _generate(self, messages: list, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> ChatResult:
        number = len(self.seen)
        self.seen.append([on_the_wire(message) for message in messages])
        if number >= self.passes:
            answer = AIMessage(self.closing)
        else:
            calls = [
                {"name": call["name"], "args": call["args"], "id": call.get("tool_call_id")}
                for call in self.script.begin(number)
            ]
            answer = AIMessage("", tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=answer)])

    @property
    def _llm_type(self) -> str:
        return "scripted"


def on_the_wire(message: BaseMessage) -> Json:
    """What of a message a provider's client sends; `artifact` and message ids are host-only."""
    fields = ("content", "name", "tool_calls", "tool_call_id", "status", "additional_kwargs")
    sent = {name: getattr(message, name, None) for name in fields}
    present = {name: value for name, value in sent.items() if name == "content" or value not in (None, [], {})}
    return copy.deepcopy({"role": message.type, **present})


class Bridge:
    """One graph a run. `options` are the command line's."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.chat_openai = chat_openai("streaming" in options.configuration) if options.witness else None

    def describe(self) -> Json:
        channel = "content" if self.options.naive else "artifact"
        supports = ["concurrent-calls", "passes", "null-id", "repeated-id", "raises", "data:any"]
        return {
            "implementation": {
                "name": "langgraph",
                "version": version("langgraph"),
                "configuration": "+".join(configurations(self.options)),
                "language": "python",
                "homepage": "https://github.com/langchain-ai/langgraph",
            },
            "adapter": {"name": "langgraph-bridge", "version": "0.1.0"},
            "facets": {"prose": "native", "pairing": "native", "entries": "bridged", "exposure": "none"},
            "read_from": {
                "tool_artifacts": f"ToolMessage.{channel} in the graph's last state",
                "prose": "the chat model's input" if not self.options.witness else "what ChatOpenAI sends to the harness",
            },
            "supports": supports + (["witness:openai-chat"] if self.options.witness else []),
            "max_in_flight": 1,
        }

    def run(self, scenario: Json) -> Json:
        script = Script(scenario, failed_artifacts=False)
        tools = [self.tool(declared, script) for declared in scenario["tools"]]
        scripted = ScriptedModel(
            script=script, passes=len(scenario["passes"]), closing=scenario.get("closing") or "", seen=[]
        )
        witnessed = self.chat_openai is not None and "model" in scenario
        model = self.chat_openai(scenario["model"]) if witnessed else scripted
        graph = self.graph(model, tools)

        messages: list = []
        aborted: Json = {}
        try:
            prompt = {"messages": [{"role": "user", "content": scenario.get("prompt") or ""}]}
            limit = {"recursion_limit": 2 * len(scenario["passes"]) + 25}
            for state in graph.stream(prompt, limit, stream_mode="values"):
                messages = state["messages"]
        except Exception as error:
            traceback.print_exc()
            aborted = {"aborted": {"message": f"{type(error).__name__}: {error}"}}

        return {
            "passes": [
                # where the harness plays the model, it sees the prose itself: nothing is told
                {"invoked": invoked} if witnessed else {"invoked": invoked, **fed_back(scripted.seen, n)}
                for n, invoked in enumerate(script.invoked)
            ],
            "tool_artifacts": [entry for message in messages for entry in self.delivered(message)],
            **aborted,
        }

    def graph(self, model: BaseChatModel, tools: list[BaseTool]) -> Any:
        """The documented agent loop: model, tools, model."""
        bound = model.bind_tools(tools)
        handling = {"handle_tool_errors": True} if "handle_tool_errors" in self.options.configuration else {}
        builder = StateGraph(MessagesState)
        builder.add_node("model", lambda state: {"messages": [bound.invoke(state["messages"])]})
        builder.add_node("tools", ToolNode(tools, **handling))
        builder.add_edge(START, "model")
        builder.add_conditional_edges("model", tools_condition)
        builder.add_edge("tools", "model")
        return builder.compile()

    def tool(self, declared: Json, script: Script) -> BaseTool:
        def fake_tool(script_key: str) -> Any:
            result = script.result(script_key)
            if not result["success"]:
                raise ToolException(str(result.get("error")))
            return result if self.options.naive else (result["data"], result.get("artifacts"))

        return StructuredTool.from_function(
            lambda **args: fake_tool(args["script"]),
            name=declared["name"],
            description=declared.get("description") or declared["name"],
            args_schema=declared["input_schema"],
            response_format="content" if self.options.naive else "content_and_artifact",
        )

    def delivered(self, message: BaseMessage) -> list[Json]:
        if not isinstance(message, ToolMessage):
            return []
        artifacts = message.artifact
        if self.options.naive:
            artifacts = naive_artifacts(message.content)
        return entries(artifacts, message.tool_call_id)


def chat_openai(streaming: bool) -> Callable[[Json], BaseChatModel]:
    """Makes `ChatOpenAI` models for the harness's endpoints, over one HTTP client without proxies."""
    from langchain_openai import ChatOpenAI
    from openai import DefaultAsyncHttpxClient, DefaultHttpxClient

    clients = {
        "http_client": DefaultHttpxClient(trust_env=False),
        "http_async_client": DefaultAsyncHttpxClient(trust_env=False),
    }

    def build(model: Json) -> BaseChatModel:
        return ChatOpenAI(
            base_url=model["base_url"],
            api_key=model["api_key"],
            model=model["model"],
            max_retries=0,
            streaming=streaming,
            **clients,
        )

    return build


def fed_back(seen: list, number: int) -> Json:
    """What pass `number` fed back: the chat model's input on the call that follows it."""
    if len(seen) <= number + 1:
        return {"tool_messages": []}
    sent = seen[number + 1]
    last_call = max(index for index, message in enumerate(sent) if message["role"] == "ai")
    tool_messages = [
        {"tool_call_id": message.get("tool_call_id"), "content": message["content"]}
        for message in sent[last_call + 1 :]
        if message["role"] == "tool"
    ]
    return {"tool_messages": tool_messages, "model_input": sent}


def naive_artifacts(content: Any) -> Any:
    try:
        return json.loads(content).get("artifacts")
    except (TypeError, ValueError, AttributeError):
        return None


def configurations(options: argparse.Namespace) -> list[str]:
    return (["naive"] if options.naive else []) + options.configuration or ["default"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--configuration",
        action="append",
        default=[],
        choices=["handle_tool_errors", "streaming"],
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
