// Scripts for the simulated model.

/** A message that scripts the answer: one list of content blocks per reply of the model. */
export const script = (replies: unknown[][]): string => `SCRIPT:${JSON.stringify(replies)}`;

/** A message of the person, and the replies of the simulated model to it. */
export interface Turn {
  says: string;
  does: unknown[][];
}

/** A turn whose message reads like a person's: the replies are in a script file, not in the message. */
export const turn = (says: string, ...does: unknown[][]): Turn => ({ says, does });

/** A text block. */
export const say = (text: string) => ({ type: "text", text });

/** A tool call; `sim` scripts its result. */
export const tool = (name: string, input: unknown, sim?: unknown) => ({
  type: "tool_use",
  name,
  input,
  ...(sim === undefined ? {} : { sim }),
});
