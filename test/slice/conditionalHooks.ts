/** The points of conditional orders at which a test kills their program: every write of a journal, every placement and every cancel. */
import type { Trader } from '#main/app/trader.ts';

/** Calls `reached` before and after each write, and after each request that the exchange answered. */
export function hookPoints({ conditionalJournal, journal, venue }: Trader, reached: () => void): void {
  for (const store of [conditionalJournal, journal]) {
    const append = store.append as (...values: unknown[]) => void;
    Object.assign(store, {
      append(...values: unknown[]) {
        reached();
        append(...values);
        reached();
      },
    });
  }
  for (const name of ['postOrder', 'cancelOrder'] as const) {
    const send = venue[name] as (value: unknown) => Promise<unknown>;
    Object.assign(venue, {
      async [name](value: unknown) {
        const answer = await send(value);
        reached();
        return answer;
      },
    });
  }
}
