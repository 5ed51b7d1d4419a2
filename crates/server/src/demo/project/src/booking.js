import { total } from "./prices.js";
import { nextDeparture } from "./timetable.js";

/** Books tickets for the next departure. */
export function book(name, tickets, time) {
  return { name, tickets, departure: nextDeparture(time), cents: total(tickets) };
}

/** Formats the receipt of a booking. */
export function receipt(booking) {
  const lines = booking.tickets.map((ticket) => `${ticket.count} x ${ticket.kind}`);
  const euros = (booking.cents / 100).toFixed(2);
  return [`Harbor Ferries, ${booking.departure}`, ...lines, `Total: ${euros} EUR`].join("\n");
}
