import { useId } from "react";
import { cn } from "@/lib/cn";

export interface Choice {
  value: string;
  name: string;
  text?: string | undefined;
}

interface ChoicesProps {
  label: string;
  choices: Choice[];
  value: string | undefined;
  disabled?: boolean;
  onChoose: (value: string) => void;
}

/** One of several, each with a sentence that says what it means. */
export function Choices({ label, choices, value, disabled, onChoose }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="rounded-md border border-line">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={cn(
            "flex cursor-pointer items-start gap-2 border-b border-line px-3 py-2 last:border-b-0 hover:bg-panel",
            "has-focus-visible:outline-2 has-focus-visible:outline-focus",
            choice.value === value && "bg-panel",
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
            className="mt-0.5 outline-none"
          />
          <span className="min-w-0">
            <span className="block text-sm font-medium">{choice.name}</span>
            {choice.text && <span className="block text-xs text-soft">{choice.text}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
