#!/bin/sh
# Creates a session, follows it by events until the turn ends, and allows what it asks for.
# Usage: PILOTHOUSE=http://127.0.0.1:7477 TOKEN=... ./session.sh /path/of/project 'What to do'
set -eu

project=$1
text=$2

call() {
    curl --silent --show-error --fail-with-body --header "Authorization: Bearer $TOKEN" \
        --header 'Content-Type: application/json' "$@"
}


escape() {
    printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g'
}

session=$(call "$PILOTHOUSE/api/sessions" --data "{\"project\":\"$(escape "$project")\"}" |
    sed 's/^{"id":"\([^"]*\)".*/\1/')
echo "session $session"

# A key makes it safe to send the message again when the answer was lost.
call "$PILOTHOUSE/api/sessions/$session/messages" --header "Idempotency-Key: first-$session" \
    --data "{\"text\":\"$(escape "$text")\"}" >/dev/null

# curl complains when the loop stops reading; that is how it ends.
call --no-buffer "$PILOTHOUSE/api/sessions/$session/events" 2>/dev/null | while IFS= read -r line; do
    case $line in
    'event: '*) echo "$line" ;;
    'data: '*'"kind":"askSet"'* | 'data: '*'"asks":[{'*)
        ask=$(call "$PILOTHOUSE/api/inbox" | sed 's/.*"ask":{"id":"\([^"]*\)".*/\1/')
        call "$PILOTHOUSE/api/sessions/$session/asks/$ask" --data '{"kind":"allow"}'
        echo "allowed $ask"
        ;;
    'data: '*'"body":{"kind":"turn"'*)
        echo "done"
        break
        ;;
    esac
done
