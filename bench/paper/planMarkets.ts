/** Plans of as many markets as wanted: those of the embedded exchange, again and again under other names. */
import { EVENTS } from '../../src/paper/simulation/catalogue.ts';
import type { EventPlan } from '../../src/paper/simulation/eventPlan.ts';

export function planMarkets(count: number): EventPlan[] {
  const events: EventPlan[] = [];
  let planned = 0;
  for (let round = 0; planned < count; round += 1) {
    for (const event of EVENTS) {
      if (event.everyMinutes !== undefined || planned >= count) continue;
      const markets = event.markets
        .slice(0, count - planned)
        .map((plan) => ({ ...plan, slug: `${plan.slug}-r${round}` }));
      events.push({ ...event, slug: `${event.slug}-r${round}`, markets });
      planned += markets.length;
    }
  }
  return events;
}
