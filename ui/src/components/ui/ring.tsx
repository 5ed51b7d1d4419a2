/** How full the context is, as a ring the size of a letter. */
export function Ring({ percentage }: { percentage: number }) {
  const around = 2 * Math.PI * 5;
  return (
    <svg viewBox="0 0 14 14" aria-hidden className="inline size-3.5 align-[-2px]">
      <circle cx="7" cy="7" r="5" fill="none" stroke="var(--line-strong)" strokeWidth="2" />
      <circle
        cx="7"
        cy="7"
        r="5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray={`${(Math.min(100, percentage) / 100) * around} ${around}`}
        transform="rotate(-90 7 7)"
      />
    </svg>
  );
}
