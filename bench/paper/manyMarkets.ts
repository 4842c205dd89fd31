/** An exchange of 200 markets, told to its parent like the embedded one. */

import { openExchange } from '../../src/paper/server/exchange.ts';
import { EVENTS } from '../../src/paper/simulation/catalogue.ts';
import type { EventPlan } from '../../src/paper/simulation/eventPlan.ts';

const MARKETS = 200;
const events: EventPlan[] = [];
let count = 0;
for (let round = 0; count < MARKETS; round += 1) {
  for (const event of EVENTS) {
    if (event.everyMinutes !== undefined || count >= MARKETS) continue;
    const markets = event.markets
      .slice(0, MARKETS - count)
      .map((plan) => ({ ...plan, slug: `${plan.slug}-r${round}` }));
    events.push({ ...event, slug: `${event.slug}-r${round}`, markets });
    count += markets.length;
  }
}

process.on('disconnect', () => process.exit(0));
// Standing alone it admits more sockets than one terminal needs.
const { port, token } = await openExchange({ events, token: null });
process.send?.({ port, token });
