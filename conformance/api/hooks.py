"""What Schemathesis needs to know about this API."""

import schemathesis


@schemathesis.serializer("application/x-ndjson", "application/x-tar", "application/octet-stream")
def as_bytes(_context, value):
    """Sends bodies that are not JSON as they were generated."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


@schemathesis.hook
def before_call(_context, case, _kwargs):
    """Sends notifications to this machine alone, to a port at which nothing listens."""
    targets = case.body.get("notify") if isinstance(case.body, dict) else None
    for target in targets if isinstance(targets, list) else []:
        url = target.get("url") if isinstance(target, dict) else None
        if isinstance(url, str) and url.startswith(("http://", "https://")):
            target["url"] = "http://127.0.0.1:9/"
