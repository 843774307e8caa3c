"""yaml-language-server, with goalpost's schemas: it marks nothing in the shipped files, and what is wrong in others.

Needs `yaml-language-server` (npm) on the PATH; says so and passes where it is not there.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOALPOST = os.environ.get("GOALPOST", str(ROOT / "target/debug/goalpost"))
PATIENCE = 60  # seconds; the server is killed after them

WRONG = {
    "goals/key.yaml": ("goal: x\nverifer: v\n", "verifer"),
    "goals/step.yaml": ("verifier: v\nsteps:\n  - tapp: { text: Display }\n", "tapp"),
    "goals/number.yaml": ("goal: x\nverifier: v\nlimits: { steps: ten }\n", "ten"),
    "verifiers/check.yaml": ("check:\n  swich: { label: x, app: a.b, is: on }\n", "swich"),
    "verifiers/state.yaml": ("check:\n  switch: { label: x, app: a.b, is: maybe }\n", "maybe"),
}


class Server:
    def __init__(self):
        self.process = subprocess.Popen(
            ["yaml-language-server", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.timer = threading.Timer(PATIENCE, self.process.kill)
        self.timer.daemon = True
        self.timer.start()
        self.settings = {}
        self.marks = {}

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while (line := self.process.stdout.readline().strip()) or not length:
            if not line and self.process.poll() is not None:
                sys.exit("yaml-language-server ended, or was too slow")
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def pump(self, until):
        while not until():
            message = self.read()
            if message.get("method") == "workspace/configuration":
                asked = [item.get("section") for item in message["params"]["items"]]
                self.send(id=message["id"], result=[self.settings.get(section) for section in asked])
            elif message.get("method") == "textDocument/publishDiagnostics":
                self.marks[message["params"]["uri"]] = message["params"]["diagnostics"]
            elif "id" in message and "method" in message:
                self.send(id=message["id"], result=None)
            elif "id" in message:
                self.answered = message["id"]

    def request(self, ident, method, params):
        self.answered = None
        self.send(id=ident, method=method, params=params)
        self.pump(lambda: self.answered == ident)


def main():
    if not shutil.which("yaml-language-server"):
        print("skipped: there is no yaml-language-server")
        return
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        schemas = {}
        for kind in ("goal", "verifier"):
            schema = folder / f"{kind}.schema.json"
            schema.write_bytes(subprocess.run([GOALPOST, "schema", kind], check=True, stdout=subprocess.PIPE).stdout)
            schemas[schema.as_uri()] = f"{kind}s/**"
        files = {p: (p.read_text(), None) for top in ("goals", "verifiers") for p in sorted((ROOT / top).rglob("*.yaml"))}
        files.update({folder / name: wrong for name, wrong in WRONG.items()})

        server = Server()
        server.settings = {"yaml": {"schemas": schemas, "validate": True, "schemaStore": {"enable": False}}}
        server.request(1, "initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {
            "workspace": {"configuration": True}}})
        server.send(method="initialized", params={})
        server.send(method="workspace/didChangeConfiguration", params={"settings": server.settings})
        for path, (text, _) in files.items():
            server.send(method="textDocument/didOpen", params={"textDocument": {
                "uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": text}})
        wanted = {path.as_uri() for path in files}
        server.pump(lambda: wanted <= {uri for uri in server.marks})

        failed = False
        for path, (text, wrong) in files.items():
            marks = server.marks[path.as_uri()]
            if wrong is None:
                right = not marks
            else:
                lines = text.splitlines()
                marked = [lines[m["range"]["start"]["line"]][m["range"]["start"]["character"]:] for m in marks]
                right = any(part.startswith(wrong) for part in marked)
            if not right:
                failed = True
                print(f"{path}: expected {wrong or 'nothing'} to be marked, found {[m['message'] for m in marks]}")
        server.process.kill()
        print(f"{len(files)} files opened with yaml-language-server")
        sys.exit(failed)


if __name__ == "__main__":
    main()
