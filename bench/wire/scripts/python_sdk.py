"""The Python SDK: decode chunks, frame lines, json.loads, parse_message, as its transport and client do.

Takes the orders that meter/src/lib.rs describes.
"""

import codecs
import gc
import logging
import sys
import time

from claude_agent_sdk import __version__
from claude_agent_sdk._internal.message_parser import parse_message
from claude_agent_sdk._internal.transport.subprocess_cli import _LineFramer, _parse_stdout_line

CHUNK = 64 * 1024
NAME = f"Python claude-agent-sdk {__version__}"


def run(transcript: bytes) -> tuple[int, int, int]:
    read = dropped = refused = 0
    decoder = codecs.getincrementaldecoder("utf-8")(errors="strict")
    framer = _LineFramer()
    for start in range(0, len(transcript), CHUNK):
        for line in framer.push(decoder.decode(transcript[start : start + CHUNK])):
            try:
                data = _parse_stdout_line(line)
                message = None if data is None else parse_message(data)
            except Exception:
                refused += 1
                continue
            if message is None:
                dropped += 1
            else:
                read += 1
    return read, dropped, refused


def main() -> None:
    logging.disable(logging.CRITICAL)
    transcript = b""
    for order in sys.stdin:
        verb, _, rest = order.rstrip("\n").partition(" ")
        if verb == "names":
            print(NAME, flush=True)
        elif verb == "load":
            with open(rest, "rb") as file:
                transcript = file.read()
            print("loaded", flush=True)
        elif verb == "run":
            gc.collect()
            before = time.thread_time_ns()
            counts = run(transcript)
            print(time.thread_time_ns() - before, *counts, flush=True)


main()
