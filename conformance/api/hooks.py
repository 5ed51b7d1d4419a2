"""Bodies that are not JSON: bytes as they were generated."""

import schemathesis


@schemathesis.serializer("application/x-ndjson", "application/x-tar")
def as_bytes(_context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
