"""Sends requests that are generated from the API description to a server with the simulator.

    python run.py PROGRAM SCRATCH [ARGUMENTS OF SCHEMATHESIS]

All phases of Schemathesis run. The exit code is that of Schemathesis. schemathesis.toml lists what is left out, with
the reasons.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent


def start(program: str, home: pathlib.Path) -> tuple[subprocess.Popen, str, str]:
    """Starts a server without sessions; returns its process, its address and the token of its sign-in link."""
    shutil.rmtree(home, ignore_errors=True)
    (home / "run").mkdir(parents=True)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "CLAUDE_CONFIG_DIR": str(home / "config"),
        "XDG_RUNTIME_DIR": str(home / "run"),
    }
    arguments = ["serve", "--simulated", "--no-open", "--print-link", "--listen", "127.0.0.1:0"]
    with (home / "log").open("w") as log:
        server = subprocess.Popen(
            [program, *arguments, "--data", str(home / "data")],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    address, token = server.stdout.readline().split()[-1].split("/#token=")
    return server, address, token


def post(address: str, path: str, headers: dict, body: dict) -> tuple[dict, dict]:
    request = urllib.request.Request(
        address + path,
        json.dumps(body).encode(),
        {"content-type": "application/json", **headers},
    )
    with urllib.request.urlopen(request) as response:
        return dict(response.headers), json.load(response)


def main() -> int:
    program, scratch, *more = sys.argv[1:]
    home = pathlib.Path(scratch).absolute()
    server, address, token = start(program, home)
    try:
        headers, login = post(address, "/api/login", {}, {"token": token})
        page = {
            "cookie": headers["set-cookie"].split(";")[0],
            "x-pilothouse-key": login["key"],
        }
        _, made = post(address, "/api/tokens", page, {"name": "schemathesis", "scope": "admin"})
        bearer = {"authorization": f"Bearer {made['token']}"}
        project = home / "project"
        project.mkdir()
        sessions = [
            post(address, "/api/sessions", bearer, {"project": str(project)})[1]["id"]
            for _ in range(2)
        ]
        variables = {
            "PILOTHOUSE_BASE": address,
            "PILOTHOUSE_TOKEN": made["token"],
            "PILOTHOUSE_SESSION_ID": sessions[0],
            "PILOTHOUSE_DELETED_ID": sessions[1],
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
        return subprocess.run(command, env={**os.environ, **variables}, cwd=home).returncode
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    sys.exit(main())
