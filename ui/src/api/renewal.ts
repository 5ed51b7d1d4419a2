// A page of another build than the host's gives way to the host's own, which says why.

const MARK = "pilothouse.updated";

/** Loads the page again. */
export function renew(): void {
  sessionStorage.setItem(MARK, "yes");
  location.reload();
}

/** Whether this page was loaded for that reason; says so once. */
export function wasRenewed(): boolean {
  const renewed = sessionStorage.getItem(MARK) !== null;
  sessionStorage.removeItem(MARK);
  return renewed;
}
