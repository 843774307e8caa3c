#!/usr/bin/env python3
"""Does WireMock, which this project did not write, serve a fixture's folder as it is?

Each folder is given to WireMock as its root. Then the recorded run is walked: every read of a span must be answered with
what the span ends with for that request, every input and decision as it was recorded, and nothing may go unmatched. On a
second walk every input and decision that is not next is tried first, and none of them may be answered.

WIREMOCK_JAR names wiremock-standalone-3.13.2.jar, which the npm package `wiremock` 3.13.2 holds; needs `java`.
Arguments name folders; without any, all fixtures below tests are tried.
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
START_SECONDS = 60


class Unlike(Exception):
    """WireMock does not serve what was recorded."""


class WireMock:
    """A WireMock that serves one folder."""

    def __init__(self, jar, folder):
        command = ["java", "-jar", jar, "--port", "0", "--bind-address", "127.0.0.1", "--disable-banner"]
        self.process = subprocess.Popen(
            [*command, "--root-dir", folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()
        try:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port(), timeout=30)
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
    unmatched = wiremock.admin("GET", "/requests/unmatched")["requests"]
    if unmatched:
        raise Unlike(f"unmatched: {[request['url'] for request in unmatched]}")


def walk_out_of_turn(wiremock, exchanges):
    wiremock.admin("POST", "/scenarios/reset")
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


def check(jar, folder):
    with tempfile.TemporaryDirectory() as scratch:
        # WireMock makes folders that are not there.
        served = pathlib.Path(scratch) / "root"
        shutil.copytree(folder, served)
        stubs = json.loads((served / "mappings" / "exchanges.json").read_text())["mappings"]
        exchanges = [Exchange(stub, served / "__files") for stub in stubs]
        with WireMock(jar, served) as wiremock:
            walk(wiremock, exchanges)
            wrong = walk_out_of_turn(wiremock, exchanges)
    return f"{len(exchanges)} exchanges served, {wrong} out of turn refused"


def main():
    jar = os.environ.get("WIREMOCK_JAR")
    if not jar or not pathlib.Path(jar).is_file():
        sys.exit("wiremock_serves: WIREMOCK_JAR names no file")
    folders = [pathlib.Path(name) for name in sys.argv[1:]]
    folders = folders or sorted(header.parent for header in (ROOT / "tests").rglob("fixture.json"))
    if not folders:
        sys.exit("wiremock_serves: there is no fixture")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        checks = [(folder, pool.submit(check, jar, folder)) for folder in folders]
        for folder, result in checks:
            try:
                print(f"ok      {folder}: {result.result()}", flush=True)
            except (Unlike, OSError, KeyError, ValueError, http.client.HTTPException) as error:
                failed += 1
                print(f"FAILED  {folder}: {type(error).__name__}: {error}", flush=True)
    print(f"{len(folders) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
