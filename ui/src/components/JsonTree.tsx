import type { Json } from "@/api/generated";
import { contentStrings as words } from "@/strings";

/** A JSON value as a tree that opens. */
export function JsonTree({ value, name, depth = 0 }: { value: Json; name?: string; depth?: number }) {
  if (value === null || typeof value !== "object") {
    return (
      <div className="font-mono text-xs break-words whitespace-pre-wrap">
        {name !== undefined && <span className="text-soft">{name}: </span>}
        {typeof value === "string" ? value : String(value)}
      </div>
    );
  }
  const members: [string, Json][] = Array.isArray(value)
    ? value.map((element, index) => [String(index), element])
    : Object.entries(value);
  const count = Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`;
  if (members.length === 0)
    return <JsonTree value={Array.isArray(value) ? "[]" : "{}"} {...(name ? { name } : {})} />;
  return (
    <details open={depth < 2} className="font-mono text-xs">
      <summary className="cursor-pointer text-soft">
        {name ?? ""} {count}
      </summary>
      <div className="border-l border-line pl-3">
        {members.slice(0, 200).map(([key, member]) => (
          <JsonTree key={key} name={key} value={member} depth={depth + 1} />
        ))}
        {members.length > 200 && <p className="text-faint">{words.more(members.length - 200)}</p>}
      </div>
    </details>
  );
}
