import assert from "node:assert/strict";
import { test } from "node:test";
import { book, receipt } from "../src/booking.js";

const booking = book("Ada", [{ kind: "adult", count: 2 }], "08:00");

test("a booking has the price and the departure", () => {
  assert.equal(booking.cents, 2900);
  assert.equal(booking.departure, "09:40");
});

test("a receipt ends with the total in euros", () => {
  assert.match(receipt(booking), /Total: 29\.00 EUR$/);
});
