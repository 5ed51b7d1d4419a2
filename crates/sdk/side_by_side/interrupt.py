import asyncio
import sys

from claude_agent_sdk import (
    ClaudeAgentOptions,
    ClaudeSDKClient,
    ResultMessage,
    StreamEvent,
)


async def main():
    options = ClaudeAgentOptions(include_partial_messages=True)
    async with ClaudeSDKClient(options) as client:
        await client.query(sys.argv[1])
        stopped = False
        async for message in client.receive_response():
            if isinstance(message, StreamEvent) and not stopped:
                stopped = True
                await client.interrupt()
            elif isinstance(message, ResultMessage):
                print(message.subtype)


asyncio.run(main())
