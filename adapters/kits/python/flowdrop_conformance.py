"""Adapter kit for flowdrop-conformance: one file, no dependencies, Python 3.9 and later.

An adapter drives one runtime and reports what came out. It never judges. Write two
functions and hand them to `serve`:

    from flowdrop_conformance import Script, serve

    class MyAdapter:
        def describe(self):            # who this is, and how each side is observed
            return {"implementation": {...}, "adapter": {...}, "facets": {...}, ...}

        def run(self, scenario):       # one scenario, one freshly built runtime
            script = Script(scenario)  # the fake tools' results
            ...
            return {"passes": [...], "tool_artifacts": [...]}

    if __name__ == "__main__":
        serve(MyAdapter())

`serve` speaks protocol 1 (one JSON object a line over stdin and stdout) until the
harness says bye. The README beside this file is the one-page guide.
"""

from __future__ import annotations

import asyncio
import copy
import inspect
import json
import os
import queue
import sys
import threading
import time
import traceback
from collections import Counter
from types import SimpleNamespace
from typing import Any, BinaryIO, Callable, Dict, List, Optional, Tuple

__version__ = "0.1.0"
__all__ = ["NotJson", "Script", "ToolRaised", "Unsupported", "claim_stdio", "entries", "serve"]

PROTOCOL = 1
Json = Dict[str, Any]


class Unsupported(Exception):
    """Raise this in `run` when the runtime has no such feature or it cannot be observed."""

    def __init__(self, feature: str, reason: str) -> None:
        super().__init__(f"{feature}: {reason}")
        self.feature = feature
        self.reason = reason


class ToolRaised(RuntimeError):
    """What a fake tool throws where the script says `raises`: to the runtime, any exception."""


class NotJson(TypeError):
    """The observation holds something that JSON would lose or change; the message says where."""


# --- fake tools -----------------------------------------------------------------------


class Script:
    """What the fake tools return in one run, when, and the record of it.

    A fake tool finds its result by its `script` argument alone, whatever the call ids are:

        def create_node(script_key):
            result = script.result(script_key)   # or: await script.aresult(script_key)
            ...                                  # give it to the runtime in its own idiom

    The result has RT-TOOL-1's shape `{success, data, error[, artifacts]}` and is a deep copy,
    so that two calls never share a value unless the runtime makes them. Where the script says
    `raises`, `ToolRaised` is thrown instead. `invoked[n]` is what the n-th pass's tools handed
    over, in the order in which they returned: it goes into the observation as it is.

    `failed_artifacts=False` is for runtimes whose idiom for a failure has no room for artifacts:
    a failing call's result then comes without them, and is recorded as having handed over none.
    """

    WAIT = 0.05
    """A tool waits this many seconds for its turn at most: a runtime may run calls one by one."""

    def __init__(self, scenario: Json, failed_artifacts: bool = True) -> None:
        self._results: Json = scenario.get("script") or {}
        self._calls: List[List[Json]] = [p.get("tool_calls") or [] for p in scenario["passes"]]
        self._keys = [[(call.get("args") or {}).get("script") for call in p] for p in self._calls]
        self._failed_artifacts = failed_artifacts
        self._begun: Optional[int] = None
        self._asked: Counter[str] = Counter()
        self._lock = threading.Lock()
        self.invoked: List[List[Json]] = [[] for _ in self._calls]

    def begin(self, number: int) -> List[Json]:
        """The tool calls of pass `number` (from 0), for the fake model to make now.

        What is invoked from here on counts for that pass. An adapter that does not play the
        model (the witness does) never calls this: a key's n-th invocation then counts for the
        n-th place in the scenario that calls it.
        """
        self._begun = number
        return copy.deepcopy(self._calls[number])

    def result(self, key: str) -> Json:
        """The result for `key`, once it is this call's turn. For tools on threads, or plain ones."""
        number, deadline = self._enter(key)
        while self._must_wait(key, number, deadline):
            time.sleep(0.001)
        return self._hand_over(key, number)

    async def aresult(self, key: str) -> Json:
        """The same for tools on an event loop."""
        number, deadline = self._enter(key)
        while self._must_wait(key, number, deadline):
            await asyncio.sleep(0.001)
        return self._hand_over(key, number)

    def _enter(self, key: str) -> Tuple[int, float]:
        if key not in self._results:
            raise LookupError(f"a tool was called with script {key!r}, which the scenario does not have")
        with self._lock:
            places = [n for n, keys in enumerate(self._keys) for k in keys if k == key]
            number = self._begun
            if number is None:
                number = (places or [0])[min(self._asked[key], max(len(places) - 1, 0))]
            self._asked[key] += 1
        return number, time.monotonic() + self.WAIT

    def _must_wait(self, key: str, number: int, deadline: float) -> bool:
        place = self._results[key].get("finishes")
        if place is None or time.monotonic() >= deadline:
            return False
        places = {k: self._results[k].get("finishes") for k in self._keys[number] if k in self._results}
        earlier = Counter(k for k in self._keys[number] if (places.get(k) or place) < place)
        with self._lock:
            earlier.subtract(entry["script"] for entry in self.invoked[number])
        return any(count > 0 for count in earlier.values())

    def _hand_over(self, key: str, number: int) -> Json:
        result: Json = copy.deepcopy(self._results[key])
        result.pop("finishes", None)
        raises = result.pop("raises", None)
        if raises is not None or (not result.get("success") and not self._failed_artifacts):
            result.pop("artifacts", None)
        artifacts = result.get("artifacts")
        count = len(artifacts) if isinstance(artifacts, list) else 0
        with self._lock:
            self.invoked[number].append({"script": key, "artifacts": count})
        if raises is not None:
            raise ToolRaised(raises if isinstance(raises, str) else json.dumps(raises))
        return result


def entries(artifacts: Any, tool_call_id: Any) -> List[Json]:
    """RT-TOOL-3's entries for one call, for a runtime that has no such list of its own.

    Built key by key, from what the runtime kept (`artifacts`) and the id that the runtime paired
    it with. An adapter that uses this says so: the facet `entries` is then `bridged`. What is no
    `{type, payload}` map is left out, as RT-TOOL-2 has it.
    """
    return [
        {"type": artifact["type"], "payload": artifact["payload"], "tool_call_id": tool_call_id}
        for artifact in (artifacts if isinstance(artifacts, list) else [])
        if isinstance(artifact, dict)
        and isinstance(artifact.get("type"), str)
        and isinstance(artifact.get("payload"), dict)
    ]


# --- the protocol ---------------------------------------------------------------------


def serve(
    adapter: Any = None,
    *,
    describe: Optional[Callable[[], Json]] = None,
    run: Optional[Callable[[Json], Any]] = None,
) -> None:
    """Answer the harness until it says bye (or hangs up), then return.

    Takes an object (or a module) with `describe` and `run`, or the two functions by name.
    `run` may be a coroutine function. With `max_in_flight` above 1 in the description, `run` is
    called on as many threads and must keep its runs apart.
    """
    if adapter is None:
        adapter = SimpleNamespace(describe=describe, run=run)
    reader, writer = claim_stdio()
    try:
        _Server(adapter, reader, writer).loop()
    except BrokenPipeError:
        pass  # the harness has gone


_claimed: Optional[Tuple[BinaryIO, BinaryIO]] = None


def claim_stdio() -> Tuple[BinaryIO, BinaryIO]:
    """Keep the real stdin and stdout for the protocol alone; `serve` does it for you.

    After this, whatever prints (a stray `print`, a C library, a child process) prints to
    stderr, and whatever reads stdin finds it empty. Call it yourself, first thing, before
    importing a runtime that prints while it is imported.
    """
    global _claimed
    if _claimed is None:
        reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        try:
            os.dup2(2, 1)
        except OSError:  # started without a stderr
            os.dup2(nothing, 1)
        os.close(nothing)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # no locale makes a stray print fail
                stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
        _claimed = reader, writer
    return _claimed


class _Server:
    def __init__(self, adapter: Any, reader: BinaryIO, writer: BinaryIO) -> None:
        self._adapter = adapter
        self._reader = reader
        self._writer = writer
        self._write_lock = threading.Lock()
        self._description: Json = {"protocol": PROTOCOL, **adapter.describe()}
        self._jobs: queue.Queue[Json] = queue.Queue()
        self._threads = self._description.get("max_in_flight", 1)
        if self._threads > 1:
            for _ in range(self._threads):
                threading.Thread(target=self._work, daemon=True).start()

    def loop(self) -> None:
        for line in self._reader:
            if line.strip() and not self._obey(line):
                break

    def _obey(self, line: bytes) -> bool:
        """Act on one line; False after bye."""
        try:
            request = json.loads(line.decode("utf-8"))
            command = request["cmd"]
        except Exception as error:
            self._answer({"error": _told(error, "the adapter could not read a line from the harness")})
            return True
        if command == "hello":
            self._hello(request)
        elif command == "run":
            self._start(request)
        elif command == "bye":
            self._jobs.join()
            return False
        else:
            message = f"this adapter knows hello, run and bye, not {command!r}"
            self._answer(_with_seq(request, {"error": {"message": message}}))
        return True

    def _hello(self, request: Json) -> None:
        offered = request.get("protocols", [PROTOCOL])
        if PROTOCOL in offered:
            self._answer(self._description)
        else:
            self._answer({"error": {"message": f"this adapter speaks protocol {PROTOCOL}, not {offered!r}"}})

    def _start(self, request: Json) -> None:
        missing = [name for name in ("seq", "scenario") if name not in request]
        if missing:
            message = f"a run without {' and '.join(missing)}"
            self._answer(_with_seq(request, {"error": {"message": message}}))
        elif self._threads > 1:
            self._jobs.put(request)
        else:
            self._run(request)

    def _work(self) -> None:
        while True:
            request = self._jobs.get()
            try:
                self._run(request)
            finally:
                self._jobs.task_done()

    def _run(self, request: Json) -> None:
        seq = request["seq"]
        try:
            observation = self._adapter.run(request["scenario"])
            if inspect.iscoroutine(observation):
                observation = asyncio.run(observation)
            line = _line({"seq": seq, "observation": observation})
        except Unsupported as error:
            line = _line({"seq": seq, "unsupported": {"feature": error.feature, "reason": error.reason}})
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a runtime's SystemExit must not end the adapter either
            line = _line({"seq": seq, "error": _told(error)})
        self._write(line)

    def _answer(self, answer: Json) -> None:
        self._write(_line(answer))

    def _write(self, line: bytes) -> None:
        with self._write_lock:
            self._writer.write(line)
            self._writer.flush()


def _line(answer: Json) -> bytes:
    _refuse_what_json_would_change(answer, "")
    return json.dumps(answer, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"


def _with_seq(request: Json, answer: Json) -> Json:
    return {"seq": request["seq"], **answer} if "seq" in request else answer


def _told(error: BaseException, what: str = "") -> Json:
    summary = "".join(traceback.format_exception_only(type(error), error)).strip()
    detail = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return {"message": f"{what}: {summary}" if what else summary, "detail": detail}


def _refuse_what_json_would_change(value: Any, path: str) -> None:
    """`json.dumps` turns keys that are no strings into strings, and cannot name what it refuses."""
    if value is None or isinstance(value, (str, int)):
        return
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise NotJson(f"{path} is {value!r}, which JSON cannot hold")
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise NotJson(f"{path or 'the answer'} has the key {key!r}, and JSON keys are strings")
            _refuse_what_json_would_change(item, f"{path}.{key}" if path else key)
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            _refuse_what_json_would_change(item, f"{path}[{index}]")
    else:
        raise NotJson(f"{path} is a {type(value).__module__}.{type(value).__qualname__}, which JSON cannot hold")
