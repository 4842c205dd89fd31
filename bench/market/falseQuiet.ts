/**
 * `npm run bench:quiet -- [hours] [seed …]`: plays the paper market without a fault and counts how often a book would be quiet,
 * per hour of one market, by style. REST checks between messages are left out, so that the product counts fewer.
 */
import { DIGEST_START_MS } from '../../src/paper/digest.ts';
import { buildWorld } from '../../src/paper/simulation/world.ts';
import { buildSilence, noteMessage, quietAfterMs, type Silence } from '../../src/shared/market/silence.ts';

const STRIDE_MS = 100;

interface Watched {
  readonly style: string;
  readonly silence: Silence;
  readonly fromMs: number;
  untilMs: number;
  messages: number;
  quiets: number;
  limitSum: number;
}

export interface StyleCount {
  readonly style: string;
  readonly markets: number;
  readonly hours: number;
  readonly messagesPerSecond: number;
  readonly quietsPerHour: number;
  /** The market with the most, of those that were seen for at least half an hour. */
  readonly worstPerHour: number;
  readonly meanLimitMs: number;
}

const HOUR_MS = 3_600_000;

export function countFalseQuiets(seed: number, hours: number): StyleCount[] {
  let nowMs = DIGEST_START_MS;
  const watched = new Map<string, Watched>();
  const world = buildWorld({
    seed,
    startMs: nowMs,
    listener: {
      onOrder() {},
      onFill() {},
      onBalance() {},
      onPosition() {},
      onTrades() {},
      onCandles() {},
      onTick() {},
      onBook({ slug, plan, book }) {
        if (!book.isOpen) return;
        let market = watched.get(slug);
        if (!market) {
          const style = `${plan.tier} ${plan.driver.kind}`;
          market = {
            style,
            silence: buildSilence(),
            fromMs: nowMs,
            untilMs: nowMs,
            messages: 0,
            quiets: 0,
            limitSum: 0,
          };
          watched.set(slug, market);
        }
        const { silence } = market;
        const limitMs = quietAfterMs(silence);
        if (silence.messageAtMs !== null && nowMs - silence.messageAtMs > limitMs) market.quiets += 1;
        noteMessage(silence, nowMs);
        market.untilMs = nowMs;
        market.messages += 1;
        market.limitSum += limitMs;
      },
    },
  });
  world.open();
  const endMs = DIGEST_START_MS + hours * HOUR_MS;
  while (nowMs < endMs) {
    nowMs += STRIDE_MS;
    world.advance(nowMs);
  }
  const styles = Map.groupBy(watched.values(), ({ style }) => style);
  return [...styles].sort(([a], [b]) => (a < b ? -1 : 1)).map(([style, markets]) => sum(style, markets));
}

function sum(style: string, markets: readonly Watched[]): StyleCount {
  const total = (of: (market: Watched) => number): number => markets.reduce((all, market) => all + of(market), 0);
  const hoursOf = ({ fromMs, untilMs }: Watched): number => (untilMs - fromMs) / HOUR_MS;
  const hours = total(hoursOf);
  const rates = markets.filter((market) => hoursOf(market) >= 0.5).map((market) => market.quiets / hoursOf(market));
  return {
    style,
    markets: markets.length,
    hours,
    messagesPerSecond: total(({ messages }) => messages) / (hours * 3_600),
    quietsPerHour: total(({ quiets }) => quiets) / hours,
    worstPerHour: Math.max(0, ...rates),
    meanLimitMs: total(({ limitSum }) => limitSum) / total(({ messages }) => messages),
  };
}

if (import.meta.main) {
  const [hours = 6, ...seeds] = process.argv.slice(2).map(Number);
  for (const seed of seeds.length > 0 ? seeds : [7]) {
    console.log(`seed ${seed}, ${hours} h`);
    console.table(
      countFalseQuiets(seed, hours).map((count) => ({
        style: count.style,
        markets: count.markets,
        'market hours': Number(count.hours.toFixed(1)),
        'messages/s': Number(count.messagesPerSecond.toFixed(2)),
        'quiets/h': Number(count.quietsPerHour.toFixed(2)),
        'worst market': Number(count.worstPerHour.toFixed(2)),
        'limit s': Number((count.meanLimitMs / 1_000).toFixed(1)),
      })),
    );
  }
}
