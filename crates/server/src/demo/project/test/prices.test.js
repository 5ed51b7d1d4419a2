import assert from "node:assert/strict";
import { test } from "node:test";
import { fare, total } from "../src/prices.js";

test("an adult pays 14.50", () => {
  assert.equal(fare("adult"), 1450);
});

test("a group of ten gets 10 % off", () => {
  assert.equal(total([{ kind: "adult", count: 10 }]), 13050);
});

test("bicycles do not count for the group discount", () => {
  const tickets = [{ kind: "adult", count: 6 }, { kind: "bicycle", count: 4 }];
  assert.equal(total(tickets), 10300);
});
