import asyncio
import sys

from claude_agent_sdk import ClaudeAgentOptions, ResultMessage, query

SCHEMA = {
    "type": "object",
    "properties": {"summary": {"type": "string"}, "stars": {"type": "integer"}},
    "required": ["summary", "stars"],
}


async def main():
    output_format = {"type": "json_schema", "schema": SCHEMA}
    options = ClaudeAgentOptions(output_format=output_format)
    async for message in query(prompt=sys.argv[1], options=options):
        if isinstance(message, ResultMessage):
            review = message.structured_output
            print(f"{review['stars']} stars: {review['summary']}")


asyncio.run(main())
