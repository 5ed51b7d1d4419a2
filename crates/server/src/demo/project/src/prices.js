const FARES = { adult: 1450, child: 725, bicycle: 400 };

/** Returns the price of one ticket in cents. */
export function fare(kind) {
  const price = FARES[kind];
  if (price === undefined) throw new Error(`unknown ticket: ${kind}`);
  return price;
}

/** Returns the total of an order in cents, with the group discount. */
export function total(tickets) {
  const sum = tickets.reduce((cents, ticket) => cents + fare(ticket.kind) * ticket.count, 0);
  const people = tickets.reduce((count, ticket) => count + ticket.count, 0);
  return people >= 10 ? Math.round(sum * 0.9) : sum;
}
