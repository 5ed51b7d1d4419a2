// Sets theme, contrast and motion on the page. A plain script that the browser runs before it draws anything, since a
// module would run after the first paint. src/lib/theme.ts calls it again when a choice or the system changes.

globalThis.showAppearance = (chosen) => {
  const system = (query) => matchMedia(query).matches;
  const page = document.documentElement.dataset;
  const dark =
    chosen.theme === "dark" || (chosen.theme !== "light" && system("(prefers-color-scheme: dark)"));
  page.theme = dark ? "dark" : "light";
  page.contrast = chosen.contrast === "more" || system("(prefers-contrast: more)") ? "more" : "normal";
  page.motion = chosen.motion === "less" || system("(prefers-reduced-motion: reduce)") ? "less" : "normal";
};

try {
  showAppearance(JSON.parse(localStorage.getItem("pilothouse.theme") ?? "{}").state ?? {});
} catch {
  // Storage is off or holds something else: the system decides.
  showAppearance({});
}
