// A typed value after a pause, so that the server is not queried for every letter.

import { useEffect, useState } from "react";

const PAUSE_MS = 120;

/** The latest value after a pause; the first one immediately. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
