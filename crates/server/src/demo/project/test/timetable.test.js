import assert from "node:assert/strict";
import { test } from "node:test";
import { nextDeparture } from "../src/timetable.js";

test("the next departure is after the time", () => {
  assert.equal(nextDeparture("09:00"), "09:40");
});

test("after the last departure comes the first of the next day", () => {
  assert.equal(nextDeparture("20:00"), "07:15");
});
