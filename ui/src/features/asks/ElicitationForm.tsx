import { type FormEvent, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import type { AskProps } from "./AskDock";
import { AskFrame } from "./AskFrame";
import { type Field, fieldsOf, fill } from "./asks.logic";
import { useAnswer } from "./useAnswer";

/** An MCP server wants something filled in. */
export function ElicitationForm({ session, ask, body }: AskProps<"elicitation">) {
  const { busy, answer } = useAnswer(session, ask.id);
  const fields = useMemo(() => fieldsOf(body.schema, body.propertyOrder), [body]);
  const [values, setValues] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const filled = fill(fields, values);
    if ("problem" in filled) setProblem(filled.problem);
    else answer({ kind: "elicit", action: "accept", content: filled.content });
  };
  const link = body.url && /^https?:/.test(body.url) ? body.url : undefined;
  return (
    <AskFrame title={<>{body.server} asks</>}>
      <form onSubmit={submit} className="space-y-2">
        <p>{body.message}</p>
        {link && (
          <a href={link} target="_blank" rel="noreferrer noopener" className="underline">
            {link}
          </a>
        )}
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ""}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        {problem && <p className="text-sm text-fail">{problem}</p>}
        <div className="flex flex-wrap gap-2">
          <Button look="primary" type="submit" disabled={busy}>
            Answer
          </Button>
          <Button disabled={busy} onClick={() => answer({ kind: "elicit", action: "decline" })}>
            Decline
          </Button>
          <Button look="quiet" disabled={busy} onClick={() => answer({ kind: "elicit", action: "cancel" })}>
            Cancel
          </Button>
        </div>
      </form>
    </AskFrame>
  );
}

function FieldInput({
  field,
  value,
  onChange,
}: {
  field: Field;
  value: string;
  onChange: (value: string) => void;
}) {
  const look = "w-full rounded-md border border-line bg-raised px-2 py-1.5 text-sm";
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is one of three below
    <label className="block text-sm">
      <span className="text-soft">
        {field.title}
        {field.required ? " *" : ""}
      </span>
      {field.type === "boolean" ? (
        <input
          type="checkbox"
          checked={value === "true"}
          onChange={(event) => onChange(String(event.target.checked))}
          className="ml-2"
        />
      ) : field.type === "choice" ? (
        <select value={value} onChange={(event) => onChange(event.target.value)} className={look}>
          <option value="" />
          {field.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          type="text"
          inputMode={field.type === "string" ? "text" : "decimal"}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={look}
        />
      )}
      {field.description && <span className="block text-xs text-faint">{field.description}</span>}
    </label>
  );
}
