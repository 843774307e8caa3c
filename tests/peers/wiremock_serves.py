#!/usr/bin/env python3
"""Does WireMock, which this project did not write, serve a fixture's folder as it is?

Each folder is given to WireMock as its root. Then `goalpost run CASE --fixture-url` runs its case: that must end as it
ends on goalpost's own replay, with no request unmatched and no input or decision left.

Some are also walked without goalpost, one of each package and those that its command can't run, such as a case with a
verifier in Rust: every read of a span must be answered with what the span ends with for that request, every input and
decision as it was recorded, and nothing may go unmatched. On a second walk every input and decision that is not next is
tried first, and none of them may be answered.

WIREMOCK_JAR names wiremock-standalone-3.13.2.jar, which the npm package `wiremock` 3.13.2 holds; needs `java`. GOALPOST
names the command, default target/debug/goalpost. Arguments name folders, which are walked; without any, all fixtures
below tests are tried.
"""

import base64
import concurrent.futures
import http.client
import json
import os
import pathlib
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GOALPOST = os.path.abspath(os.environ.get("GOALPOST", ROOT / "target" / "debug" / "goalpost"))
# Where a package has its fixtures.
FIXTURES = pathlib.Path("tests", "fixtures")
START_SECONDS = 60
# A WireMock here lives for seconds: what makes a long run fast makes its start slow.
BRIEF = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"]
# What of a case's result must not depend on who serves its recording.
RESULT = ("outcome", "kind", "claim", "baseline", "verdict", "steps", "decisions")


class Unlike(Exception):
    """What WireMock serves is not what was recorded."""


class WireMock:
    """A WireMock that serves one folder."""

    def __init__(self, jar, folder):
        command = ["java", *BRIEF, "-jar", jar, "--port", "0", "--bind-address", "127.0.0.1", "--disable-banner"]
        self.process = subprocess.Popen(
            [*command, "--root-dir", folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()
        try:
            port = self.port()
            self.url = f"http://127.0.0.1:{port}"
            self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        except BaseException:
            self.process.kill()
            raise

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def port(self):
        said = []
        while True:
            try:
                line = self.lines.get(timeout=START_SECONDS)
            except queue.Empty:
                raise Unlike("WireMock does not start: " + "".join(said)) from None
            if line is None:
                raise Unlike("WireMock ended at once: " + "".join(said))
            said.append(line)
            if line.startswith("port:"):
                return int(line.split()[1])

    def ask(self, method, target, body=b""):
        """Status, headers by lower-case name, body."""
        self.connection.request(method, target, body or None)
        reply = self.connection.getresponse()
        headers = {}
        for name, value in reply.getheaders():
            headers.setdefault(name.lower(), []).append(value)
        return reply.status, headers, reply.read()

    def admin(self, method, path):
        status, _, body = self.ask(method, "/__admin" + path)
        if status != 200:
            raise Unlike(f"{method} {path} of WireMock's own interface: {status}")
        return json.loads(body) if body else None

    def no_unmatched(self):
        unmatched = self.admin("GET", "/requests/unmatched")["requests"]
        if unmatched:
            raise Unlike(f"unmatched: {[request['url'] for request in unmatched]}")

    def state(self):
        """Of the one scenario that a fixture is."""
        [scenario] = self.admin("GET", "/scenarios")["scenarios"]
        return scenario["state"]

    def rewind(self):
        self.admin("POST", "/scenarios/reset")
        self.admin("DELETE", "/requests")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()
        self.process.kill()
        self.process.wait()


class Exchange:
    """A stub, read without WireMock's and goalpost's code."""

    def __init__(self, stub, files):
        request, response, own = stub["request"], stub["response"], stub["metadata"]["goalpost"]
        self.name = stub["name"]
        self.ordered = own["role"] != "read"
        self.leads_to = stub.get("newScenarioState")
        query = [tuple(pair) for pair in own.get("query", [])] or [
            (name, value["equalTo"])
            for name, values in request.get("queryParameters", {}).items()
            for value in values["hasExactly"]
        ]
        self.method = request["method"]
        self.target = request.get("url") or request["urlPath"] + "?" + urllib.parse.urlencode(query)
        self.body = b""
        for pattern in request.get("bodyPatterns", []):
            if "equalToJson" in pattern:
                self.body = json.dumps(pattern["equalToJson"]).encode()
            elif "equalTo" in pattern:
                self.body = pattern["equalTo"].encode()
            else:
                self.body = base64.b64decode(pattern["binaryEqualTo"])
        self.status = response["status"]
        self.headers = response.get("headers", {})
        # What is laid out for people means the same as JSON; everything else is the same to the byte.
        self.json = response.get("jsonBody")
        self.answer = response.get("body", "").encode() or base64.b64decode(response.get("base64Body", ""))
        if "bodyFileName" in response:
            self.answer = (files / response["bodyFileName"]).read_bytes()
            if response["bodyFileName"].endswith(".json"):
                self.json = json.loads(self.answer)

    def request(self):
        return self.method, self.target, self.body

    def sent_to(self, wiremock, expected=None):
        """Asks, and compares with the answer of this exchange or of another one."""
        expected = expected or self
        status, headers, body = wiremock.ask(*self.request())
        shown = f"{self.name}: {self.method} {self.target}"
        if status != expected.status:
            raise Unlike(f"{shown}: status {status} instead of {expected.status}: {body.decode(errors='replace')}")
        for name, values in expected.headers.items():
            if headers.get(name) != values:
                raise Unlike(f"{shown}: {name} is {headers.get(name)} instead of {values}")
        same = json.loads(body) == expected.json if expected.json is not None else body == expected.answer
        if not same:
            raise Unlike(f"{shown}: another body than that of {expected.name}: {body[:200]}")


def spans(exchanges):
    """Reads, with the input or decision that ends them, which the last span has not."""
    reads = []
    for exchange in exchanges:
        if exchange.ordered:
            yield reads, exchange
            reads = []
        else:
            reads.append(exchange)
    yield reads, None


def walk(wiremock, exchanges):
    for reads, end in spans(exchanges):
        last = {read.request(): read for read in reads}
        for read in reads:
            read.sent_to(wiremock, last[read.request()])
        if end:
            end.sent_to(wiremock)
    for read in reads * 2:
        read.sent_to(wiremock, last[read.request()])
    wiremock.no_unmatched()


def walk_out_of_turn(wiremock, exchanges):
    ordered = [exchange for exchange in exchanges if exchange.ordered]
    wrong = 0
    for end in [*ordered, None]:
        expected = end and end.request()
        for request in {exchange.request() for exchange in ordered} - {expected}:
            wrong += 1
            if "matched-stub-id" in wiremock.ask(*request)[1]:
                raise Unlike(f"{request[0]} {request[1]} is answered before {end.name if end else 'the end'}")
        if end:
            end.sent_to(wiremock)
    return wrong


class Project:
    """A package with goals and recordings, and how its cases end where goalpost itself replays them."""

    def __init__(self, root):
        self.root = root
        replayed, said = self.run("--mode", "replay")
        if replayed is None:
            sys.exit(f"wiremock_serves: nothing can be replayed in {root}: {said}")
        self.results = {case["name"]: result(case) for case in replayed["cases"]}
        self.left_out = {case["name"] for case in replayed["ignored"]}
        if amiss := sorted(name for name, told in self.results.items() if told["outcome"] != "passed"):
            sys.exit(f"wiremock_serves: {root}: goalpost itself does not replay {', '.join(amiss)}")

    def run(self, *args):
        """The document of a run, if there is one, and what was said beside it."""
        # Nothing of the caller's environment but what a process needs.
        env = {name: value for name, value in os.environ.items() if not name.startswith(("GOALPOST", "MOBILERUN", "TYPESAFE"))}
        ended = subprocess.run(
            [GOALPOST, "run", *args, "--json"], cwd=self.root, env=env, capture_output=True, text=True, timeout=120
        )
        if ended.returncode not in (0, 1, 4) or not ended.stdout.strip():
            return None, f"exit code {ended.returncode}: {ended.stderr.strip()[-600:]}"
        return json.loads(ended.stdout) | {"exit": ended.returncode}, ended.stderr.strip()[-600:]

    def is_run(self, case):
        """Whether goalpost's command can run this case."""
        if case not in self.results and case not in self.left_out:
            raise Unlike(f"{self.root} has no goal that is called {case}")
        return case in self.results

    def is_replayed(self, case, wiremock, exchanges):
        document, said = self.run(case, "--fixture-url", wiremock.url)
        if document is None:
            raise Unlike(f"goalpost run {case}: {said}")
        [told] = document["cases"]
        wiremock.no_unmatched()
        if document["exit"] != 0 or result(told) != self.results[case]:
            raise Unlike(f"{case} ends as {result(told)} instead of {self.results[case]}: {told['message']}\n{said}")
        ends = [exchange.leads_to for exchange in exchanges if exchange.leads_to]
        if ends and wiremock.state() != ends[-1]:
            raise Unlike(f"{case} passes at {wiremock.state()!r} of the recording, which goes on to {ends[-1]!r}")


def result(case):
    return {name: case[name] for name in RESULT}


def project_of(folder, projects={}):
    """The package whose recording this is, if it is a package's, and the case."""
    for root in folder.resolve().parents:
        if folder.resolve().is_relative_to(root / FIXTURES) and (root / "goals").is_dir():
            if root not in projects:
                projects[root] = Project(root)
            return projects[root], folder.resolve().relative_to(root / FIXTURES).as_posix()
    return None, None


def check(jar, folder, project, case, walked):
    with tempfile.TemporaryDirectory() as scratch:
        # WireMock makes folders that are not there.
        served = pathlib.Path(scratch) / "root"
        shutil.copytree(folder, served)
        stubs = json.loads((served / "mappings" / "exchanges.json").read_text())["mappings"]
        exchanges = [Exchange(stub, served / "__files") for stub in stubs]
        with WireMock(jar, served) as wiremock:
            said = [f"{len(exchanges)} exchanges"]
            ran = project is not None and project.is_run(case)
            if ran:
                project.is_replayed(case, wiremock, exchanges)
                said.append(f"goalpost runs it: {project.results[case]['kind']}")
                wiremock.rewind()
            if walked or not ran:
                walk(wiremock, exchanges)
                wiremock.rewind()
                said.append(f"served, and {walk_out_of_turn(wiremock, exchanges)} out of turn refused")
    return ran, "; ".join(said)


def main():
    jar = os.environ.get("WIREMOCK_JAR")
    if not jar or not pathlib.Path(jar).is_file():
        sys.exit("wiremock_serves: WIREMOCK_JAR names no file")
    named = [pathlib.Path(name) for name in sys.argv[1:]]
    folders = named or sorted(header.parent for header in (ROOT / "tests").rglob("fixture.json"))
    if not folders:
        sys.exit("wiremock_serves: there is no fixture")
    failed = run = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        checks, met = [], set()
        for folder in folders:
            project, case = project_of(folder)
            walked = bool(named) or project not in met
            met.add(project)
            checks.append((folder, pool.submit(check, jar, folder, project, case, walked)))
        for folder, checked in checks:
            try:
                ran, said = checked.result()
                run += ran
                print(f"ok      {folder}: {said}", flush=True)
            except (Unlike, OSError, KeyError, ValueError, http.client.HTTPException, subprocess.TimeoutExpired) as error:
                failed += 1
                print(f"FAILED  {folder}: {type(error).__name__}: {error}", flush=True)
    print(f"{len(folders) - failed} passed, {run} of them run by goalpost; {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
