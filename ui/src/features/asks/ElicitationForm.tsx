import { useMemo, useState } from "react";
import { useCan } from "@/api/scope";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { revealed } from "@/lib/invisible";
import { strings } from "@/strings";
import { askStrings as words } from "@/strings/late";
import type { AskProps } from "./AskDock";
import { AskFrame } from "./AskFrame";
import { chosenOf, type Field, fieldsOf, fill, isChoice } from "./asks.logic";
import { useAnswer } from "./useAnswer";

/** An MCP server wants something filled in. */
export function ElicitationForm({ session, ask, body }: AskProps<"elicitation">) {
  const { busy, answer } = useAnswer(session, ask.id);
  const asked = useMemo(() => fieldsOf(body.schema, body.propertyOrder), [body]);
  const writes = useCan("writeAnswer");
  const fields = writes ? asked : asked.filter(isChoice);
  const [values, setValues] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    const filled = fill(fields, values);
    if ("problem" in filled) setProblem(filled.problem);
    else answer({ kind: "elicit", action: "accept", content: filled.content });
  };
  const link = body.url && /^https?:/.test(body.url) ? body.url : undefined;
  return (
    <AskFrame
      session={session}
      ask={ask.id}
      kind="other"
      busy={busy}
      title={revealed(body.title ?? words.elicitation(body.server))}
      yes={{
        label: link && fields.length === 0 ? words.done : words.answer,
        run: submit,
        needs: asked.some((field) => field.required && !isChoice(field)) ? "writeAnswer" : "answer",
      }}
      no={{
        label: strings.cancel,
        look: "quiet",
        run: () => answer({ kind: "elicit", action: "cancel" }),
      }}
      onFieldEnter={submit}
      others={
        <Button disabled={busy} onClick={() => answer({ kind: "elicit", action: "decline" })}>
          {words.decline}
        </Button>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="space-y-2"
      >
        <p>{revealed(body.message)}</p>
        {body.description && <p className="text-sm text-soft">{revealed(body.description)}</p>}
        {link && (
          <p className="text-sm">
            {words.wantsOpen}{" "}
            <a
              href={link}
              target="_blank"
              rel="noreferrer noopener"
              className="break-all text-link underline"
            >
              {revealed(link)}
            </a>
          </p>
        )}
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? field.initial}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        {problem && (
          <p role="alert" className="text-sm text-fail">
            {problem}
          </p>
        )}
      </form>
    </AskFrame>
  );
}

interface FieldInputProps {
  field: Field;
  value: string;
  onChange: (value: string) => void;
}

function FieldInput({ field, value, onChange }: FieldInputProps) {
  const name = `${field.title}${field.required ? " *" : ""}`;
  const about = field.description && <span className="block text-xs text-faint">{field.description}</span>;
  if (field.type === "choices") return <Several field={field} value={value} onChange={onChange} />;
  if (field.type === "boolean") {
    return (
      <label className="flex items-center gap-2 text-sm pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={value === "true"}
          onChange={(event) => onChange(String(event.target.checked))}
        />
        <span>
          {name}
          {about}
        </span>
      </label>
    );
  }
  const look = "w-full rounded-md border border-line bg-raised px-2 py-1.5 text-sm pointer-coarse:py-3";
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is one of two below
    <label className="block text-sm">
      <span className="text-soft">{name}</span>
      {field.type === "choice" ? (
        <Select
          words={[["", ""], ...field.choices.map((one): [string, string] => [one.value, one.title])]}
          value={value}
          onChoose={onChange}
          className="w-full"
        />
      ) : (
        <input
          type={field.input}
          inputMode={field.type === "string" ? undefined : "decimal"}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={look}
        />
      )}
      {about}
    </label>
  );
}

function Several({ field, value, onChange }: FieldInputProps) {
  const chosen = chosenOf(value);
  return (
    <fieldset className="text-sm">
      <legend className="text-soft">
        {field.title}
        {field.required ? " *" : ""}
      </legend>
      {field.choices.map((choice) => (
        <label key={choice.value} className="mr-3 inline-flex items-center gap-1.5 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={chosen.includes(choice.value)}
            onChange={(event) =>
              onChange(
                JSON.stringify(
                  event.target.checked
                    ? [...chosen, choice.value]
                    : chosen.filter((other) => other !== choice.value),
                ),
              )
            }
          />
          {choice.title}
        </label>
      ))}
    </fieldset>
  );
}
