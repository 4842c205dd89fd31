/** The headless trader on an embedded exchange in the same process, with a key derivation that costs nothing. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { openTrader, type Trader } from '#main/app/trader.ts';
import type { TraderOptions } from '#main/app/traderOptions.ts';
import type { LogLevel } from '#main/storage/log.ts';
import { type ExchangeOptions, openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { DEFAULT_DIRECTION } from '#shared/order/account/custodial.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { type IntentId, type MarketId, parseIntentId } from '#shared/units/ids.ts';
import { type Price, toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import type { Usd } from '#shared/units/usd.ts';
import { type ChangedAnswers, openChangedAnswers } from '#test/app/changedAnswers.ts';
import { cheapKdf } from '#test/unit/main/vault/openTestVault.ts';
import { schedule } from './realTimers.ts';

export const PASSWORD = 'correct horse battery';

export const until = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 15_000, interval: 20 });

export interface TraderBench {
  readonly exchange: PaperExchange;
  readonly dataFolder: string;
  /** Between the trader and the exchange: changes what the exchange answers. */
  readonly answers: ChangedAnswers;
  readonly trader: Trader;
  /** Log lines above `info`. */
  readonly faults: readonly string[];
  /** Creates a vault, opens a paper account and finishes its wallet setup, or confirms that it has no wallet; answers the deposit. */
  setUp(kind?: 'key' | 'custodial'): Promise<Usd>;
  /** A market whose book is live with both sides well inside the price range. */
  watchBusyMarket(): Promise<{ readonly id: MarketId; readonly bid: Price; readonly ask: Price }>;
  /** Closes the trader and opens another one on the same folder and exchange, after `between`. */
  reopen(between?: () => Promise<void>): Promise<Trader>;
  close(): Promise<void>;
}

export async function openTraderBench(
  change: Partial<TraderOptions> = {},
  venue: Pick<ExchangeOptions, 'seed' | 'isStrict' | 'onRequest' | 'observer' | 'chain' | 'onBroken' | 'clock'> = {},
): Promise<TraderBench> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'adyton-trader-'));
  const exchange = await openExchange({ seed: 7, ...venue });
  const answers = await openChangedAnswers(exchange.port);
  const faults: string[] = [];
  const write = (level: LogLevel, where: string, message: string): void => {
    if (level !== 'info') faults.push(`${where}: ${message}`);
  };
  const open = (): Trader =>
    openTrader({
      dataFolder,
      exchange: {
        network: 'paper',
        baseUrl: `http://127.0.0.1:${answers.port}`,
        wsBaseUrl: `ws://127.0.0.1:${answers.port}`,
        headers: { 'X-Adyton-Paper': exchange.token! },
      },
      log: { path: '', write },
      now: () => Date.now(),
      steadyMs: () => performance.now(),
      schedule,
      random: { uniform: Math.random, bytes: (length) => new Uint8Array(randomBytes(length)) },
      keychain: null,
      kdf: cheapKdf,
      ...change,
    });
  let trader = open();

  return {
    exchange,
    dataFolder,
    answers,
    faults,
    get trader() {
      return trader;
    },
    async setUp(kind = 'key') {
      const { vault, venue, wallet, trading, custodial } = trader;
      const owner = await vault.create(PASSWORD, { kind: 'random' });
      const member = await venue.openPaperMember(owner, kind);
      await vault.storeApiKey({ apiKey: member.apiKey, apiSecret: member.apiSecret });
      if (kind === 'custodial') {
        await until(() => expect(custodial.isOpen()).toBe(true));
        custodial.agree(DEFAULT_DIRECTION);
      } else {
        const { calls } = await wallet.read();
        await wallet.setup(PASSWORD, wallet.planSetup(calls.map((call) => call.hash)));
      }
      await until(() => expect(trading.view()).toMatchObject({ at: 'live', reason: null }));
      return member.deposit;
    },
    async watchBusyMarket() {
      const { market } = trader;
      const markets = await until(() => {
        expect(market.catalogue().at).toBe('live');
        return market.catalogue().markets;
      });
      const ids = markets.slice(0, 6).map((listed) => listed.id);
      market.watch({ books: ids, tapes: ids, candles: [{ market: ids[0]!, period: '1m' }], underlyings: [] });
      return until(() => {
        for (const id of ids) {
          const { health, bestBid, bestAsk } = market.book(id)!;
          expect(health.at).toBe('live');
          if (bestBid !== null && bestAsk !== null && bestBid > 100_000 && bestAsk < 900_000) {
            return { id, bid: bestBid, ask: bestAsk };
          }
        }
        throw new Error('Expected a market with both sides');
      });
    },
    async reopen(between) {
      await trader.close();
      await between?.();
      trader = open();
      return trader;
    },
    async close() {
      await trader.close();
      await answers.close();
      await exchange.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

let intents = 0;

/** An intent with a fresh id: 25 shares unless told otherwise. */
export function intend(
  change: Pick<OrderIntent, 'market' | 'side' | 'direction' | 'price'> & Partial<OrderIntent>,
): OrderIntent {
  intents += 1;
  const intentId: IntentId = parseIntentId(`slice-order-${intents}`);
  return { intentId, shares: parseShares('25'), postOnly: false, bookVersion: null, ...change };
}

/** Far below every bid: an order at this price rests. */
export const RESTING_PRICE = toPrice(20_000);
