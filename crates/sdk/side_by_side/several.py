import asyncio
import sys

from claude_agent_sdk import ResultMessage, query


async def ask(prompt):
    async for message in query(prompt=prompt):
        if isinstance(message, ResultMessage):
            result = message.result
    return result


async def main():
    answers = await asyncio.gather(ask(sys.argv[1]), ask("And how old is it?"))
    print(*answers, sep="\n")


asyncio.run(main())
