import asyncio
import sys

from claude_agent_sdk import (
    ClaudeAgentOptions,
    ResultMessage,
    create_sdk_mcp_server,
    query,
    tool,
)


@tool("add", "Add two numbers", {"a": float, "b": float})
async def add(args):
    return {"content": [{"type": "text", "text": str(args["a"] + args["b"])}]}


async def main():
    options = ClaudeAgentOptions(
        mcp_servers={"calc": create_sdk_mcp_server(name="calc", tools=[add])},
        allowed_tools=["mcp__calc__add"],
    )
    async for message in query(prompt=sys.argv[1], options=options):
        if isinstance(message, ResultMessage):
            print(message.result)


asyncio.run(main())
