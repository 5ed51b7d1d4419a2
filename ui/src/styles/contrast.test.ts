// Text and graphics are readable in every theme: light and dark, each in normal and in high contrast.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import darkSyntax from "shiki/themes/github-dark-default.mjs";
import lightSyntax from "shiki/themes/github-light-default.mjs";
import { describe, expect, it } from "vitest";
import { type Color, color, contrast, mix } from "./contrast";

const css = ["tokens.css", "index.css"].map((file) => readFileSync(join(__dirname, file), "utf8")).join("\n");

/** The colors that a selector at the top level defines. */
function definedBy(selector: string): Record<string, string> {
  const at = css.indexOf(`\n${selector} {`);
  if (at < 0) throw new Error(`the style sheets have no ${selector}`);
  const block = css.slice(at, css.indexOf("\n}", at));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (.+);/g)].map(([, name, value]) => [name, value]),
  );
}

const root = definedBy(":root");
const dark = definedBy(':root[data-theme="dark"]');
const more = definedBy(':root[data-contrast="more"]');
const darkMore = definedBy(':root[data-theme="dark"][data-contrast="more"]');

/** In the order of the style sheet, which decides between selectors of the same weight. */
const themes = {
  light: root,
  dark: { ...root, ...dark },
  "light, high contrast": { ...root, ...more },
  "dark, high contrast": { ...root, ...dark, ...more, ...darkMore },
};

type Theme = Record<string, string>;

/** A token, or a translucent one over another: `line/50 on page`. */
function ground(theme: Theme, name: string): Color {
  const [top = "", bottom] = name.split(" on ");
  const [token = "", share] = top.split("/");
  const value = theme[token];
  if (value === undefined) throw new Error(`no token ${token}`);
  return share ? mix(color(value), Number(share) / 100, ground(theme, bottom ?? "page")) : color(value);
}

const states = ["link", "wait", "work", "done", "fail"];
const text = ["ink", "soft", "faint", ...states];
const surfaces = ["page", "side", "panel", "raised", "hover"];

/** The text that stands on each ground. */
const onGround: Record<string, string[]> = {
  ...Object.fromEntries(surfaces.map((surface) => [surface, text])),
  "wait-page": text,
  "fail-page": text,
  added: ["ink", "soft"],
  removed: ["ink", "soft"],
  "added-word": ["ink"],
  "removed-word": ["ink"],
  "work-page": ["ink", "soft", "work"],
  "done-page": ["ink", "soft", "done"],
  select: ["ink", "soft", "faint", "done", "fail", "link"],
  solid: ["solid-ink"],
  // Code inside of prose, buttons that are pressed.
  ...Object.fromEntries(surfaces.map((surface) => [`line/50 on ${surface}`, ["ink", "soft"]])),
  ...Object.fromEntries(surfaces.map((surface) => [`ink/10 on ${surface}`, ["ink"]])),
};

/** Drawings and outlines, and the ground they must be told from. */
const graphics: [string, string][] = [
  ...surfaces.map((surface): [string, string] => ["focus", surface]),
  ...["wait", "fail", "work"].map((state): [string, string] => [state, "page"]),
  ["wait", "wait-page"],
  ["fail", "fail-page"],
  // The full part of a bar, beside the empty one.
  ...["fail", "work", "done"].map((state): [string, string] => [state, "ink/12 on page"]),
  ["soft", "raised"],
  ["solid-ink", "solid"],
];

/** Grounds that no text stands on: lines, bars, the knob of a switch, the place of something that loads. */
const withoutText = [
  "line",
  "line/60",
  "wait",
  "work",
  "soft",
  "solid-ink",
  "focus",
  "link",
  "wait-fill",
  "line-strong",
];

const failures = (pairs: [string, string][], theme: Theme, least: number): string[] =>
  pairs.flatMap(([front, back]) => {
    const found = contrast(ground(theme, front), ground(theme, back));
    return found < least ? [`${front} on ${back}: ${found.toFixed(2)}, at least ${least}`] : [];
  });

const textPairs = Object.entries(onGround).flatMap(([back, fronts]) =>
  fronts.map((front): [string, string] => [front, back]),
);

describe.each(Object.entries(themes))("%s", (name, theme) => {
  it("has text of at least 4.5:1", () => {
    expect(failures(textPairs, theme, 4.5)).toEqual([]);
  });

  it("has graphics of at least 3:1", () => {
    expect(failures(graphics, theme, 3)).toEqual([]);
  });

  it("has code of at least 4.5:1, on changed lines and words too", () => {
    const isDark = name.startsWith("dark");
    const end = color(isDark ? "#ffffff" : "#000000");
    const prefix = isDark ? ':root[data-theme="dark"] ' : "";
    const shares = {
      plain: tokenShare(`${prefix}.token`),
      line: tokenShare(`${prefix}:is(.bg-added, .bg-removed) .token`),
      word: tokenShare(`${prefix}.token:is(.bg-added-word, .bg-removed-word)`),
    };
    const found = syntaxColors(isDark ? darkSyntax : lightSyntax).flatMap((one) => {
      const check = (back: string, shown: Color) => {
        const ratio = contrast(shown, ground(theme, back));
        return ratio < 4.5 ? [`${one} on ${back}: ${ratio.toFixed(2)}`] : [];
      };
      const token = color(one);
      return [
        ...["page", "panel", "raised"].flatMap((back) => check(back, mix(token, shares.plain, end))),
        ...["added", "removed"].flatMap((back) => check(back, mix(token, shares.line, end))),
        ...["added-word", "removed-word"].flatMap((back) => check(back, mix(token, shares.word, end))),
      ];
    });
    expect(found).toEqual([]);
  });
});

/** How much of its own color a token keeps under a selector; the rest is black or white. */
function tokenShare(selector: string): number {
  const at = css.indexOf(`\n${selector} {`);
  if (at < 0) throw new Error(`the style sheets have no ${selector}`);
  const [, percent = "100"] = /var\(--shiki-\w+\) (\d+)%/.exec(css.slice(at, css.indexOf("}", at))) ?? [];
  return Number(percent) / 100;
}

interface Syntax {
  tokenColors?: { scope?: string | string[]; settings: { foreground?: string; background?: string } }[];
}

/** The colors of tokens that stand on the ground of the page; tokens with a ground of their own are for diffs. */
const syntaxColors = ({ tokenColors = [] }: Syntax): string[] => [
  ...new Set(
    tokenColors.flatMap(({ settings }) =>
      settings.foreground && !settings.background ? settings.foreground.toLowerCase() : [],
    ),
  ),
];

/** All sources of the page. */
const sources = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true }).flatMap((file) => {
    const path = join(directory, file.name);
    if (file.isDirectory()) return sources(path);
    return /\.tsx?$/.test(file.name) && !/\.test\./.test(file.name) ? readFileSync(path, "utf8") : [];
  });

describe("the table of pairs", () => {
  const used = sources(join(__dirname, "..")).join("\n");
  const tokens = Object.keys(root).join("|");
  const classes = (kind: string) => [
    ...new Set(
      [...used.matchAll(new RegExp(`\\b${kind}-((?:${tokens})(?:/\\d+)?)(?![\\w-])`, "g"))].map(
        ([, one]) => one,
      ),
    ),
  ];

  it("has every ground that a component uses", () => {
    const known = [...Object.keys(onGround).map((name) => name.split(" on ")[0]), ...withoutText];
    expect(classes("bg").filter((one) => !known.includes(one))).toEqual([]);
  });

  it("has every color of text that a component uses", () => {
    // The lamp is a shape and never text.
    const known = [...Object.values(onGround).flat(), "wait-fill"];
    expect(classes("text").filter((one) => one === undefined || !known.includes(one))).toEqual([]);
  });
});

describe("the check", () => {
  it("knows black on white and the middle", () => {
    expect(contrast(color("#000000"), color("#ffffff"))).toBeCloseTo(21, 5);
    // A value of the WCAG itself: #767676 is the lightest gray that passes on white.
    expect(contrast(color("#767676"), color("#ffffff"))).toBeCloseTo(4.54, 2);
    expect(contrast(color("oklch(1 0 0)"), color("#ffffff"))).toBeCloseTo(1, 3);
    // Red of sRGB, as CSS Color 4 converts it.
    expect(contrast(color("oklch(0.62796 0.25768 29.234)"), color("#ff0000"))).toBeCloseTo(1, 2);
  });

  it("finds a pair that is too close", () => {
    const bad = { ...themes.light, soft: "oklch(0.7 0.015 255)" };
    expect(failures([["soft", "page"]], bad, 4.5)).toEqual([expect.stringContaining("soft on page: 2.")]);
  });
});
