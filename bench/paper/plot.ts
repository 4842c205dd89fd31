/**
 * `node bench/paper/plot.ts`: plays 50 minutes of the paper market and draws docs/images/paper-market.svg from what it emitted;
 * prints the figures that docs/paper-market.md quotes.
 */
import { writeFileSync } from 'node:fs';
import { DIGEST_START_MS } from '../../src/paper/digest.ts';
import type { PaperMarket } from '../../src/paper/simulation/world.ts';
import { buildWorld } from '../../src/paper/simulation/world.ts';

const MINUTES = 50;
const WIDTH = 960;
const PANEL = 150;
const LEFT = 56;
const INK = '#3b4252';
const COLOURS = ['#2f6f9f', '#b5542f', '#5b8c3a', '#8a5aa8'];

interface Sample {
  readonly price: number;
  readonly window: { slug: string; bid: number; ask: number; fair: number } | null;
  readonly shares: readonly number[];
  readonly spread: number;
  readonly trades: number;
}

const samples: Sample[] = [];
const strikes: { fromSecond: number; cents: number; result: string }[] = [];
let trades = 0;
const busy = 'harbour-list';
const world = buildWorld({
  seed: 7,
  startMs: DIGEST_START_MS,
  listener: {
    onOrder() {},
    onFill() {},
    onBalance() {},
    onPosition() {},
    onBook() {},
    onCandles() {},
    onTick() {},
    onTrades(market, list) {
      if (market.slug === busy) trades += list.length;
    },
  },
});
world.open();
const seen: PaperMarket[] = [];
for (let second = 1; second <= MINUTES * 60; second += 1) {
  trades = 0;
  world.advance(DIGEST_START_MS + second * 1_000);
  const window = world.markets.find(({ slug, book }) => slug.startsWith('btc-15m-') && book.isOpen);
  if (window && !seen.includes(window)) {
    seen.push(window);
    strikes.push({ fromSecond: second - 1, cents: window.targetCents, result: '' });
  }
  const council = world.markets.filter(({ event }) => event.slug === 'harbour-council-majority');
  const liquid = world.find(busy)!.book;
  samples.push({
    price: world.priceOf('BTC-USD'),
    window: window
      ? { slug: window.slug, bid: window.book.bestBid, ask: window.book.bestAsk, fair: world.fairOf(window) / 10_000 }
      : null,
    shares: council.map(({ book }) => (book.bestBid + book.bestAsk) / 2),
    spread: liquid.bestAsk - liquid.bestBid,
    trades,
  });
}
for (const [at, market] of seen.entries()) strikes[at]!.result = market.book.result;

const x = (second: number): number => LEFT + (second * (WIDTH - LEFT - 12)) / samples.length;
const line = (values: readonly (number | null)[], low: number, high: number, top: number): string => {
  let path = '';
  let isDown = false;
  for (const [at, value] of values.entries()) {
    if (at % 4 !== 0) continue;
    if (value === null) {
      isDown = false;
      continue;
    }
    const y = top + PANEL - ((value - low) * PANEL) / (high - low);
    path += `${isDown ? 'L' : 'M'}${x(at).toFixed(1)} ${y.toFixed(1)}`;
    isDown = true;
  }
  return path;
};
const parts: string[] = [];
const panel = (index: number, title: string, low: string, high: string): number => {
  const top = 28 + index * (PANEL + 44);
  parts.push(
    `<rect x="${LEFT}" y="${top}" width="${WIDTH - LEFT - 12}" height="${PANEL}" fill="#f6f7f9" stroke="#d8dce3"/>`,
    `<text x="${LEFT}" y="${top - 8}" font-weight="600">${title}</text>`,
    `<text x="${LEFT - 6}" y="${top + PANEL}" text-anchor="end">${low}</text>`,
    `<text x="${LEFT - 6}" y="${top + 10}" text-anchor="end">${high}</text>`,
  );
  return top;
};
const stroke = (path: string, colour: string, width = 1.2): void => {
  parts.push(`<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}"/>`);
};

const prices = samples.map(({ price }) => price / 100);
const [least, most] = [Math.min(...prices), Math.max(...prices)];
const first = panel(0, 'BTC-USD, and the level of each 15-minute window', least.toFixed(0), most.toFixed(0));
stroke(line(prices, least, most, first), COLOURS[0]!);
for (const [at, { fromSecond, cents, result }] of strikes.entries()) {
  const to = strikes[at + 1]?.fromSecond ?? samples.length;
  const y = first + PANEL - ((cents / 100 - least) * PANEL) / (most - least);
  parts.push(
    `<path d="M${x(fromSecond).toFixed(1)} ${y.toFixed(1)}H${x(to).toFixed(1)}" stroke="${COLOURS[1]}" stroke-dasharray="4 3"/>`,
    `<text x="${x(to) - 4}" y="${y - 4}" text-anchor="end" fill="${COLOURS[1]}">${result === '' ? 'open' : result}</text>`,
  );
}
const second = panel(1, 'Bid and ask of “BTC-USD up” in cents: to 0 or 100 as the window ends', '0', '100');
let last = '';
const broken = samples.map(({ window }) => {
  const isSame = window !== null && window.slug === last;
  last = window?.slug ?? '';
  return isSame ? window : null;
});
stroke(
  line(
    broken.map((one) => (one ? one.bid : null)),
    0,
    100,
    second,
  ),
  COLOURS[0]!,
);
stroke(
  line(
    broken.map((one) => (one ? one.ask : null)),
    0,
    100,
    second,
  ),
  COLOURS[1]!,
);
const third = panel(2, 'Middles of the four lists of one event, and their sum, in cents', '0', '110');
for (let at = 0; at < 4; at += 1)
  stroke(
    line(
      samples.map(({ shares }) => shares[at]!),
      0,
      110,
      third,
    ),
    COLOURS[at]!,
  );
const sums = samples.map(({ shares }) => shares.reduce((sum, share) => sum + share, 0));
stroke(line(sums, 0, 110, third), INK, 1);
const fourth = panel(3, 'Trades of “Harbour List” in ten seconds (bars), and its spread in cents (line)', '0', '20');
const tens: number[] = [];
for (let at = 0; at < samples.length; at += 10) {
  const count = samples.slice(at, at + 10).reduce((sum, one) => sum + one.trades, 0);
  tens.push(count);
  const height = Math.min(PANEL, (count * PANEL) / 20);
  parts.push(
    `<rect x="${x(at).toFixed(1)}" y="${(fourth + PANEL - height).toFixed(1)}" width="2.2" height="${height.toFixed(1)}" fill="${COLOURS[0]}"/>`,
  );
}
stroke(
  line(
    samples.map(({ spread }) => Math.min(20, spread)),
    0,
    20,
    fourth,
  ),
  COLOURS[1]!,
  0.8,
);
const height = fourth + PANEL + 26;
parts.push(`<text x="${LEFT}" y="${height - 8}">0 min</text>`);
parts.push(
  `<text x="${WIDTH - 12}" y="${height - 8}" text-anchor="end">${MINUTES} min of exchange time, seed 7</text>`,
);
writeFileSync(
  new URL('../../docs/images/paper-market.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="Inter, sans-serif" font-size="11" fill="${INK}"><rect width="${WIDTH}" height="${height}" fill="#fff"/>${parts.join('\n')}</svg>\n`,
);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const variance = (values: readonly number[]): number => mean(values.map((value) => (value - mean(values)) ** 2));
const minutes = prices.filter((_, at) => at % 5 === 0);
const moves = minutes.slice(1).map((price, at) => price / minutes[at]! - 1);
console.log(
  `Trades in ten seconds: mean ${mean(tens).toFixed(2)}, variance over mean ${(variance(tens) / mean(tens)).toFixed(2)}`,
);
console.log(`Sum of the event: mean ${mean(sums).toFixed(1)}, deviation ${Math.sqrt(variance(sums)).toFixed(1)}`);
console.log(
  `Spread: mean ${mean(samples.map(({ spread }) => spread)).toFixed(2)}, widest ${Math.max(...samples.map(({ spread }) => spread))}`,
);
console.log(
  `Kurtosis of five-second moves of BTC-USD: ${(mean(moves.map((move) => move ** 4)) / variance(moves) ** 2).toFixed(1)}`,
);
console.log(`Windows: ${strikes.map(({ result }) => result || 'open').join(', ')}`);
