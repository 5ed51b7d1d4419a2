# An MCP server without tools. Once it has been introduced it writes its process id to the file it is given, if any.
# It does not end with its input: whoever started it has to see to that.
while read -r line; do
    id=${line##*'"id":'}
    id=${id%%[,\}]*}
    case $line in
    *'"initialize"'*)
        printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"idle","version":"1"}}}\n' "$id"
        [ -z "$1" ] || echo $$ > "$1"
        ;;
    *'"tools/list"'*)
        printf '{"jsonrpc":"2.0","id":%s,"result":{"tools":[]}}\n' "$id"
        ;;
    esac
done
exec sleep 300
