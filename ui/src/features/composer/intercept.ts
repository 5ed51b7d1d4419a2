// Messages that open something here instead of going to the CLI, such as commands that need a terminal.

/** Looks at a message before it is sent; true when it has dealt with it. */
export type Intercept = (session: string, text: string) => boolean;

const intercepts = new Set<Intercept>();

export function addIntercept(intercept: Intercept): () => void {
  intercepts.add(intercept);
  return () => intercepts.delete(intercept);
}

export const intercepted = (session: string, text: string): boolean =>
  [...intercepts].some((intercept) => intercept(session, text));
