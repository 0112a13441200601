"""The example's faulty twin: the same runtime with one realistic fault, chosen by name.

    flowdrop-conformance run -- python example_faulty.py --fault leaks     must fail, through the fault's clause
    python example_faulty.py --list                                        every fault and the clause it breaks
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any, Dict, List, Tuple

from example import ExampleAdapter, ToolNode, Turn
from flowdrop_conformance import Json, serve


class Spreads(ToolNode):
    """The entry starts as a copy of the tool's own map: its extra keys come along."""

    def entry(self, artifact: Json, tool_call_id: Any) -> Json:
        return {**artifact, "tool_call_id": tool_call_id}


class Believes(ToolNode):
    """The tool's own tool_call_id wins where it wrote one."""

    def entry(self, artifact: Json, tool_call_id: Any) -> Json:
        return {**super().entry(artifact, tool_call_id), "tool_call_id": artifact.get("tool_call_id", tool_call_id)}


class CompletionOrder(ToolNode):
    """Artifacts are paired with the calls in the order in which the calls finish."""

    def invoke(self, calls: List[Json]) -> Json:
        finished: List[Json] = []

        def noted(call: Json) -> Json:
            result = self.result_of(call)
            finished.append(result)
            return result

        with ThreadPoolExecutor(max_workers=max(len(calls), 1)) as pool:
            futures = {pool.submit(noted, call): call for call in calls}
            results = {id(futures[done]): done.result() for done in as_completed(futures)}
        messages = [
            {"role": "tool", "tool_call_id": call.get("tool_call_id"), "content": self.prose(results[id(call)])}
            for call in calls
        ]
        artifacts = [
            self.entry(artifact, call.get("tool_call_id"))
            for call, result in zip(calls, finished)
            for artifact in self.attached(result)
        ]
        return {"tool_messages": messages, "tool_artifacts": artifacts}


class Deduplicates(Turn):
    """An artifact that equals an earlier one is dropped, though another call produced it."""

    def delivered(self, outputs: Json) -> List[Json]:
        fresh: List[Json] = []
        for entry in outputs["tool_artifacts"]:
            known = [(e["type"], e["payload"]) for e in self.artifacts + fresh]
            if (entry["type"], entry["payload"]) not in known:
                fresh.append(entry)
        return fresh


class Exposed(ToolNode):
    """The port is shown by default."""

    EXPOSED_BY_DEFAULT = {"tool_messages": True, "tool_artifacts": True}


class AnyDirection(ToolNode):
    """An override of an input of that name shows the output too."""

    def __init__(self, tools: Dict[str, Any], ports: Json) -> None:
        super().__init__(tools, ports)
        self.overrides = {**{p["id"]: p["exposed"] for p in ports.get("inputs", [])}, **self.overrides}


class Leaks(ToolNode):
    """The artifact's URL is appended to the prose."""

    def prose(self, result: Json) -> str:
        urls = [a["payload"]["url"] for a in self.attached(result) if "url" in a["payload"]]
        return " ".join([super().prose(result), *(f"See {url}" for url in urls)])


class Counts(ToolNode):
    """The prose tells how many artifacts there are."""

    def prose(self, result: Json) -> str:
        count = len(self.attached(result))
        return super().prose(result) + (f" ({count} attached)" if count else "")


class LeaksLater(Turn):
    """Artifacts of earlier passes stand in the history that the model is sent."""

    def run(self, model: Any, prompt: str) -> None:
        passes = 0

        def with_history(messages: List[Json]) -> Json:
            nonlocal passes
            passes += 1
            if passes > 2 and self.artifacts:
                messages = [*messages, {"role": "system", "content": "So far: " + json.dumps(self.artifacts)}]
            return model(messages)

        super().run(with_history, prompt)


class HiddenDrops(Turn):
    """What is delivered is read after stripping: nothing arrives from a hidden port."""

    def delivered(self, outputs: Json) -> List[Json]:
        return self.shown(outputs).get("tool_artifacts", [])


class ExposedDrops(Turn):
    """A shown port is taken to be wired to something: the turn carries nothing then."""

    def delivered(self, outputs: Json) -> List[Json]:
        return [] if self.node.exposed("tool_artifacts") else outputs["tool_artifacts"]


FAULTS: Dict[str, Tuple[int, type]] = {
    "spreads": (1, Spreads),
    "believes": (1, Believes),
    "completion-order": (1, CompletionOrder),
    "deduplicates": (1, Deduplicates),
    "exposed": (2, Exposed),
    "any-direction": (2, AnyDirection),
    "leaks": (3, Leaks),
    "counts": (3, Counts),
    "leaks-later": (3, LeaksLater),
    "hidden-drops": (4, HiddenDrops),
    "exposed-drops": (4, ExposedDrops),
}


class FaultyAdapter(ExampleAdapter):
    """The example's adapter over the runtime with one part replaced."""

    def __init__(self, fault: str) -> None:
        part = FAULTS[fault][1]
        replaced = {"turn": part} if issubclass(part, Turn) else {"node": part}
        super().__init__(name="kit-example-python-faulty", **replaced)
        self.fault = fault

    def describe(self) -> Json:
        description = super().describe()
        description["implementation"]["configuration"] = self.fault
        return description


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fault", choices=FAULTS, help="the fault to run with")
    parser.add_argument("--list", action="store_true", help="print each fault's name, clause and story")
    options = parser.parse_args()
    if options.list:
        for name, (clause, part) in FAULTS.items():
            print(f"{name}\t{clause}\t{part.__doc__}")
    elif options.fault is None:
        parser.error("say which --fault, or --list")
    else:
        serve(FaultyAdapter(options.fault))


if __name__ == "__main__":
    main()
