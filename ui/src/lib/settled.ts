// What is typed, once it has not changed for a moment: a question to the server for every letter would be too many.

import { useEffect, useState } from "react";

const PAUSE_MS = 120;

/** The newest value after a pause; the first one at once. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
