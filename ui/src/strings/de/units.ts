import type { units as english } from "../en/units";

export const units: typeof english = {
  now: "jetzt",
  milliseconds: (amount) => `${amount} ms`,
  seconds: (amount) => `${amount} s`,
  minutesAndSeconds: (minutes, seconds) => `${minutes} min ${seconds} s`,
  hoursAndMinutes: (hours, minutes) => `${hours} h ${minutes} min`,
  minutesAgo: (minutes) => `${minutes} Min.`,
  hoursAgo: (hours) => `${hours} Std.`,
  daysAgo: (days) => `${days} Tg.`,
  bytes: (amount) => `${amount} B`,
  kilobytes: (amount) => `${amount} kB`,
  megabytes: (amount) => `${amount} MB`,
};
