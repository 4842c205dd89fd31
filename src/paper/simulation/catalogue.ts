/**
 * Catalogue of invented events and markets, dated from the start of the exchange.
 *
 * Units       Probabilities in millionths; underlying prices in cents; durations in days.
 * Invariants  No real person, party, team or institution; market ids are made of letters, digits and hyphens.
 */
import { groupDigits } from '#shared/base/groupDigits.ts';
import type { Driver, EventPlan, MarketPlan, Tier, UnderlyingPlan } from './eventPlan.ts';

export const UNDERLYINGS: readonly UnderlyingPlan[] = [
  { symbol: 'BTC-USD', startCents: 9_541_250, secondDeviation: 60 },
  { symbol: 'ETH-USD', startCents: 342_380, secondDeviation: 80 },
];

const share = (
  slug: string,
  title: string,
  groupItemTitle: string,
  weight: number,
  tier: Tier,
  rank: number | null,
): MarketPlan => ({ slug, title, groupItemTitle, rank, tier, driver: { kind: 'share', weight } });

const strike = (symbol: string, dollars: number, tier: Tier): MarketPlan => {
  const written = `$${groupDigits(String(dollars))}`;
  const coin = symbol.slice(0, 3);
  return {
    slug: `${coin.toLowerCase()}-${dollars}-or-more`,
    title: `${symbol} at ${written} or more`,
    groupItemTitle: `${written} or more`,
    rank: null,
    tier,
    driver: { kind: 'strike', symbol, strikeCents: dollars * 100 },
  };
};

const range = (symbol: string, dollars: number, width: number, tier: Tier): MarketPlan => {
  const [from, to] = [dollars, dollars + width].map((level) => `$${groupDigits(String(level))}`);
  const coin = symbol.slice(0, 3);
  return {
    slug: `${coin.toLowerCase()}-${dollars}-to-${dollars + width}`,
    title: `${symbol} from ${from} to below ${to}`,
    groupItemTitle: `${from} to ${to}`,
    rank: null,
    tier,
    driver: { kind: 'strike', symbol, strikeCents: dollars * 100, widthCents: width * 100 },
  };
};

/** A strike market at another level: later editions use strikes around the current price. */
export function restrike(plan: MarketPlan, cents: number): MarketPlan {
  if (plan.driver.kind !== 'strike' || plan.driver.strikeCents === cents) return plan;
  const { labels, tier, driver } = plan;
  const dollars = Math.round(cents / 100);
  const { symbol, widthCents } = driver;
  const next =
    widthCents === undefined ? strike(symbol, dollars, tier) : range(symbol, dollars, widthCents / 100, tier);
  return { ...next, ...(labels ? { labels } : {}) };
}

/** The level below which a market with this target must end; null without one. */
export function capOf(driver: Driver, targetCents: number): number | null {
  return driver.kind === 'strike' && driver.widthCents !== undefined ? targetCents + driver.widthCents : null;
}

const window = (symbol: string, everyMinutes: number, name: string, tier: Tier): EventPlan => ({
  slug: `${symbol.slice(0, 3).toLowerCase()}-${name}`,
  title: `${symbol} up or down`,
  category: 'Crypto',
  description: `Whether ${symbol} ends the window at or above where it began.`,
  rules: 'Resolves yes when the close of the candle of the window is at or above its open; equal counts as yes.',
  source: `Reference candle ${symbol}`,
  closesInDays: 0,
  openedDaysAgo: 0,
  everyMinutes,
  markets: [
    {
      slug: `${symbol.slice(0, 3).toLowerCase()}-${name}`,
      title: `${symbol} up or down`,
      groupItemTitle: 'Up',
      rank: null,
      tier,
      driver: { kind: 'updown', symbol },
      labels: ['Up', 'Down'],
    },
  ],
});

export const EVENTS: readonly EventPlan[] = [
  {
    slug: 'btc-usd-close',
    title: 'BTC-USD at the weekly close',
    category: 'Crypto',
    description: 'Where the BTC-USD reference price stands at the close.',
    rules:
      'Resolves yes when the close of the last one-minute candle before the closing time is at or above the level.',
    source: 'Reference candle BTC-USD',
    closesInDays: 6,
    openedDaysAgo: 21,
    markets: [
      strike('BTC-USD', 92_000, 'mid'),
      strike('BTC-USD', 94_000, 'busy'),
      strike('BTC-USD', 96_000, 'busy'),
      strike('BTC-USD', 98_000, 'mid'),
      strike('BTC-USD', 100_000, 'mid'),
    ],
  },
  {
    slug: 'eth-usd-close',
    title: 'ETH-USD at the weekly close',
    category: 'Crypto',
    description: 'Where the ETH-USD reference price stands at the close.',
    rules:
      'Resolves yes when the close of the last one-minute candle before the closing time is at or above the level.',
    source: 'Reference candle ETH-USD',
    closesInDays: 6,
    openedDaysAgo: 21,
    markets: [
      strike('ETH-USD', 3_300, 'mid'),
      { ...strike('ETH-USD', 3_400, 'busy'), labels: ['Above', 'Below'] },
      strike('ETH-USD', 3_600, 'thin'),
    ],
  },
  {
    slug: 'harbour-council-majority',
    title: 'Largest group on the harbour council',
    category: 'Politics',
    description: 'Which list wins the most seats on the harbour council.',
    rules: 'Resolves yes for the list with the most seats in the certified count; ties go to the list with more votes.',
    source: 'Certified count',
    closesInDays: 34,
    determinedInDays: 36,
    openedDaysAgo: 90,
    panel: {
      name: 'Council count',
      entries: [
        ['Returning office, certified count', 'primary'],
        ['Two independent wire reports', 'fallback'],
      ],
    },
    markets: [
      {
        ...share('harbour-list', 'Harbour List is the largest group', 'Harbour List', 44, 'busy', 1),
        // The most traded market at any time of the day: a new terminal shows it first.
        pastVolume: 1.6,
      },
      share('hill-alliance', 'Hill Alliance is the largest group', 'Hill Alliance', 33, 'busy', 2),
      share('green-quays', 'Green Quays is the largest group', 'Green Quays', 16, 'mid', 3),
      share('independents', 'Independents are the largest group', 'Independents', 7, 'thin', 4),
    ],
  },
  {
    slug: 'policy-rate',
    title: 'Policy rate after the next meeting',
    category: 'Economics',
    description: 'What the rate setters decide at their next scheduled meeting.',
    rules: 'Resolves by the rate in the published decision, compared with the rate before the meeting.',
    source: 'Published decision',
    closesInDays: 19,
    openedDaysAgo: 45,
    panel: { name: 'Rate decision', entries: [['Published decision', 'primary']] },
    markets: [
      share('rate-cut', 'The policy rate is cut', 'Cut', 38, 'mid', 1),
      share('rate-hold', 'The policy rate is held', 'Hold', 55, 'busy', 2),
      share('rate-rise', 'The policy rate is raised', 'Rise', 7, 'thin', 3),
    ],
  },
  {
    slug: 'capital-snow',
    title: 'Snow in the capital by Sunday',
    category: 'Weather',
    description: 'Whether snow settles at the capital’s observatory.',
    rules: 'Resolves yes when the observatory reports a snow depth of 1 cm or more before the closing time.',
    source: 'Observatory daily report',
    closesInDays: 5,
    openedDaysAgo: 9,
    markets: [
      {
        slug: 'capital-snow-sunday',
        title: 'Snow in the capital by Sunday',
        groupItemTitle: 'Snow',
        rank: null,
        tier: 'mid',
        driver: { kind: 'alone', probability: 310_000 },
        labels: ['Snow', 'No snow'],
      },
    ],
  },
  {
    slug: 'northern-cup-final',
    title: 'Northern Cup final',
    category: 'Sport',
    description: 'Which side lifts the cup, extra time and penalties included.',
    rules: 'Resolves yes when the Rovers win the final.',
    source: 'Competition report',
    closesInDays: 4,
    determinedInDays: 5,
    openedDaysAgo: 30,
    markets: [
      {
        slug: 'northern-cup-rovers',
        title: 'Rovers v Albion: who lifts the Northern Cup',
        groupItemTitle: 'Rovers',
        rank: null,
        tier: 'busy',
        driver: { kind: 'alone', probability: 560_000 },
        labels: ['Rovers', 'Albion'],
      },
    ],
  },
  {
    slug: 'autumn-regatta',
    title: 'Winner of the autumn regatta',
    category: 'Sport',
    description: 'Which boat wins the eights.',
    rules: 'Resolves yes for the boat first over the line after all protests are heard.',
    source: 'Race committee',
    closesInDays: 12,
    openedDaysAgo: 40,
    markets: [
      share('regatta-cormorant', 'Cormorant wins the eights', 'Cormorant', 31, 'mid', null),
      share('regatta-tern', 'Tern wins the eights', 'Tern', 24, 'thin', null),
      share('regatta-gannet', 'Gannet wins the eights', 'Gannet', 18, 'thin', null),
      share('regatta-petrel', 'Petrel wins the eights', 'Petrel', 14, 'thin', null),
      share('regatta-other', 'Any other boat wins the eights', 'Any other boat', 13, 'thin', null),
    ],
  },
  {
    slug: 'ferry-fare',
    title: 'Ferry fares rise this quarter',
    category: 'Economics',
    description: 'Whether the single fare on the northern crossing goes up.',
    rules: 'Resolves yes when the published single fare is higher than today’s before the closing time.',
    source: 'Published fare table',
    closesInDays: 48,
    openedDaysAgo: 60,
    markets: [
      {
        slug: 'ferry-fare-rise',
        title: 'Ferry fares rise this quarter',
        groupItemTitle: 'Fares rise',
        rank: null,
        tier: 'thin',
        driver: { kind: 'alone', probability: 735_000 },
      },
    ],
  },
  {
    slug: 'lander-touchdown',
    title: 'Lander touches down intact',
    category: 'Science',
    description: 'Whether the survey lander sends data from the surface.',
    rules: 'Resolves yes when mission control confirms telemetry from the surface for ten minutes or longer.',
    source: 'Mission control bulletin',
    closesInDays: 15,
    openedDaysAgo: 120,
    markets: [
      {
        slug: 'lander-intact',
        title: 'Lander touches down intact',
        groupItemTitle: 'Touchdown',
        rank: null,
        tier: 'mid',
        driver: { kind: 'alone', probability: 812_000 },
      },
    ],
  },
  window('BTC-USD', 15, '15m', 'busy'),
  window('ETH-USD', 60, '1h', 'mid'),
  {
    slug: 'eth-usd-range',
    title: 'ETH-USD range at the weekly close',
    category: 'Crypto',
    description: 'Whether the ETH-USD reference price stands inside a range at the close.',
    rules:
      'Resolves yes when the close of the last one-minute candle before the closing time is at or above the lower level and below the upper one.',
    source: 'Reference candle ETH-USD',
    closesInDays: 6,
    openedDaysAgo: 14,
    markets: [range('ETH-USD', 3_400, 200, 'thin')],
  },
];
