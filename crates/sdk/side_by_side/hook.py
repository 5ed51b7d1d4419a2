import asyncio
import sys

from claude_agent_sdk import ClaudeAgentOptions, HookMatcher, ResultMessage, query


async def guard(input, tool_use_id, context):
    if "curl" not in input["tool_input"]["command"]:
        return {}
    return {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "no downloads",
        }
    }


async def main():
    hooks = {"PreToolUse": [HookMatcher(matcher="Bash", hooks=[guard])]}
    options = ClaudeAgentOptions(hooks=hooks)
    async for message in query(prompt=sys.argv[1], options=options):
        if isinstance(message, ResultMessage):
            print(message.result)


asyncio.run(main())
