// Units and ages, as they are written behind numbers.

export const units = {
  now: "now",
  milliseconds: (amount: string | number) => `${amount} ms`,
  seconds: (amount: string | number) => `${amount} s`,
  minutesAndSeconds: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  hoursAndMinutes: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  minutesAgo: (minutes: number) => `${minutes}m`,
  hoursAgo: (hours: number) => `${hours}h`,
  daysAgo: (days: number) => `${days}d`,
  bytes: (amount: number) => `${amount} B`,
  kilobytes: (amount: number) => `${amount} kB`,
  megabytes: (amount: string) => `${amount} MB`,
};
