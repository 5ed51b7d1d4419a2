from claude_agent_sdk import get_session_messages, list_sessions

for session in list_sessions():
    print(session.session_id, session.summary)
    for message in get_session_messages(session.session_id):
        content = message.message["content"]
        if isinstance(content, list):
            texts = [block["text"] for block in content if block["type"] == "text"]
            content = "\n".join(texts)
        print(f"  {message.type}: {content}")
