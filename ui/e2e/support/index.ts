// Everything a browser test needs.

export { expect, type Locator, type Page } from "@playwright/test";
export * from "./api";
export * from "./axe";
export * from "./copies";
export * from "./fake/builders";
export * from "./fake/day";
export { content, Fake, problem } from "./fake/fake";
export * from "./fake/furnished";
export { recorded, recordedTurn } from "./fake/recorded";
export * from "./geometry";
export * from "./page";
export * from "./plans";
export * from "./pseudo";
export * from "./screens";
export * from "./script";
export * from "./server";
export * from "./session";
export * from "./speech";
export { test } from "./test";
