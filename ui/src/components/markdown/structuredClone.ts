// Every browser that can run the page clones by itself; vite.config.ts replaces the copy that is bundled for others.

export default (value: unknown): unknown => structuredClone(value);
