// Fields that a person types into.

type TextField = HTMLInputElement | HTMLTextAreaElement;

const notTyped = new Set([
  "button",
  "checkbox",
  "color",
  "file",
  "hidden",
  "image",
  "radio",
  "range",
  "reset",
  "submit",
]);

/** Whether plain letters belong to this element. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}

/** The element as a field that text can be typed into, if it is one. */
export function textField(target: EventTarget | null): TextField | undefined {
  if (target instanceof HTMLTextAreaElement) return target.readOnly ? undefined : target;
  if (!(target instanceof HTMLInputElement) || target.readOnly) return undefined;
  return notTyped.has(target.type) ? undefined : target;
}

/** Empties a field as a person would, so that the browser can undo it. */
export function emptyField(field: TextField): void {
  field.select();
  document.execCommand("delete");
  if (field.value === "") return;
  // Dates and numbers cannot be selected.
  const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(owner.prototype, "value")?.set?.call(field, "");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
