#!/usr/bin/env python3
"""Does the agent stand a model that breaks the rules?

`jevcompat mock`, which this project did not write, serves the System One API and breaks one requirement on purpose, for
each fault it knows. `goalpost agent` is pointed at it through a witness that forwards every request and keeps every
reply. Whatever the fault, the agent must end with a decision or with an error that says something, and it must not send
an input that an invalid answer asked for: the witness judges the replies by its own copy of the rules.

Needs `jevcompat` on the PATH, see requirements-jevcompat.txt. GOALPOST names the command, default target/debug.
Arguments name faults to try; without any, all are tried.
"""

import http.client
import http.server
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import unicodedata

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
GOALPOST = os.environ.get("GOALPOST", os.path.join(ROOT, "target", "debug", "goalpost"))
GOAL = "Turn on dark theme in Android Settings, attempt {}."
FAMILIES = {"OPEN_APP": "app_target", "TAP": "tap_target", "TYPE_TEXT": "text_value"} | {
    f"SCROLL_{way}": "scroll_target" for way in ("DOWN", "UP", "LEFT", "RIGHT")
}
# Ends that are no decision to send an input.
NO_INPUT = {"WAIT", "DONE", "BLOCKED"}


class Witness(http.server.BaseHTTPRequestHandler):
    """Forwards to the mock and keeps what went by."""

    def do_GET(self):
        self.forward()

    def do_POST(self):
        self.forward()

    def forward(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        upstream = http.client.HTTPConnection("127.0.0.1", self.server.mock_port, timeout=30)
        kept = ("authorization", "content-type", "accept")
        headers = {name: value for name, value in self.headers.items() if name.lower() in kept}
        upstream.request(self.command, self.path, body, headers)
        reply = upstream.getresponse()
        answer = reply.read()
        self.server.asked += 1
        # Before a phone is touched the model is asked for its list, or one small question, which decides nothing.
        if self.path.endswith("/systemone") and b'"operation"' in body:
            self.server.seen.append((body, reply.status, answer))
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.getheader("Content-Type") or "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def forbid(constant):
    raise ValueError(f"{constant} is not JSON")


def is_share(number):
    return isinstance(number, (int, float)) and not isinstance(number, bool) and 0 <= number <= 1


def valid_choice(answer, options):
    """The rules for one choice, stated anew."""
    if not isinstance(answer, dict) or answer.get("type") != "choice":
        return False
    shares = answer.get("probabilities")
    if not isinstance(shares, dict) or set(shares) != set(options):
        return False
    if not all(is_share(share) for share in shares.values()) or not is_share(answer.get("confidence")):
        return False
    chosen = answer.get("choice")
    return chosen in shares and abs(sum(shares.values()) - 1) <= 0.025 and shares[chosen] >= max(shares.values()) - 1e-6


def asks_for_input(request, status, reply):
    """None if the reply may not be used; else whether it asks for an input."""
    if status != 200:
        return None
    try:
        answers = json.loads(reply, parse_constant=forbid)["answers"]
        questions = json.loads(request)["questions"]
        if not valid_choice(answers.get("operation"), questions["operation"]["criteria"]):
            return None
        operation = answers["operation"]["choice"]
        family = FAMILIES.get(operation)
        if family is None:
            return operation not in NO_INPUT
        if not valid_choice(answers.get(family), questions[family]["criteria"]):
            return None
        return answers[family]["choice"] != "NONE"
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def start_mock(fault):
    command = ["jevcompat", "mock", "--port", "0", *(["--fault", fault] if fault else [])]
    mock = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    for line in mock.stderr:
        if found := re.search(r"http://[\d.]+:(\d+)", line):
            return mock, int(found[1])
    raise SystemExit("jevcompat mock did not start")


def try_fault(fault, goal):
    """What went wrong, in words; empty if nothing did. How the agent ended, and how many inputs it had sent."""
    mock, mock_port = start_mock(fault)
    witness = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Witness)
    witness.mock_port, witness.seen, witness.asked = mock_port, [], 0
    threading.Thread(target=witness.serve_forever, daemon=True).start()
    env = {name: value for name, value in os.environ.items() if not name.startswith(("TYPESAFE", "MOBILERUN", "GOALPOST"))}
    env["TYPESAFE_BASE_URL"] = f"http://127.0.0.1:{witness.server_address[1]}"
    try:
        with tempfile.TemporaryDirectory() as empty:
            ended = subprocess.run(
                [os.path.abspath(GOALPOST), "agent", goal, "--model", "jev", "--execute", "--steps", "6", "--json"],
                env=env, cwd=empty, capture_output=True, text=True, timeout=120,
            )
    finally:
        witness.shutdown()
        mock.kill()
        mock.wait()
    return judge(ended, witness.seen, witness.asked)


def judge(ended, seen, asked):
    wrong = []
    try:
        document = json.loads(ended.stdout, parse_constant=forbid) if ended.stdout.strip() else {}
    except ValueError:
        return ["stdout is not one JSON document"], "?", 0
    inputs, claim = document.get("inputs") or [], document.get("claim")
    uses = [asks_for_input(*exchange) for exchange in seen]
    # Replies that were worth a retry are no answers; a reply that breaks the rules ends the run.
    broken = next((index for index, use in enumerate(uses) if use is None and seen[index][1] == 200), len(uses))
    allowed = sum(1 for use in uses[:broken] if use)
    if len(inputs) > allowed:
        wrong.append(f"{len(inputs)} inputs were sent, {allowed} were asked for by valid answers")
    if broken < len(uses) - 1:
        wrong.append("the agent went on after an answer that breaks the rules")
    if broken < len(uses) and ended.returncode != 4:
        wrong.append(f"an answer broke the rules, and the exit code is {ended.returncode}")
    if ended.returncode in (0, 1):
        if not claim:
            wrong.append("it ended without a claim")
    elif ended.returncode == 4:
        if len(ended.stderr.strip()) < 20:
            wrong.append("it failed without saying why")
    else:
        wrong.append(f"the exit code is {ended.returncode}")
    if "panicked" in ended.stderr:
        wrong.append("it panicked")
    if not asked:
        wrong.append("it never asked the model")
    # A server that can't even be asked first may end the run with its error, and with nothing else.
    elif not seen and ended.returncode != 4:
        wrong.append(f"it never asked for a decision, and the exit code is {ended.returncode}")
    if wrong:
        wrong.append("stderr: " + unicodedata.normalize("NFC", ended.stderr.strip())[-600:])
    said = (ended.stderr.strip().splitlines() or [""])[-1]
    return wrong, claim or f"error: {said[:110]}", len(inputs)


def wording():
    """The mock's answers carry no meaning, so it may end a goal at once. A goal for which it acts first."""
    for number in range(1, 60):
        wrong, _, inputs = try_fault(None, GOAL.format(number))
        if inputs >= 2 or wrong:
            return GOAL.format(number)
    raise SystemExit("the mock ends every goal at once")


def main():
    listed = subprocess.run(["jevcompat", "mock", "--list-faults"], capture_output=True, text=True, check=True).stdout
    faults = sys.argv[1:] or [line.split()[0] for line in listed.splitlines() if line.strip()]
    if len(faults) < 2 and not sys.argv[1:]:
        raise SystemExit("jevcompat lists no faults")
    goal = wording()
    print(goal, flush=True)
    failed = 0
    for fault in [None, *faults]:
        wrong, end, inputs = try_fault(fault, goal)
        failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok':6}  {fault or 'no fault':24}  {inputs} inputs, then {end}", flush=True)
        for line in wrong:
            print(f"        {line}", flush=True)
    print(f"{len(faults) + 1 - failed} of {len(faults) + 1}: a decision or an error, and no input from an invalid answer")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
