/** The mark: a heading pointer on a tile. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden className="shrink-0">
      <rect x="1" y="1" width="22" height="22" rx="6.5" fill="var(--solid)" />
      <path d="M12 5.2 17.6 17.6 12 14.6 6.4 17.6Z" fill="var(--wait-fill)" />
    </svg>
  );
}
