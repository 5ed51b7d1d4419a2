import { describe, expect, test } from "vitest";
import type { FileNode, Project } from "@/api/generated";
import { isAddress, listedFor, projectOptions } from "./project.logic";

const project = (name: string, usedAt: number): Project => ({
  path: `/home/ann/src/${name}`,
  name,
  sessions: 1,
  usedAt,
  isGit: true,
  branch: "main",
  trust: "trusted",
});

const directory = (name: string): FileNode => ({ name, path: name, directory: true, size: 0 });

const known = {
  projects: [project("shop", 1), project("api", 2)],
  directories: ["docs", "Downloads", ".cache", "src"].map(directory),
  home: "/home/ann",
};

const shown = (text: string) =>
  projectOptions(text, known).map((option) =>
    option.kind === "clone" ? `clone ${option.address}` : `${option.kind} ${option.path}`,
  );

describe("the project field", () => {
  test("offers the newest projects first, and finds them by letters", () => {
    expect(shown("")).toEqual(["project /home/ann/src/api", "project /home/ann/src/shop"]);
    expect(shown("sho")).toEqual(["project /home/ann/src/shop"]);
    expect(shown("nothing like it")).toEqual([]);
  });

  test("completes the directories of a path, hidden ones only when a dot is typed", () => {
    expect(shown("/home/ann/d")).toEqual([
      "use /home/ann/d",
      "directory /home/ann/docs",
      "directory /home/ann/Downloads",
    ]);
    expect(shown("~/.")).toEqual(["use /home/ann/.", "directory /home/ann/.cache"]);
    expect(shown("/home/ann/")).toEqual([
      "use /home/ann",
      "directory /home/ann/docs",
      "directory /home/ann/Downloads",
      "directory /home/ann/src",
    ]);
    expect(shown("/")[0]).toBe("use /");
  });

  test("lists the directory that the path is in", () => {
    expect(listedFor("/home/ann/d")).toBe("/home/ann");
    expect(listedFor("/home/ann/")).toBe("/home/ann");
    expect(listedFor("/h")).toBe("/");
    expect(listedFor("/")).toBe("/");
  });

  test("offers to clone an address, and nothing else", () => {
    for (const address of ["https://example.com/ann/shop.git", "git@example.com:ann/shop", "ssh://a@b/c"])
      expect(shown(` ${address}`)).toEqual([`clone ${address}`]);
    for (const text of ["shop", "/srv/shop", "file:///srv/shop", "ann@example", "a b@c:d"])
      expect(isAddress(text), text).toBe(false);
  });
});
