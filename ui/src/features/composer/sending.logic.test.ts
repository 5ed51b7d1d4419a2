import { expect, test } from "vitest";
import { enterDoes, sendWhen } from "./sending.logic";

const plain = { now: false, queue: false };
const able = { capabilities: ["interrupt_cancel_queued_v1"] };

test("Enter steers, Ctrl+Enter sends now, Alt+Enter queues", () => {
  expect(sendWhen(plain, "steer")).toBe("steer");
  expect(sendWhen({ ...plain, now: true }, "steer")).toBe("now");
  expect(sendWhen({ ...plain, queue: true }, "steer")).toBe("queue");
  expect(sendWhen(plain, "queue")).toBe("queue");
  expect(sendWhen({ ...plain, now: true }, "queue")).toBe("now");
});

test("a CLI that cannot give a message back is queued to", () => {
  expect(enterDoes("steer", able)).toBe("steer");
  expect(enterDoes("queue", able)).toBe("queue");
  expect(enterDoes("steer", { capabilities: [] })).toBe("queue");
  expect(enterDoes("steer", undefined)).toBe("queue");
});
