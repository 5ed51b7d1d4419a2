/** A sentence in which what stands between backticks is to be typed as it is. */
export function Worded({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={part} className="font-mono text-[0.95em] text-ink">
        {part}
      </code>
    ),
  );
}
