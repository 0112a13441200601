"""An adapter with a switch for each way to go wrong.

    python3 adapter.py MODE TAG [STATE]

A mode either spoils the start or what is done when a scenario's prompt is "bad"; any
other scenario is answered well, with its prompt as the content of a tool message. TAG
marks the processes of one test. STATE is a file that outlives a start.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time

MODE, TAG = sys.argv[1], sys.argv[2]
STATE = sys.argv[3] if len(sys.argv) > 3 else None
OUT = sys.stdout.buffer
# The run under way.
SCENARIO = {}

HELLO = {
    "protocol": 1,
    "implementation": {"name": "hostile", "version": "1"},
    "adapter": {"name": "hostile-adapter", "version": "1"},
    "facets": {"prose": "native"},
    "supports": ["passes", "a-feature-from-the-future"],
    "max_in_flight": 4 if MODE.startswith("many-") else 1,
}


def write(data):
    OUT.write(data)
    OUT.flush()


def line(value, end=b"\n"):
    write(json.dumps(value).encode() + end)


def observation(prompt):
    script = SCENARIO.get("script", {}).items()
    invoked = [{"script": name, "artifacts": len(made.get("artifacts", []))} for name, made in script]
    messages = [{"tool_call_id": None, "content": prompt}]
    return {"passes": [{"invoked": invoked, "tool_messages": messages}]}


def answer(seq, prompt="bad"):
    line({"seq": seq, "observation": observation(prompt)})


def starts():
    """How often the adapter was started before, this time included."""
    with open(STATE, "a") as state:
        state.write("x")
    return os.path.getsize(STATE)


def forever():
    while True:
        time.sleep(60)


def sleeper(**options):
    """A child with the same tag that lives on and keeps the pipes."""
    code = "import time\nwhile True: time.sleep(60)"
    return subprocess.Popen([sys.executable, "-c", code, TAG], **options)


def hello(question):
    value = dict(HELLO)
    if MODE.startswith("witness"):
        value["supports"].append("witness:openai-chat")
    if MODE == "hello-never":
        forever()
    if MODE == "hello-half":
        write(b'{"protocol":')
        forever()
    if MODE == "hello-exits":
        print("cannot import name 'x'", file=sys.stderr)
        sys.exit(7)
    if MODE == "hello-noise":
        write(b"Loading the model...\n")
    if MODE == "hello-protocol":
        value["protocol"] = 2
    if MODE == "hello-no-protocol":
        del value["protocol"]
    if MODE == "hello-no-name":
        value["implementation"] = {"version": "1"}
    if MODE == "hello-empty-name":
        value["implementation"] = {"name": " ", "version": "1"}
    if MODE == "hello-witnessed":
        value["facets"] = {"prose": "witnessed"}
    if MODE == "hello-none-in-flight":
        value["max_in_flight"] = 0
    if MODE == "hello-duplicate":
        write(json.dumps(value)[:-1].encode() + b', "protocol": 1}\n')
        return
    if MODE == "hello-changes" and starts() > 1:
        value["implementation"] = {"name": "hostile", "version": "2"}
    if MODE == "restart-fails" and starts() > 1:
        sys.exit(9)
    if MODE == "slow-start":
        time.sleep(1.5)
    if MODE == "bom":
        write(b"\xef\xbb\xbf")
    if MODE == "blank-lines":
        write(b"\n   \n\r\n")
    if MODE == "unknown-fields":
        value["news"] = {"x": [1]}
    if MODE == "exit-before-run":
        line(value)
        sys.exit(3)
    if MODE == "closes-stdin":
        line(value)
        os.close(0)
        forever()
    if MODE == "reads-nothing":
        line(value)
        forever()
    if MODE == "ignores-sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if MODE == "stays-after-bye":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sleeper()
    line(value, b"\r\n" if MODE == "crlf" else b"\n")


def stderr_flood():
    def flood():
        while True:
            os.write(2, b"flood " * 10000 + b"\n")

    threading.Thread(target=flood, daemon=True).start()


def flood_blank(_seq):
    while True:
        write(b"\n" * 65536)


def endless(_seq):
    while True:
        write(b"x" * 65536)


def too_long(seq):
    answer(seq, "x" * (2 << 20))


def grandchild(seq, **options):
    sleeper(**options)
    os._exit(5)


def crash(_seq):
    print("about to crash", file=sys.stderr, flush=True)
    os.kill(os.getpid(), signal.SIGSEGV)


def hang(_seq):
    print("waiting for a lock", file=sys.stderr, flush=True)
    forever()


def late(seq):
    """Answers, after the next start, the run that was given up."""
    with open(STATE, "w") as state:
        state.write(str(seq))
    forever()


def stubborn(seq):
    sleeper(preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN))
    forever()


def raw(data):
    return lambda seq: write(data.replace(b"SEQ", str(seq).encode()) + b"\n")


def too_many(seq):
    entries = b'{"a":1},' * 100_000
    write(b'{"seq":%d,"observation":{"tool_artifacts":[%s1]}}\n' % (seq, entries * 6))


def half_then_exit(seq):
    write(b'{"seq":%d,"obser' % seq)
    os._exit(0)


def half_then_crash(seq):
    write(b'{"seq":%d,"obser' % seq)
    os.kill(os.getpid(), signal.SIGKILL)


def half_then_silence(seq):
    write(b'{"seq":%d,"obser' % seq)
    forever()


def closes_stdout(_seq):
    os.close(1)
    forever()


def twice(seq):
    data = json.dumps({"seq": seq, "observation": observation("bad")}).encode() + b"\n"
    write(data + data)


def error(seq):
    line({"seq": seq, "error": {"message": "no such model", "detail": "Traceback: \x1b[31mred"}})


BAD = {
    "hang": hang,
    "ignores-sigterm": hang,
    "hello-changes": crash,
    "restart-fails": crash,
    "exit": lambda seq: os._exit(3),
    "exit-0": lambda seq: os._exit(0),
    "crash": crash,
    "always-crash": crash,
    "flood-blank": flood_blank,
    "flood-endless": endless,
    "too-long": too_long,
    "too-many": too_many,
    "grandchild": grandchild,
    "grandchild-setsid": lambda seq: grandchild(seq, start_new_session=True),
    "setsid-then-hang": lambda seq: (sleeper(start_new_session=True), forever()),
    "stubborn-child": stubborn,
    "late": late,
    "half-exit": half_then_exit,
    "half-crash": half_then_crash,
    "half-silence": half_then_silence,
    "closes-stdout": closes_stdout,
    "repeated-seq": twice,
    "error": error,
    "stderr-flood-hang": lambda seq: (stderr_flood(), forever()),
    "not-json": raw(b"Traceback (most recent call last):"),
    "not-utf8": raw(b'{"seq":SEQ,"observation":{"x":"\xff\xfe"}}'),
    "too-deep": raw(b'{"seq":SEQ,"observation":' + b"[" * 100000),
    "array": raw(b'[{"seq":SEQ}]'),
    "nan": raw(b'{"seq":SEQ,"observation":{"tool_artifacts":[NaN]}}'),
    "huge-number": raw(b'{"seq":SEQ,"observation":{"tool_artifacts":[1e999999]}}'),
    "surrogate": raw(b'{"seq":SEQ,"observation":{"tool_artifacts":["\\ud800"]}}'),
    "duplicate-key": raw(b'{"seq":SEQ,"observation":{},"observation":{}}'),
    "duplicate-seq": raw(b'{"seq":SEQ,"seq":SEQ,"observation":{}}'),
    "duplicate-in-prose": raw(
        b'{"seq":SEQ,"observation":{"passes":[{"tool_messages":'
        b'[{"tool_call_id":null,"content":"a","content":"b"}]}]}}'
    ),
    "duplicate-in-entry": raw(
        b'{"seq":SEQ,"observation":{"tool_artifacts":[{"type":"a","type":"b"}],'
        b'"passes":[{"tool_artifacts":[{"payload":{"x":1,"x":2}}]}]}}'
    ),
    "text-after": raw(b'{"seq":SEQ,"observation":{}} {"seq":SEQ,"observation":{}}'),
    "unknown-seq": raw(b'{"seq":1234567,"observation":{}}'),
    "missing-seq": raw(b'{"observation":{}}'),
    "wrong-type": raw(b'{"seq":SEQ,"observation":{"passes":[{"invoked":[{"script":7}]}]}}'),
    "missing-field": raw(b'{"seq":SEQ,"observation":{"passes":[{"invoked":[{"artifacts":1}]}]}}'),
    "both": raw(b'{"seq":SEQ,"observation":{},"error":{"message":"x"}}'),
    "neither": raw(b'{"seq":SEQ}'),
    "unsupported": raw(b'{"seq":SEQ,"unsupported":{"feature":"exposure","reason":"no ports"}}'),
    "unsupported-unknown": raw(b'{"seq":SEQ,"unsupported":{"feature":"teleport"}}'),
    "unknown-fields": lambda seq: line(
        {"news": 1, "seq": seq, "observation": {"mood": "good", **observation("bad")}}
    ),
    "crlf": lambda seq: line({"seq": seq, "observation": observation("bad")}, b"\r\n"),
    "blank-lines": lambda seq: (write(b"\n \n"), answer(seq)),
}


def answer_late():
    if MODE == "late" and STATE and os.path.exists(STATE):
        with open(STATE) as state:
            seq = int(state.read())
        os.unlink(STATE)
        answer(seq, "late")
        return True
    return False


def many(questions):
    """Takes what is there and answers in reverse order."""
    prompts = [question["scenario"]["prompt"] for question in questions]
    if MODE == "many-crash-together" and len(questions) > 1 and starts() == 1:
        os._exit(6)
    for question in reversed(questions):
        prompt = question["scenario"]["prompt"]
        if prompt == "hang":
            continue
        if prompt == "crash":
            os._exit(6)
        answer(question["seq"], prompt)
    if "hang" in prompts:
        forever()


def serve_many():
    """Answers once nothing more has come for a while."""
    waiting, lock = [], threading.Condition()

    def read():
        for text in sys.stdin:
            with lock:
                waiting.append(json.loads(text))
                lock.notify()
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        with lock:
            while not waiting:
                lock.wait()
        time.sleep(0.1)
        with lock:
            batch, waiting[:] = list(waiting), []
        if batch[0]["cmd"] == "hello":
            hello(batch.pop(0))
        if any(question["cmd"] == "bye" for question in batch):
            os._exit(0)
        if batch:
            many(batch)


def serve():
    global SCENARIO
    for text in sys.stdin:
        question = json.loads(text)
        SCENARIO = question.get("scenario", {})
        if question["cmd"] == "hello":
            hello(question)
        elif question["cmd"] == "bye":
            if MODE == "stays-after-bye":
                forever()
            return
        elif MODE == "witness":
            model = question["scenario"].get("model", {})
            answer(question["seq"], model.get("base_url", "no model"))
        elif question["scenario"]["prompt"] == "bad" and MODE in BAD:
            BAD[MODE](question["seq"])
        elif not answer_late():
            answer(question["seq"], question["scenario"]["prompt"])


if MODE == "stderr-flood":
    stderr_flood()
if MODE.startswith("many-"):
    serve_many()
else:
    serve()
