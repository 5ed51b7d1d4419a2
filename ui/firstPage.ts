// Fails the build when too much must be loaded before something is seen.

import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import type { Language } from "./src/strings/language";

interface Limit {
  what: string;
  /** The modules whose chunks, with all they import, are loaded before it is seen. */
  modules: string[];
  kilobytes: number;
}

/** The modules of the first page and of a conversation, without their texts. */
const first = ["index.html", "src/start.tsx"];
export const conversation = [...first, "src/features/session/SessionPage.tsx"];

/** The module with the texts of both. */
export const catalogueOf = (language: Language): string => `src/strings/${language}/core.${language}.ts`;

const limits: Limit[] = [
  { what: "the first page", modules: [...first, catalogueOf("en")], kilobytes: 170 },
  { what: "a conversation", modules: [...conversation, catalogueOf("en")], kilobytes: 320 },
];

/** Checks the sizes, compressed, of what is loaded before the first paint and before a conversation is seen. */
export function firstPage(): Plugin {
  return {
    name: "first-page",
    apply: "build",
    generateBundle: {
      // After Vite has written into each chunk what its parts need.
      order: "post",
      handler(_, bundle) {
        for (const limit of limits) {
          const bytes = filesOf(bundle, limit.modules).reduce(
            (sum, file) => sum + compressed(bundle[file]),
            0,
          );
          const kilobytes = Math.round(bytes / 100) / 10;
          const sentence = `${limit.what} loads ${kilobytes} kB, at most ${limit.kilobytes} kB`;
          if (kilobytes > limit.kilobytes) this.error(`${sentence}: load something later, or not at all`);
          else this.info(sentence);
        }
      },
    },
  };
}

/** The files that are loaded for these modules. */
export function filesOf(bundle: Rolldown.OutputBundle, modules: string[]): string[] {
  const files = new Set<string>();
  for (const module of modules) addChunk(bundle, module, files);
  return [...files];
}

/** Adds the files of the chunk that holds a module, and of all it imports. */
function addChunk(bundle: Rolldown.OutputBundle, module: string, files: Set<string>): void {
  const chunk = Object.values(bundle).find(
    (file) =>
      file.type === "chunk" &&
      [file.facadeModuleId, ...file.moduleIds].some((id) => id?.endsWith(`/${module}`)),
  );
  if (!chunk) throw new Error(`no chunk is made for ${module}`);
  addFile(bundle, chunk.fileName, files);
}

function addFile(bundle: Rolldown.OutputBundle, name: string, files: Set<string>): void {
  const file = bundle[name];
  if (!file || files.has(name)) return;
  files.add(name);
  if (file.type !== "chunk") return;
  for (const imported of file.imports) addFile(bundle, imported, files);
  const { importedCss } = (file as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata ?? {};
  for (const style of importedCss ?? []) addFile(bundle, style, files);
}

function compressed(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): number {
  if (!file) return 0;
  return gzipSync(file.type === "chunk" ? file.code : file.source).length;
}
