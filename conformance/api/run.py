"""Generates requests from the API description and sends them to a host with the simulator.

    python run.py PROGRAM SCRATCH [ARGUMENTS OF SCHEMATHESIS]

Every phase of Schemathesis runs; the exit code is its own. What it leaves out, and why, stands in schemathesis.toml.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import urllib.request

HERE = pathlib.Path(__file__).parent


def start(program: str, home: pathlib.Path) -> tuple[subprocess.Popen, str, str]:
    """Starts a host with nothing in it; returns its process, its address and the token of its link."""
    shutil.rmtree(home, ignore_errors=True)
    (home / "run").mkdir(parents=True)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "CLAUDE_CONFIG_DIR": str(home / "config"),
        "XDG_RUNTIME_DIR": str(home / "run"),
    }
    arguments = ["serve", "--simulated", "--no-open", "--print-link", "--listen", "127.0.0.1:0"]
    errors = (home / "log").open("w")
    host = subprocess.Popen(
        [program, *arguments, "--data", str(home / "data")],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )
    link = host.stdout.readline().split()[-1]
    address, token = link.split("/#token=")
    return host, address, token


def post(address: str, path: str, headers: dict, body: dict) -> tuple[dict, dict]:
    request = urllib.request.Request(
        address + path,
        json.dumps(body).encode(),
        {"content-type": "application/json", **headers},
    )
    with urllib.request.urlopen(request) as answer:
        return dict(answer.headers), json.load(answer)


def main() -> int:
    program, scratch, *more = sys.argv[1:]
    host, address, token = start(program, pathlib.Path(scratch).absolute())
    try:
        headers, login = post(address, "/api/login", {}, {"token": token})
        page = {
            "cookie": headers["set-cookie"].split(";")[0],
            "x-pilothouse-key": login["key"],
        }
        _, made = post(address, "/api/tokens", page, {"name": "schemathesis", "scope": "admin"})
        bearer = {"authorization": f"Bearer {made['token']}"}
        project = {"project": str(pathlib.Path(scratch).absolute() / "data/demo")}
        _, session = post(address, "/api/sessions", bearer, project)
        variables = {
            "PILOTHOUSE_BASE": address,
            "PILOTHOUSE_TOKEN": made["token"],
            "PILOTHOUSE_SESSION_ID": session["id"],
            "PYTHONPATH": str(HERE),
        }
        command = [
            str(pathlib.Path(sys.executable).with_name("st")),
            "--config-file",
            str(HERE / "schemathesis.toml"),
            "run",
            f"{address}/api/openapi.json",
            *more,
        ]
        return subprocess.run(command, env={**os.environ, **variables}, cwd=scratch).returncode
    finally:
        host.terminate()
        host.wait()


if __name__ == "__main__":
    sys.exit(main())
