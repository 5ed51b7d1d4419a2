import asyncio
import sys

from claude_agent_sdk import (
    ClaudeAgentOptions,
    ClaudeSDKClient,
    PermissionResultAllow,
    PermissionResultDeny,
    ResultMessage,
)


async def decide(tool, input, context):
    if tool == "Bash" and input["command"].startswith("git "):
        return PermissionResultAllow()
    return PermissionResultDeny(message="only git is allowed")


async def main():
    options = ClaudeAgentOptions(can_use_tool=decide)
    async with ClaudeSDKClient(options) as client:
        await client.query(sys.argv[1])
        async for message in client.receive_response():
            if isinstance(message, ResultMessage):
                print(message.result)


asyncio.run(main())
