"""The kit's promises, kept over real pipes: python -m unittest test_kit (nothing to install)."""

from __future__ import annotations

import asyncio
import datetime
import json
import os
import subprocess
import sys
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Dict, List, Optional

from flowdrop_conformance import Json, Script, ToolRaised, Unsupported, entries, serve

HERE = Path(__file__).resolve().parent


class Probe:
    """An adapter that does what the scenario's `prompt` says; run as `python test_kit.py`."""

    def describe(self) -> Json:
        in_flight = int(os.environ.get("IN_FLIGHT", 1))
        return {"implementation": {"name": "probe", "version": "1"}, "max_in_flight": in_flight}

    def run(self, scenario: Json) -> Any:
        prompt = scenario["prompt"]
        if prompt == "noise":
            print("a stray print, é")
            os.write(1, b"a write to descriptor 1\n")
            child = "import sys; print('a child'); sys.exit(len(sys.stdin.read()))"
            return {"child": subprocess.run([sys.executable, "-c", child]).returncode}
        if prompt == "slow":
            time.sleep(1)
        if prompt == "raise":
            raise ValueError("no such luck, é")
        if prompt == "exit":
            sys.exit(7)
        if prompt == "unsupported":
            raise Unsupported("exposure", "it has no ports")
        if prompt == "values":
            return {"a": [{"when": datetime.date(2020, 1, 1)}]}
        if prompt == "nan":
            return {"b": float("nan")}
        if prompt == "keys":
            return {"c": {1: "one"}}
        if prompt == "async":
            return self.later()
        return {"echo": scenario}

    async def later(self) -> Json:
        await asyncio.sleep(0)
        return {"echo": "later"}


class Adapter:
    """The other end: an adapter as a child process."""

    def __init__(self, *command: str, **environment: str) -> None:
        command = command or (str(HERE / "test_kit.py"),)
        self.process = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **environment},
        )

    def send(self, *messages: Any) -> None:
        for message in messages:
            line = message if isinstance(message, bytes) else json.dumps(message, ensure_ascii=False).encode()
            self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def answer(self) -> Json:
        return json.loads(self.process.stdout.readline())

    def ask(self, message: Any) -> Json:
        self.send(message)
        return self.answer()

    def end(self) -> str:
        """Say bye; nothing more may come on stdout, and the exit status is 0. Gives stderr."""
        out, err = self.process.communicate(b'{"cmd":"bye"}\n', timeout=20)
        assert out == b"", out
        assert self.process.returncode == 0, (self.process.returncode, err)
        return err.decode()


def run(seq: int, prompt: str) -> Json:
    return {"cmd": "run", "seq": seq, "scenario": {"prompt": prompt}}


class Piped(unittest.TestCase):
    def with_adapter(self, *command: str, **environment: str) -> Adapter:
        adapter = Adapter(*command, **environment)
        self.addCleanup(adapter.process.wait)
        self.addCleanup(adapter.process.kill)
        for pipe in (adapter.process.stdin, adapter.process.stdout, adapter.process.stderr):
            self.addCleanup(pipe.close)
        return adapter


class Protocol(Piped):
    def test_the_handshake_gives_the_description_and_bye_exits_0(self) -> None:
        adapter = self.with_adapter()
        hello = adapter.ask({"cmd": "hello", "protocols": [1, 2], "harness": {"name": "x"}, "unknown": {}})
        self.assertEqual((hello["protocol"], hello["implementation"]["name"]), (1, "probe"))
        self.assertEqual(adapter.end(), "")

    def test_another_protocol_is_an_error(self) -> None:
        adapter = self.with_adapter()
        self.assertIn("protocol 1", adapter.ask({"cmd": "hello", "protocols": [2]})["error"]["message"])
        adapter.end()

    def test_a_hang_up_ends_it_too(self) -> None:
        adapter = self.with_adapter()
        adapter.process.communicate(b"", timeout=20)
        self.assertEqual(adapter.process.returncode, 0)

    def test_noise_goes_to_stderr_and_stdin_is_empty_for_children(self) -> None:
        for environment in ({}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}):
            adapter = self.with_adapter(**environment)
            self.assertEqual(adapter.ask(run(1, "noise")), {"seq": 1, "observation": {"child": 0}})
            noise = adapter.end()
            for said in ("a stray print, é", "a write to descriptor 1", "a child"):
                self.assertIn(said, noise)

    def test_text_is_utf_8_whatever_the_locale(self) -> None:
        adapter = self.with_adapter(LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
        prompt = "é, 漢字, \U0001f9ea, \u2028, \x00"
        self.assertEqual(adapter.ask(run(1, prompt))["observation"]["echo"]["prompt"], prompt)
        self.assertEqual(adapter.ask(b'{"cmd":"run","seq":2,"scenario":{"prompt":"\\ud800"}}')["seq"], 2)
        adapter.end()

    def test_two_runs_in_flight_are_answered_as_they_finish(self) -> None:
        adapter = self.with_adapter(IN_FLIGHT="2")
        adapter.send(run(1, "slow"), run(2, "fast"))
        self.assertEqual([adapter.answer()["seq"], adapter.answer()["seq"]], [2, 1])
        adapter.end()

    def test_bye_waits_for_what_is_in_flight(self) -> None:
        adapter = self.with_adapter(IN_FLIGHT="2")
        adapter.send(run(1, "slow"))
        out, _ = adapter.process.communicate(b'{"cmd":"bye"}\n', timeout=20)
        self.assertEqual((json.loads(out)["seq"], adapter.process.returncode), (1, 0))

    def test_an_exception_is_an_error_and_the_next_run_works(self) -> None:
        adapter = self.with_adapter()
        error = adapter.ask(run(1, "raise"))["error"]
        self.assertEqual(error["message"], "ValueError: no such luck, é")
        self.assertIn("Traceback", error["detail"])
        self.assertIn("SystemExit", adapter.ask(run(2, "exit"))["error"]["message"])
        self.assertEqual(adapter.ask(run(3, "ok"))["seq"], 3)
        adapter.end()

    def test_unsupported_names_the_feature_and_the_reason(self) -> None:
        adapter = self.with_adapter()
        told = {"feature": "exposure", "reason": "it has no ports"}
        self.assertEqual(adapter.ask(run(1, "unsupported")), {"seq": 1, "unsupported": told})
        adapter.end()

    def test_what_json_would_change_is_an_error_that_names_the_place(self) -> None:
        adapter = self.with_adapter()
        for prompt, place in (("values", "observation.a[0].when"), ("nan", "observation.b"), ("keys", "observation.c")):
            self.assertIn(place, adapter.ask(run(1, prompt))["error"]["message"])
        adapter.end()

    def test_a_coroutine_is_awaited(self) -> None:
        adapter = self.with_adapter()
        self.assertEqual(adapter.ask(run(1, "async"))["observation"], {"echo": "later"})
        adapter.end()

    def test_what_it_cannot_obey_is_answered_with_an_error(self) -> None:
        adapter = self.with_adapter()
        self.assertIn("'dance'", adapter.ask({"cmd": "dance", "seq": 4})["error"]["message"])
        self.assertIn("scenario", adapter.ask({"cmd": "run", "seq": 5})["error"]["message"])
        for line in (b"{", b"[1]", b"{}", b"\xff"):
            self.assertIn("could not read", adapter.ask(line)["error"]["message"])
        self.assertEqual(adapter.ask(run(6, "ok"))["seq"], 6)
        adapter.end()


LINK = {"type": "link", "payload": {"url": "https://example.com/node/5"}}


def scenario(passes: List[List[str]], **script: Json) -> Json:
    """Passes given as lists of script keys; every result succeeds unless it says otherwise."""
    results = {key: {"success": True, "data": {"result": key}, "error": None, **rest} for key, rest in script.items()}
    calls = [
        [{"tool_call_id": f"c{n}", "name": "create_node", "args": {"script": key}} for n, key in enumerate(keys, 1)]
        for keys in passes
    ]
    return {
        "prompt": "Do it.",
        "node": {"ports": {"outputs": []}},
        "tools": [{"name": "create_node"}],
        "passes": [{"tool_calls": batch} for batch in calls],
        "closing": "Done.",
        "script": results,
    }


def order(script: Script, number: int = 0) -> List[str]:
    return [entry["script"] for entry in script.invoked[number]]


class Scripts(unittest.TestCase):
    def patient(self, asked: Json) -> Script:
        """Waits longer than a busy machine can keep a thread from running, so that the order is certain."""
        script = Script(asked)
        script.WAIT = 30
        return script

    def test_threads_return_in_the_scripted_order(self) -> None:
        script = self.patient(scenario([["a", "b", "c"]], a={"finishes": 3}, b={"finishes": 2}, c={"finishes": 1}))
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(script.result, ["a", "b", "c"]))
        self.assertEqual(order(script), ["c", "b", "a"])

    def test_tasks_return_in_the_scripted_order(self) -> None:
        script = self.patient(scenario([["a", "b", "c"]], a={"finishes": 3}, b={"finishes": 2}, c={"finishes": 1}))

        async def all_at_once() -> None:
            await asyncio.gather(*(script.aresult(key) for key in "abc"))

        asyncio.run(all_at_once())
        self.assertEqual(order(script), ["c", "b", "a"])

    def test_one_by_one_goes_on_after_a_moment(self) -> None:
        script = Script(scenario([["a", "b"]], a={"finishes": 2}, b={"finishes": 1}))
        start = time.monotonic()
        script.result("a"), script.result("b")
        self.assertGreaterEqual(time.monotonic() - start, Script.WAIT)
        self.assertEqual(order(script), ["a", "b"])

    def test_a_call_without_a_place_waits_for_nobody_and_nobody_for_it(self) -> None:
        script = self.patient(scenario([["a", "b", "c"]], a={}, b={"finishes": 2}, c={"finishes": 1}))
        waiting = threading.Thread(target=script.result, args=("b",))
        waiting.start()
        script.result("c")
        waiting.join()
        self.assertEqual(order(script), ["c", "b"])

    def test_results_are_never_shared(self) -> None:
        script = Script(scenario([["a", "a"]], a={"artifacts": [LINK]}))
        first, second = script.result("a"), script.result("a")
        first["artifacts"][0]["payload"]["url"] = "changed"
        self.assertEqual(second["artifacts"], [LINK])
        self.assertEqual(script.invoked, [[{"script": "a", "artifacts": 1}] * 2])
        self.assertEqual(set(second), {"success", "data", "error", "artifacts"})

    def test_a_script_that_raises_raises_and_hands_over_nothing(self) -> None:
        script = Script(scenario([["a"]], a={"success": False, "raises": "boom", "artifacts": [LINK]}))
        with self.assertRaisesRegex(ToolRaised, "^boom$"):
            script.result("a")
        self.assertEqual(script.invoked, [[{"script": "a", "artifacts": 0}]])

    def test_a_failure_hands_over_artifacts_only_where_there_is_room_for_them(self) -> None:
        for room, handed_over in ((True, 1), (False, 0)):
            failing = scenario([["a"]], a={"success": False, "error": "no", "artifacts": [LINK]})
            script = Script(failing, failed_artifacts=room)
            self.assertEqual("artifacts" in script.result("a"), room)
            self.assertEqual(script.invoked[0][0]["artifacts"], handed_over)

    def test_an_invocation_counts_for_the_pass_that_is_being_made(self) -> None:
        script = Script(scenario([["a"], ["a"]], a={}))
        self.assertEqual(script.begin(1)[0]["args"], {"script": "a"})
        script.result("a")
        self.assertEqual([order(script, 0), order(script, 1)], [[], ["a"]])

    def test_where_nobody_begins_a_pass_invocations_count_in_the_scripted_order(self) -> None:
        script = Script(scenario([["a"], ["b", "a"]], a={}, b={}))
        for key in "aab":
            script.result(key)
        self.assertEqual([order(script, 0), order(script, 1)], [["a"], ["a", "b"]])

    def test_entries_are_built_key_by_key(self) -> None:
        hostile = {**LINK, "tool_call_id": "c9", "extra": 1}
        self.assertEqual(entries([hostile, {"type": 1}, 7], "c1"), [{**LINK, "tool_call_id": "c1"}])
        self.assertEqual(entries(None, "c1"), [])


class Examples(Piped):
    """The example runtime and its twin answer as programs; the harness judges them elsewhere."""

    def observed(self, *command: str, ports: Optional[Json] = None) -> Json:
        adapter = self.with_adapter(*(str(HERE / command[0]), *command[1:]))
        given: Dict[str, Json] = {"s1": {"artifacts": [{**LINK, "extra": 1}], "finishes": 2}, "s2": {"finishes": 1}}
        asked = {**scenario([["s1", "s2"]], **given), "node": {"ports": ports or {}}}
        self.assertEqual(adapter.ask({"cmd": "hello", "protocols": [1]})["protocol"], 1)
        answer = adapter.ask({"cmd": "run", "seq": 1, "scenario": asked})
        adapter.end()
        return answer["observation"]

    def exposed(self, observation: Json) -> bool:
        return {port["id"]: port["exposed"] for port in observation["ports"]["outputs"]}["tool_artifacts"]

    def prose(self, observation: Json) -> List[str]:
        return [message["content"] for message in observation["passes"][0]["tool_messages"]]

    def test_the_example_keeps_the_rule_under_every_exposure(self) -> None:
        for shown in (None, False, True):
            ports = {} if shown is None else {"outputs": [{"id": "tool_artifacts", "exposed": shown}]}
            observation = self.observed("example.py", ports=ports)
            self.assertEqual(observation["tool_artifacts"], [{**LINK, "tool_call_id": "c1"}])
            self.assertEqual(self.exposed(observation), bool(shown))
            self.assertEqual(self.prose(observation), ["s1", "s2"])
            handed_over = {i["script"]: i["artifacts"] for i in observation["passes"][0]["invoked"]}
            self.assertEqual(handed_over, {"s1": 1, "s2": 0})

    def test_each_main_fault_shows(self) -> None:
        self.assertIn("extra", self.observed("example_faulty.py", "--fault", "spreads")["tool_artifacts"][0])
        self.assertTrue(self.exposed(self.observed("example_faulty.py", "--fault", "exposed")))
        self.assertIn(LINK["payload"]["url"], self.prose(self.observed("example_faulty.py", "--fault", "leaks"))[0])
        self.assertEqual(self.observed("example_faulty.py", "--fault", "hidden-drops")["tool_artifacts"], [])


if __name__ == "__main__":
    serve(Probe())
