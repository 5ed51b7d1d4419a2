"""The official Python SDK as a measured host; see meter/src/lib.rs for what it prints."""

import asyncio
import os
import sys
import time

from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, ResultMessage


def memory(name):
    with open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            if line.startswith(name):
                return int(line.split()[1])
    return 0


async def drive(client):
    await client.query("go")
    seen = 0
    async for message in client.receive_messages():
        seen += 1
        if isinstance(message, ResultMessage):
            return seen
    raise RuntimeError("the stream ended")


async def main():
    sessions, program = int(sys.argv[2]), sys.argv[3]
    options = ClaudeAgentOptions(
        cli_path=program, include_partial_messages=True, max_buffer_size=1 << 30, setting_sources=[]
    )
    clients = [ClaudeSDKClient(options) for _ in range(sessions)]
    for client in clients:
        await client.connect()
    idle = memory("VmRSS:")
    began, cpu = time.monotonic_ns(), time.process_time_ns()
    seen = sum(await asyncio.gather(*(drive(client) for client in clients)))
    cpu, wall = time.process_time_ns() - cpu, time.monotonic_ns() - began
    print(cpu, wall, seen, idle, memory("VmHWM:"), flush=True)
    # Ending the processes is not measured; the end of their stdin ends them.
    os._exit(0)


asyncio.run(main())
