import { ChevronDown, ChevronsUpDown, type LucideIcon } from "lucide-react";
import { cn } from "@/lib/cn";
import { ButtonMenu, MenuChoice, MenuChoices } from "./menu";
import { pairs, type Words } from "./words";

interface SelectProps<K extends string> {
  /** Read aloud before the value. Inside a `Field` its label does that. */
  label?: string;
  /** What can be chosen, each with its word, in order. */
  words: Words<K>;
  value: K;
  disabled?: boolean | undefined;
  onChoose: (value: K) => void;
  className?: string;
}

/** One of a few, each with its word. */
export function Select<K extends string>({
  label,
  words,
  value,
  disabled,
  onChoose,
  className,
}: SelectProps<K>) {
  const all = pairs(words);
  const shown = all.find(([key]) => key === value)?.[1] ?? value;
  return (
    <ButtonMenu
      className="min-w-[var(--radix-dropdown-menu-trigger-width)]"
      trigger={
        <button
          type="button"
          data-select
          aria-label={label === undefined ? undefined : `${label}: ${shown}`}
          disabled={disabled}
          className={cn(
            "inline-flex min-h-8 max-w-full min-w-36 items-center gap-2 rounded-lg border border-line-strong bg-raised px-2.5 text-left text-sm",
            "not-disabled:hover:bg-hover disabled:opacity-50 pointer-coarse:min-h-11",
            className,
          )}
        >
          <span className="mr-auto truncate">{shown}</span>
          <ChevronsUpDown size={13} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
        </button>
      }
    >
      {() => (
        <MenuChoices value={value} onValueChange={(next) => onChoose(next as K)}>
          {all.map(([key, word]) => (
            <MenuChoice key={key} value={key}>
              {word}
            </MenuChoice>
          ))}
        </MenuChoices>
      )}
    </ButtonMenu>
  );
}

interface ChipSelectProps<K extends string> extends Omit<SelectProps<K>, "label"> {
  label: string;
  icon: LucideIcon;
  /** What stands on the chip, where that is not the word of the value. */
  shown?: string;
  hotkey?: string | undefined;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Where the bar is narrow only the picture stands there. The bar is a container. */
  brief?: boolean;
}

/** A choice as a quiet word with a picture: for the bar under a message field. */
export function ChipSelect<K extends string>(props: ChipSelectProps<K>) {
  const {
    label,
    icon: Icon,
    words,
    value,
    shown,
    hotkey,
    disabled,
    onChoose,
    className,
    brief = false,
  } = props;
  const all = pairs(words);
  const word = shown ?? all.find(([key]) => key === value)?.[1] ?? value;
  const control = props.onOpenChange ? { open: props.open ?? false, onOpenChange: props.onOpenChange } : {};
  return (
    <ButtonMenu
      side="top"
      {...control}
      trigger={
        <button
          type="button"
          data-select
          aria-label={`${label}: ${word}`}
          data-tip={label}
          data-tip-key={hotkey}
          disabled={disabled}
          className={cn(
            "inline-flex h-7 min-w-0 shrink-0 items-center gap-1.5 rounded-md px-2 text-[0.8125rem] whitespace-nowrap text-soft",
            "not-disabled:hover:bg-hover not-disabled:hover:text-ink disabled:opacity-50 data-[state=open]:bg-hover pointer-coarse:h-11 pointer-coarse:min-w-11",
            className,
          )}
        >
          <Icon size={14} strokeWidth={1.75} aria-hidden className="shrink-0" />
          <span className={cn("max-w-44 truncate", brief && "@max-[40rem]:hidden")}>{word}</span>
          <ChevronDown size={12} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
        </button>
      }
    >
      {() => (
        <MenuChoices value={value} onValueChange={(next) => onChoose(next as K)}>
          {all.map(([key, one]) => (
            <MenuChoice key={key} value={key}>
              {one}
            </MenuChoice>
          ))}
        </MenuChoices>
      )}
    </ButtonMenu>
  );
}
