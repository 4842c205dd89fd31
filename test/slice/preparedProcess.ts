/** The headless trader in a process that sends a prepared exit behind locked keys and kills itself (`kill -9`) once it rests. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Side } from '#shared/market/outcome.ts';
import { type MarketId, parseIntentId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { openCrashTrader } from './crashTrader.ts';
import type { ProcessFolder } from './processOptions.ts';

export interface PreparedSetup extends ProcessFolder {
  readonly password: string;
  readonly market: MarketId;
  readonly side: Side;
  /** Above every bid, so that the exit rests. */
  readonly price: Price;
}

const { password, market, side, price, ...folder } = JSON.parse(process.argv[2] ?? '') as PreparedSetup;
const trader = openCrashTrader(folder);
const { trading, vault, locks } = trader;

await vault.unlock(password);
locks.noteUnlocked();
while (trader.market.catalogue().at !== 'live' || trading.view().at !== 'live') await wait(10);
trader.interest.watch(1, { books: [market], tapes: [], candles: [], underlyings: [] });
while (trader.market.book(market)?.health.at !== 'live') await wait(10);
const answer = await trading.prepared.plan([{ market, side, price, shares: null }], 6);
if (!('plan' in answer)) throw new Error(`Expected a plan, found ${JSON.stringify(answer)}`);
await vault.prepared.prepare(password, answer.plan);
locks.lock('manual');
while (trading.view().at !== 'live') await wait(10);
const [lot] = trading.prepared.available(market, side);
const intentId = parseIntentId('prepared-before-the-kill');
const receipt = await trading.prepared.post({ lotId: lot!.id, intentId, worst: price });
if (receipt.outcome !== 'accepted') throw new Error(`Expected an accepted order, found ${JSON.stringify(receipt)}`);
process.kill(process.pid, 'SIGKILL');
