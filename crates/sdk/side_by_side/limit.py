import asyncio
import sys

from claude_agent_sdk import ClaudeAgentOptions, ResultError, ResultMessage, query


async def main():
    options = ClaudeAgentOptions(max_turns=1)
    try:
        async for message in query(prompt=sys.argv[1], options=options):
            if isinstance(message, ResultMessage) and message.is_error:
                print(f"{message.subtype} for ${message.total_cost_usd:.4f}")
            elif isinstance(message, ResultMessage):
                print(message.result)
    except ResultError:
        pass


asyncio.run(main())
