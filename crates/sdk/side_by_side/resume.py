import asyncio
import sys

from claude_agent_sdk import ClaudeAgentOptions, ResultMessage, query


async def ask(prompt, **more):
    options = ClaudeAgentOptions(**more)
    async for message in query(prompt=prompt, options=options):
        if isinstance(message, ResultMessage):
            result = message
    return result


async def main():
    first = await ask(sys.argv[1])
    second = await ask("What did I say?", resume=first.session_id)
    print(second.result)


asyncio.run(main())
