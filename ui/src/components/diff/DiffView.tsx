import { Plus } from "lucide-react";
import { type CSSProperties, Fragment, memo, type ReactNode, useMemo, useState } from "react";
import type { Hunk } from "@/api/generated";
import { cn } from "@/lib/cn";
import type { Token } from "@/lib/highlight";
import { diffStrings as words } from "@/strings";
import { useColors } from "../Tokens";
import { piecesOf } from "./pieces.logic";
import { type FoldRow, type LineRow, pairs, type Row, rowsOfHunks } from "./rows.logic";

export type DiffStyle = "unified" | "split";

/** A place in a file that can be remarked on. */
export interface LinePlace {
  side: "old" | "new";
  line: number;
  text: string;
}

interface DiffViewProps {
  hunks: Hunk[];
  /** Its name tells the language. */
  path?: string;
  style?: DiffStyle;
  /** The whole new text, if it is known: unchanged lines can then be opened. */
  whole?: string | undefined;
  /** Makes lines that can be remarked on. */
  onComment?: ((place: LinePlace) => void) | undefined;
  /** What stands under a line. */
  under?: ((place: LinePlace) => ReactNode) | undefined;
  className?: string;
}

/** A diff: line numbers, signs and colours, changed words, folds; in one column or side by side. */
export const DiffView = memo(function DiffView(props: DiffViewProps) {
  const { hunks, path = "", style = "unified", whole, className } = props;
  const rows = useMemo(() => rowsOfHunks(hunks, whole), [hunks, whole]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const shown = useMemo(
    () =>
      rows.flatMap((row): Row[] =>
        row.kind === "fold" && row.lines && opened.has(row.fresh) ? row.lines : [row],
      ),
    [rows, opened],
  );
  const colors = useSides(shown, path);
  const open = (fold: FoldRow) => setOpened(new Set([...opened, fold.fresh]));
  const Body = style === "split" ? SplitBody : UnifiedBody;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={path ? words.of(path) : words.title}
      className={cn(
        "max-h-96 overflow-auto rounded-[9px] border border-line bg-raised font-mono text-xs leading-5",
        className,
      )}
    >
      <table className={cn("border-collapse", style === "split" ? "w-full table-fixed" : "min-w-full")}>
        <tbody>
          <Body rows={shown} colors={colors} onOpen={open} onComment={props.onComment} under={props.under} />
        </tbody>
      </table>
    </section>
  );
});

const text = (side: LineRow[]): string => side.map((row) => row.text).join("\n");

type Colors = ReadonlyMap<LineRow, Token[]>;

/** Colours of all lines: each side is coloured as one text, so that what spans lines is read as it should. */
function useSides(rows: Row[], path: string): Colors {
  const lines = useMemo(() => rows.filter((row) => row.kind === "line"), [rows]);
  const old = useMemo(() => lines.filter((row) => row.sign === "-"), [lines]);
  const fresh = useMemo(() => lines.filter((row) => row.sign !== "-"), [lines]);
  const oldColors = useColors(
    useMemo(() => text(old), [old]),
    path,
  );
  const freshColors = useColors(
    useMemo(() => text(fresh), [fresh]),
    path,
  );
  return useMemo(() => {
    const map = new Map<LineRow, Token[]>();
    for (const [side, colors] of [
      [old, oldColors],
      [fresh, freshColors],
    ] as const) {
      side.forEach((row, index) => {
        const tokens = colors?.[index];
        if (tokens) map.set(row, tokens);
      });
    }
    return map;
  }, [old, fresh, oldColors, freshColors]);
}

interface BodyProps {
  rows: Row[];
  colors: Colors;
  onOpen: (fold: FoldRow) => void;
  onComment: DiffViewProps["onComment"];
  under: DiffViewProps["under"];
}

const placeOf = (row: LineRow): LinePlace =>
  row.sign === "-"
    ? { side: "old", line: row.old ?? 0, text: row.text }
    : { side: "new", line: row.fresh ?? 0, text: row.text };

const keyOf = (row: Row): string =>
  row.kind === "fold" ? `fold${row.fresh}` : `${row.sign}${row.old ?? ""}.${row.fresh ?? ""}`;

function UnifiedBody({ rows, colors, onOpen, onComment, under }: BodyProps) {
  return rows.map((row) =>
    row.kind === "fold" ? (
      <Fold key={keyOf(row)} row={row} span={3} onOpen={onOpen} />
    ) : (
      <Fragment key={keyOf(row)}>
        <tr className={cn("group/line align-top", tint(row))}>
          <LineNumber
            value={row.sign === "-" ? row.old : row.fresh}
            place={onComment && placeOf(row)}
            onComment={onComment}
          />
          <td className="w-5 min-w-5 text-center text-soft select-none">{row.sign}</td>
          <td className="w-full pr-3 whitespace-pre max-md:pr-1 max-md:whitespace-pre-wrap max-md:break-all">
            <Text row={row} colors={colors} />
          </td>
        </tr>
        <Under content={under?.(placeOf(row))} span={3} />
      </Fragment>
    ),
  );
}

function SplitBody({ rows, colors, onOpen, onComment, under }: BodyProps) {
  const groups: (FoldRow | LineRow[])[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (row.kind === "fold") groups.push(row);
    else if (Array.isArray(last)) last.push(row);
    else groups.push([row]);
  }
  const number = "w-10";
  return (
    <>
      <tr aria-hidden className="h-0">
        <td className={number} />
        <td />
        <td className={number} />
        <td />
      </tr>
      {groups.map((group) =>
        Array.isArray(group) ? (
          pairs(group).map(({ left, right }) => (
            <Fragment key={`${left ? keyOf(left) : ""}|${right ? keyOf(right) : ""}`}>
              <tr className="group/line align-top">
                <LineNumber value={left?.old} className={left ? tint(left) : "bg-panel"} />
                <td
                  className={cn(
                    "border-r border-line pr-2 whitespace-pre-wrap break-all",
                    tint(left),
                    !left && "bg-panel",
                  )}
                >
                  {left && <Text row={left} colors={colors} />}
                </td>
                <LineNumber
                  value={right?.fresh}
                  className={right ? tint(right) : "bg-panel"}
                  place={onComment && right && placeOf(right)}
                  onComment={onComment}
                />
                <td className={cn("pr-2 whitespace-pre-wrap break-all", tint(right), !right && "bg-panel")}>
                  {right && <Text row={right} colors={colors} />}
                </td>
              </tr>
              <Under content={left && left !== right && under?.(placeOf(left))} span={4} />
              <Under content={right && under?.(placeOf(right))} span={4} />
            </Fragment>
          ))
        ) : (
          <Fold key={keyOf(group)} row={group} span={4} onOpen={onOpen} />
        ),
      )}
    </>
  );
}

const tint = (row: LineRow | undefined): string =>
  row?.sign === "+" ? "bg-added" : row?.sign === "-" ? "bg-removed" : "";

function Under({ content, span }: { content: ReactNode; span: number }) {
  if (!content) return null;
  return (
    <tr>
      <td colSpan={span} className="border-y border-line bg-panel p-2 font-sans">
        {content}
      </td>
    </tr>
  );
}

interface NumberProps {
  value: number | undefined;
  className?: string;
  place?: LinePlace | undefined;
  onComment?: DiffViewProps["onComment"];
}

function LineNumber({ value, className, place, onComment }: NumberProps) {
  return (
    <td
      className={cn(
        "relative w-10 px-1.5 text-right text-faint select-none max-md:w-7 max-md:px-1",
        className,
      )}
    >
      {value}
      {place && onComment && (
        <button
          type="button"
          aria-label={place.side === "old" ? words.commentOnOld(place.line) : words.commentOn(place.line)}
          onClick={() => onComment(place)}
          className="absolute inset-y-0 right-0 inline-flex w-5 items-center justify-center rounded-[4px] bg-solid text-solid-ink opacity-0 group-hover/line:opacity-100 focus-visible:opacity-100 pointer-coarse:w-full pointer-coarse:bg-transparent pointer-coarse:text-transparent"
        >
          <Plus size={12} aria-hidden />
        </button>
      )}
    </td>
  );
}

function Fold({ row, span, onOpen }: { row: FoldRow; span: number; onOpen: (fold: FoldRow) => void }) {
  const said = words.unchanged(row.count);
  return (
    <tr className="bg-panel text-faint">
      <td colSpan={span} className="px-2">
        {row.lines ? (
          <button
            type="button"
            onClick={() => onOpen(row)}
            className="w-full py-0.5 text-left hover:text-ink hover:underline pointer-coarse:py-2"
          >
            ⋯ {said}
          </button>
        ) : (
          <span>⋯ {said}</span>
        )}
      </td>
    </tr>
  );
}

function Text({ row, colors }: { row: LineRow; colors: Colors }) {
  let start = 0;
  const pieces = piecesOf(row.text, colors.get(row), row.words).map((piece) => {
    const place = { start, piece };
    start += piece.text.length;
    return place;
  });
  return pieces.map(({ start, piece }) => (
    <span
      // Colors come later and divide the line anew. An element that was reused for another place would count as moved.
      key={`${start} ${piece.text.length}`}
      className={cn(
        piece.light && "token",
        piece.changed && (row.sign === "+" ? "rounded-[2px] bg-added-word" : "rounded-[2px] bg-removed-word"),
      )}
      style={
        piece.light
          ? ({ "--shiki-light": piece.light, "--shiki-dark": piece.dark } as CSSProperties)
          : undefined
      }
    >
      {piece.text}
    </span>
  ));
}
