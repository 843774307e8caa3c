#!/usr/bin/env python3
"""Can the shipped goals be passed without an agent?

Each control policy takes the model's place in a run of all goals. Every case must end, as the agent's fault (also that
of the agent of its baseline, which is the same and leaves the goal reached); only a goal
that expects to be blocked may pass where the policy says so, and one that may be reached already where it says done. What
`random` passes it passes by chance, which is shown and says nothing.

GOALPOST names the command, default target/debug/goalpost.
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GOALPOST = os.path.abspath(os.environ.get("GOALPOST", ROOT / "target" / "debug" / "goalpost"))
RIGHTLY = {"noop": set(), "always_done": {"verified_unchanged"}, "always_blocked": {"declined"}, "random=0": None}


def errored(case):
    """Not by the agent: one that is to undo the goal first, and does not, leaves it reached."""
    idle = case["kind"] == "already_satisfied" and "baseline_agent_ms" in case
    return case["outcome"] == "errored" and not idle


def amiss(policy, rightly):
    """What is not as it should be, in words; the counts."""
    ended = subprocess.run(
        [GOALPOST, "run", "--model", policy, "--json"], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    try:
        run = json.loads(ended.stdout)
    except ValueError:
        return [f"exit code {ended.returncode}, no results: {ended.stderr.strip()[-600:]}"], {}
    cases, counts = run["cases"], run["counts"]
    wrong = [f"{case['name']} errored: {case['kind']}: {case['message']}" for case in cases if errored(case)]
    passed = {case["name"]: case["kind"] for case in cases if case["outcome"] == "passed"}
    if rightly is not None:
        wrong += [f"{name} passed: {kind}" for name, kind in passed.items() if kind not in rightly]
    # A run without cases, or with an agent after all, proves nothing.
    if run["model"] != policy or not cases:
        wrong.append(f"model {run['model']}, {len(cases)} cases")
    return wrong, counts | {"passed": sorted(passed)}


def main():
    failed = 0
    for policy, rightly in RIGHTLY.items():
        wrong, counts = amiss(policy, rightly)
        failed += bool(wrong)
        print(f"{'FAILED' if wrong else 'ok':6}  {policy:14}  {counts}", flush=True)
        for line in wrong:
            print(f"        {line}", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
