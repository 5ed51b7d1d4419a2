import type { ContextUsage } from "@/api/generated";
import { cn } from "@/lib/cn";
import { count } from "@/lib/format";
import { panelStrings } from "@/strings/late";
import { FULL_PERCENT, type Part, parts, percentage } from "./context.logic";

const strings = panelStrings.context;

/** Steps of one colour by lightness: the parts differ by their place and their name, not by hue alone. */
const shades = [1, 0.78, 0.6, 0.46, 0.34, 0.24, 0.17];

const styleOf = (part: Part, index: number) =>
  part.kind === "buffer"
    ? {
        width: `${part.share}%`,
        background: "repeating-linear-gradient(45deg, var(--line) 0 2px, transparent 2px 5px)",
      }
    : {
        width: `max(${part.share}%, 2px)`,
        background: `color-mix(in oklab, var(--work) ${(shades[Math.min(index, shades.length - 1)] ?? 0.17) * 100}%, var(--panel))`,
      };

/** The window as a stacked bar with its legend. */
export function ContextBar({ context }: { context: ContextUsage }) {
  const percent = percentage(context);
  const shown = parts(context);
  const used = count(context.usedTokens);
  const text = context.maxTokens ? strings.of(used, count(context.maxTokens)) : strings.used(used);
  const full = percent !== undefined && percent > FULL_PERCENT;
  return (
    <div className="space-y-2">
      <p className="flex items-baseline gap-2">
        <span className={cn("text-2xl font-semibold", full && "text-wait")}>
          {percent === undefined ? used : `${Math.round(percent)}%`}
        </span>
        <span className="text-sm text-soft">{text}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter of HTML cannot be stacked */}
      <div
        role="meter"
        aria-label={strings.gauge}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.round(percent ?? 0))}
        aria-valuetext={text}
        className="relative flex h-4 overflow-hidden rounded-sm border border-line bg-panel"
      >
        {shown.length === 0 ? (
          <div
            className={cn("h-full", full ? "bg-wait" : "bg-work")}
            style={{ width: `${Math.min(100, percent ?? 0)}%` }}
          />
        ) : (
          shown.map((part, index) => (
            <div
              key={part.name}
              title={`${part.name}: ${count(part.tokens)}`}
              className={cn(
                "h-full shrink-0 border-r border-page",
                part.kind === "buffer" && "ml-auto border-r-0 border-l",
              )}
              style={styleOf(part, index)}
            />
          ))
        )}
        <span
          aria-hidden
          className="absolute inset-y-0 border-l border-dashed border-wait"
          style={{ left: `${FULL_PERCENT}%` }}
        />
      </div>
      {context.categories.length > 0 && <Legend context={context} shown={shown} />}
    </div>
  );
}

function Legend({ context, shown }: { context: ContextUsage; shown: Part[] }) {
  const rest = context.categories.filter(
    (category) => !shown.some((part) => part.name === category.name) && category.tokens > 0,
  );
  return (
    <table className="w-full text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">{strings.category}</th>
          <th scope="col">{strings.tokens}</th>
          <th scope="col">{strings.share}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((part, index) => (
          <tr key={part.name}>
            <td className="py-0.5">
              <span
                aria-hidden
                data-swatch
                className="mr-2 inline-block size-2.5 rounded-xs border border-line align-baseline"
                style={{ ...styleOf(part, index), width: undefined }}
              />
              {part.name}
              {part.kind === "buffer" && <span className="text-soft"> · {strings.kinds.buffer}</span>}
            </td>
            <td className="text-right">{count(part.tokens)}</td>
            <td className="w-14 text-right text-soft">{part.share.toFixed(1)}%</td>
          </tr>
        ))}
        {rest.map((category) => (
          <tr key={category.name} className="text-soft">
            <td className="py-0.5 pl-[1.125rem]">
              {category.name}
              {category.kind === "deferred" && ` · ${strings.kinds.deferred}`}
            </td>
            <td className="text-right">{count(category.tokens)}</td>
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
