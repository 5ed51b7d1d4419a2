import { Check, Field, Input, TextArea } from "@/components/ui/field";
import { newSession as words } from "@/strings/late";
import type { ChoiceProps } from "./Choices";

/** What few sessions need. */
export function Advanced({ draft, change }: ChoiceProps) {
  return (
    <details
      className="group text-sm"
      // What was opened is below the edge; it comes into sight.
      onToggle={({ currentTarget: own }) => own.open && own.scrollIntoView({ block: "start" })}
    >
      <summary className="cursor-pointer py-1 text-soft select-none hover:text-ink pointer-coarse:py-3.5">
        {words.advanced}
      </summary>
      <div className="grid grid-cols-1 gap-3 pt-2 sm:grid-cols-2">
        <Field label={words.name}>
          <Input
            value={draft.title}
            placeholder={words.nameHint}
            onChange={({ target }) => change({ title: target.value })}
          />
        </Field>
        <Field label={words.modelName}>
          <Input
            value={draft.model}
            placeholder={words.asTheCli}
            spellCheck={false}
            autoCapitalize="off"
            onChange={({ target }) => change({ model: target.value })}
          />
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label={words.budget}>
            <Input
              inputMode="decimal"
              title={words.budgetHint}
              value={draft.budget}
              onChange={({ target }) => change({ budget: target.value })}
            />
          </Field>
          <Field label={words.turns}>
            <Input
              inputMode="numeric"
              value={draft.turns}
              onChange={({ target }) => change({ turns: target.value })}
            />
          </Field>
        </div>
        <Field label={words.directories} hint={words.directoriesHint}>
          <TextArea
            rows={2}
            spellCheck={false}
            value={draft.directories}
            onChange={({ target }) => change({ directories: target.value })}
            className="font-mono"
          />
        </Field>
        <Field label={words.prompt}>
          <TextArea
            rows={2}
            value={draft.prompt}
            onChange={({ target }) => change({ prompt: target.value })}
          />
        </Field>
        <Field label={words.flags} hint={words.flagsHint}>
          <Input
            spellCheck={false}
            autoCapitalize="off"
            value={draft.flags}
            onChange={({ target }) => change({ flags: target.value })}
            className="font-mono"
          />
        </Field>
        <div>
          <Check
            label={words.continueAfterLimit}
            checked={draft.continueAfterLimit}
            onChange={(continueAfterLimit) => change({ continueAfterLimit })}
          />
          <Check label={words.debug} checked={draft.debug} onChange={(debug) => change({ debug })} />
        </div>
      </div>
    </details>
  );
}
