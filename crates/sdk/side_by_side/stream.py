import asyncio
import sys

from claude_agent_sdk import AssistantMessage, TextBlock, query


async def main():
    async for message in query(prompt=sys.argv[1]):
        if isinstance(message, AssistantMessage):
            for block in message.content:
                if isinstance(block, TextBlock):
                    print(block.text)


asyncio.run(main())
