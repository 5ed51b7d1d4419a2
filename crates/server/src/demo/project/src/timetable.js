const DEPARTURES = ["07:15", "09:40", "12:05", "15:30", "18:20"];

/** Returns the next departure after a time of day, or the first one of the next day. */
export function nextDeparture(time) {
  return DEPARTURES.find((departure) => departure > time) ?? DEPARTURES[0];
}
