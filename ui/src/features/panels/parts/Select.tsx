import { field } from "./layout";

interface SelectProps<K extends string> {
  label: string;
  words: Record<K, string>;
  value: K;
  disabled?: boolean;
  onChoose: (value: K) => void;
}

/** One of a few, each with its word. */
export function Select<K extends string>({ label, words, value, disabled, onChoose }: SelectProps<K>) {
  return (
    <select
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChoose(event.target.value as K)}
      className={field}
    >
      {(Object.entries(words) as [K, string][]).map(([key, word]) => (
        <option key={key} value={key}>
          {word}
        </option>
      ))}
    </select>
  );
}
