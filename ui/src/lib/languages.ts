// The languages that get colours, by the ending of a file's name.

/** Those that `highlight.worker.ts` can load. */
export const languages = [
  "ts",
  "tsx",
  "js",
  "jsx",
  "json",
  "rs",
  "py",
  "go",
  "java",
  "kt",
  "swift",
  "rb",
  "php",
  "c",
  "cpp",
  "cs",
  "css",
  "html",
  "vue",
  "md",
  "sh",
  "sql",
  "toml",
  "yaml",
  "diff",
  "dockerfile",
] as const;

export type Language = (typeof languages)[number];

const aliases: Record<string, string> = {
  mjs: "js",
  cjs: "js",
  mts: "ts",
  cts: "ts",
  jsonc: "json",
  yml: "yaml",
  h: "c",
  hpp: "cpp",
  cc: "cpp",
  "c++": "cpp",
  "c#": "cs",
  csharp: "cs",
  bash: "sh",
  zsh: "sh",
  shell: "sh",
  console: "sh",
  htm: "html",
  svg: "html",
  xml: "html",
  python: "py",
  rust: "rs",
  ruby: "rb",
  kotlin: "kt",
  golang: "go",
  markdown: "md",
  patch: "diff",
  javascript: "js",
  typescript: "ts",
};

/** The language a file's name or a fence's word tells, if it is one of those above. */
export function languageOf(path: string): Language | undefined {
  const name = path.split("/").pop() ?? "";
  const ending = (name.includes(".") ? name.split(".").pop() : name)?.toLowerCase() ?? "";
  const language = aliases[ending] ?? ending;
  return languages.find((known) => known === language);
}
