/**
 * Untraded markets: a list of any length beside the simulated one, in which nobody trades by itself.
 *
 * Units       Times in ms; prices in ticks (cents); volumes in millionths.
 * Shape       Five markets an event on average, at most nine. Each value is a function of seed, start and place in the list, so
 *             a market costs nothing until somebody looks at it.
 * Invariants  No real person, party, team or institution. Titles of events are unique.
 */
import { parseInteger } from '#shared/units/numbers.ts';
import { buildEdition, type Edition } from './editions.ts';
import type { EventPlan, MarketPlan } from './eventPlan.ts';
import { hash32 } from './random.ts';

/** As the real list at its largest, with a reserve. */
export const MOST_UNTRADED = 500_000;
const MOST_IN_EVENT = 9;
const FIRST_EVENT_ID = 10_000_000;
const FIRST_NUMERIC_ID = 10_000_000;
/** One event in this many is decided already. */
const DECIDED_ONE_IN = 8;
const SLUG = /-n(\d{1,6})-(\d)$/;

const PLACES = (
  'Alder Ashford Barrow Beacon Birch Brackwater Bramley Calder Carrow Cinder Coldharbour Cove Dunmere Eastmoor Elder Fairholt ' +
  'Fallow Fenwick Glass Granby Greenwell Halden Harrow Hazel Heron Highmoor Holt Ironbridge Juniper Kestrel Kingsmere Lantern ' +
  'Larch Linden Marlow Meadow Millbrook Northgate Oakham Osprey Pinewood Quarry Ravens Redwater Rowan Saltmarsh Silver Stonehaven ' +
  'Swift Tarn Thornbury Tidewater Umber Vale Westerly Whitcombe Willow Winter Yarrow Zephyr'
).split(' ');

const NAMES = (
  'Albion Anchors Argonauts Badgers Comets Corinthians Falcons Foresters Gannets Herons Hornets Kingfishers Lanterns Mariners ' +
  'Millers Nomads Otters Pilgrims Rangers Rovers Sailors Swifts Tanners Terns Wanderers Weavers'
).split(' ');

interface Topic {
  readonly name: string;
  readonly category: string;
  title(place: string): string;
  readonly kind: 'names' | 'levels' | 'alone';
  /** Of a market's title, after its name or level. */
  readonly ends: string;
  readonly unit?: string;
}

const contest = (name: string, category: string, ends = 'win it'): Topic => ({
  name,
  category,
  title: (place) => `Winner of the ${place} ${name}`,
  kind: 'names',
  ends,
});
const level = (name: string, category: string, unit: string): Topic => ({
  name,
  category,
  title: (place) => `${name} in ${place}`,
  kind: 'levels',
  ends: 'or more',
  unit,
});
const question = (name: string, category: string, title: (place: string) => string): Topic => ({
  name,
  category,
  title,
  kind: 'alone',
  ends: '',
});

const TOPICS: readonly Topic[] = [
  contest('cup', 'Sport', 'lift it'),
  contest('regatta', 'Sport'),
  contest('marathon relay', 'Sport'),
  contest('chess open', 'Sport'),
  contest('cycling tour', 'Sport'),
  contest('hill race', 'Sport'),
  contest('rowing eights', 'Sport'),
  contest('curling league', 'Sport'),
  contest('council', 'Politics', 'are the largest group'),
  contest('assembly vote', 'Politics', 'are the largest group'),
  contest('harbour board', 'Politics', 'have the chair'),
  contest('film festival', 'Culture', 'take the first prize'),
  contest('song contest', 'Culture', 'win the vote'),
  contest('book prize', 'Culture', 'are chosen'),
  contest('garden show', 'Culture', 'take gold'),
  level('Rainfall', 'Weather', 'mm'),
  level('Snow depth', 'Weather', 'cm'),
  level('Hottest day', 'Weather', '°C'),
  level('Wind gusts', 'Weather', 'km/h'),
  level('House price index', 'Economics', 'points'),
  level('Ferry passengers', 'Economics', 'thousand'),
  level('Grain harvest', 'Economics', 'tonnes'),
  level('Turnout', 'Politics', 'per cent'),
  level('Visitors of the museum', 'Culture', 'thousand'),
  level('Meteors counted', 'Science', 'an hour'),
  level('Birds ringed', 'Science', 'birds'),
  question('bridge', 'Economics', (place) => `${place} bridge opens before the close`),
  question('probe', 'Science', (place) => `${place} probe sends data before the close`),
  question('strike', 'Economics', (place) => `${place} tram strike ends before the close`),
  question('record', 'Sport', (place) => `A record falls at the ${place} games`),
];

const RULES =
  'Resolves by the first report that the named source publishes after the closing time. Corrections that are published within ' +
  'two days count, later ones do not. Where the report names several results, the one that it marks as final counts; where it ' +
  'names none by the time of determination, the market is voided and every contract is paid back at its price. An event that is ' +
  'postponed by less than thirty days keeps its market, with the closing time moved by as much; one that is cancelled or ' +
  'postponed for longer voids it. Ties are decided by the rule of the source, and without one in favour of the result that was ' +
  'reached first. Times are UTC. Amounts are compared as they are published, without rounding. What participants announce ' +
  'before the report has no effect, and neither have estimates by others.';

export interface UntradedMarket {
  readonly slug: string;
  readonly numericId: number;
  readonly eventId: number;
  readonly edition: Edition;
  /** Index in the event. */
  readonly at: number;
  readonly plan: MarketPlan;
  readonly ticks: number;
  /** Shares of the last day. */
  readonly volume: number;
  readonly result: '' | 'yes' | 'no';
}

export interface Untraded {
  readonly count: number;
  /** Markets from one index to before another; fewer at the ends of the list. */
  slice(from: number, to: number): readonly UntradedMarket[];
  /** By `market_id` or numeric id. */
  find(name: string): UntradedMarket | null;
  listEvent(edition: Edition): readonly UntradedMarket[];
}

export function buildUntraded(seed: number, startMs: number, count: number): Untraded {
  /** Index of the first market of each event. */
  const firsts: number[] = [];
  for (let next = 0; next < count; next += sizeOf(seed, firsts.length - 1)) firsts.push(next);
  /** The event of the last market: a list is read event by event. */
  let last: { readonly event: number; readonly markets: readonly UntradedMarket[] } | null = null;

  const listOf = (event: number): readonly UntradedMarket[] => {
    if (last?.event === event) return last.markets;
    const first = firsts[event]!;
    const size = Math.min(count, firsts[event + 1] ?? count) - first;
    const plan = buildPlan(seed, event, size);
    const edition = buildEdition(seed, startMs, plan, event, 0);
    const prices = pricesOf(plan);
    const isDecided = edition.decidedAtMs <= startMs;
    const winner = prices.indexOf(Math.max(...prices));
    const markets = plan.markets.map((market, at): UntradedMarket => {
      const result = isDecided ? (at === winner ? 'yes' : 'no') : '';
      return {
        slug: market.slug,
        numericId: FIRST_NUMERIC_ID + first + at,
        eventId: FIRST_EVENT_ID + event,
        edition,
        at,
        plan: market,
        ticks: result === 'yes' ? 99 : result === 'no' ? 1 : prices[at]!,
        volume: isDecided ? 0 : (hash32(seed, 71, event, at) % 40_000) * 1_000_000,
        result,
      };
    });
    last = { event, markets };
    return markets;
  };

  const at = (index: number): UntradedMarket => {
    let [low, high] = [0, firsts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (firsts[middle]! <= index) low = middle;
      else high = middle - 1;
    }
    return listOf(low)[index - firsts[low]!]!;
  };

  return {
    count,
    slice: (from, to) =>
      Array.from({ length: Math.max(0, Math.min(to, count) - Math.max(from, 0)) }, (_, step) =>
        at(Math.max(from, 0) + step),
      ),
    find(name) {
      if (/^\d{8}$/.test(name)) {
        const index = parseInteger(name) - FIRST_NUMERIC_ID;
        return index >= 0 && index < count ? at(index) : null;
      }
      const [, event] = SLUG.exec(name) ?? [];
      if (event === undefined) return null;
      const number = parseInteger(event);
      return number < firsts.length ? (listOf(number).find(({ slug }) => slug === name) ?? null) : null;
    },
    listEvent: ({ eventAt }) => listOf(eventAt),
  };
}

function topicOf(event: number): Topic {
  return TOPICS[Math.floor(event / PLACES.length) % TOPICS.length]!;
}

function sizeOf(seed: number, event: number): number {
  return topicOf(event).kind === 'alone' ? 1 : 3 + (hash32(seed, 61, event) % (MOST_IN_EVENT - 3));
}

function buildPlan(seed: number, event: number, size: number): EventPlan {
  const topic = topicOf(event);
  const place = PLACES[event % PLACES.length]!;
  const round = Math.floor(event / (PLACES.length * TOPICS.length));
  const title = `${topic.title(place)}${round === 0 ? '' : `, round ${round + 1}`}`;
  const word = `${place} ${topic.name}`.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const isDecided = hash32(seed, 62, event) % DECIDED_ONE_IN === 0;
  const highest = 200_000 + (hash32(seed, 69, event) % 750_000);
  const step = Math.round(highest / (size + 1));
  const firstLevel = 5 * (1 + (hash32(seed, 63, event) % 12));
  const markets = Array.from({ length: size }, (_, at): MarketPlan => {
    const name = NAMES[(hash32(seed, 64, event) + at * 7) % NAMES.length]!;
    const reached = `${firstLevel * (at + 1)} ${topic.unit} or more`;
    const label = topic.kind === 'names' ? name : topic.kind === 'levels' ? reached : 'Yes';
    return {
      slug: `${word}-n${event}-${at}`,
      title:
        topic.kind === 'names'
          ? `${place} ${name} ${topic.ends}`
          : topic.kind === 'levels'
            ? `${title}: ${reached}`
            : title,
      groupItemTitle: label,
      rank: topic.kind === 'names' ? null : at + 1,
      tier: 'thin',
      driver:
        topic.kind === 'names'
          ? { kind: 'share', weight: 10 + (hash32(seed, 65, event, at) % 90) }
          : { kind: 'alone', probability: Math.max(10_000, highest - at * step) },
    };
  });
  return {
    slug: `${word}-n${event}`,
    title,
    category: topic.category,
    description: `${title}. The source is the report of the ${place} office, which is published once and open to everybody.`,
    rules: RULES,
    source: `Report of the ${place} office`,
    // Open events close later than any run lasts: nobody closes their books.
    closesInDays: isDecided ? -2 - (hash32(seed, 66, event) % 20) : 3 + (hash32(seed, 67, event) % 300),
    openedDaysAgo: 30 + (hash32(seed, 68, event) % 90),
    markets,
  };
}

const ticksOf = (weight: number, sum: number): number => Math.min(99, Math.max(1, Math.round((100 * weight) / sum)));

/** Shares of an event add up to about a dollar; levels fall from the lowest to the highest. */
function pricesOf(plan: EventPlan): number[] {
  const weights = plan.markets.map(({ driver }) => (driver.kind === 'share' ? driver.weight : 0));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return plan.markets.map(({ driver }) => {
    if (driver.kind === 'share') return ticksOf(driver.weight, sum);
    return driver.kind === 'alone' ? ticksOf(driver.probability, 1_000_000) : 50;
  });
}
