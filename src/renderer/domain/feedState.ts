/**
 * State of everything on screen in one word, for the top bar: the worst of what it stands for.
 *
 * Units       Unix ms of this machine.
 * Invariants  Pure. 'Live' only if the catalogue, each watched book, tape, candle series and underlying, and the account are.
 */
import { formatDuration } from '#shared/base/formatDuration.ts';
import { isLost } from '#shared/market/bookHealth.ts';
import type { PublicInterest } from '#shared/market/events.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { explainBook } from '#shared/text/markets/bookHealth.ts';
import { CATALOGUE_FAILURE_TEXTS } from '#shared/text/markets/catalogueFailures.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Mirror } from '../feed/mirror.ts';
import { describeAccount, nameAccountState } from './account/accountStatus.ts';
import {
  evaluateBook,
  evaluateCandles,
  evaluateStream,
  evaluateTape,
  evaluateTick,
  FEED_LOST_MS,
  type Trust,
} from './markets/bookTrust.ts';
import { marketName } from './markets/markets.ts';

export interface FeedState {
  readonly tone: 'good' | 'idle' | 'warn' | 'bad';
  readonly text: string;
  /** One line for each part that is not live. */
  readonly details: readonly string[];
}

const WORDS: Readonly<Record<Trust['at'], FeedState['text']>> = {
  live: 'Live',
  waiting: 'Connecting',
  incomplete: 'Incomplete',
  quiet: 'Quiet',
  resyncing: 'Resyncing',
  stale: 'Stale',
  suspect: 'Suspect',
};
const TONES: Readonly<Record<Trust['at'], FeedState['tone']>> = {
  live: 'good',
  waiting: 'warn',
  incomplete: 'warn',
  quiet: 'idle',
  resyncing: 'warn',
  stale: 'bad',
  suspect: 'bad',
};
/** Best first. */
const RANKS: readonly Trust['at'][] = ['live', 'waiting', 'incomplete', 'quiet', 'resyncing', 'stale', 'suspect'];

type Source = Pick<
  Mirror,
  'book' | 'tape' | 'candles' | 'tick' | 'catalogue' | 'account' | 'clockOffsetMs' | 'lastFrameAtMs'
>;

export function readFeedState(mirror: Source, visible: PublicInterest, nowMs: number): FeedState {
  const lastMs = mirror.lastFrameAtMs();
  if (lastMs === null) return { tone: 'warn', text: 'Starting', details: [] };
  const frameAgeMs = nowMs - lastMs;
  if (frameAgeMs > FEED_LOST_MS) {
    return { tone: 'bad', text: `No data for ${formatDuration(frameAgeMs, { tenths: true })}`, details: [] };
  }
  const catalogue = mirror.catalogue();
  if (catalogue?.at === 'stale') {
    const { failure } = catalogue;
    const details = failure ? [formatCoded(CATALOGUE_FAILURE_TEXTS, failure)] : [];
    if (failure?.code === 'lastRun') return { tone: 'warn', text: 'Connecting', details };
    const isAnswered = failure?.code === 'readFailed' && failure.parameters.failure.code !== 'unreachable';
    return { tone: 'bad', text: isAnswered ? 'Markets are not read' : 'Exchange does not answer', details };
  }
  if (catalogue?.at !== 'live') return { tone: 'warn', text: 'Connecting', details: [] };
  const problems = [...listTrusts(mirror, visible, nowMs)].filter(({ trust }) => trust.at !== 'live');
  const account = readAccountState(mirror);
  const details = problems.map(({ name, trust }) => `${name}: ${trust.at}${trust.reason ? `. ${trust.reason}` : ''}`);
  const worst = problems.reduce<Trust['at']>(
    (found, { trust }) => (RANKS.indexOf(trust.at) > RANKS.indexOf(found) ? trust.at : found),
    'live',
  );
  // A book that is lost matters more than the account, which its own panes show too.
  if (account !== null && TONES[worst] !== 'bad') return { ...account, details: [...account.details, ...details] };
  return { tone: TONES[worst], text: WORDS[worst], details: [...details, ...(account?.details ?? [])] };
}

/** The first of these books that is stale or suspect, with the reason; null when none is. */
export function findLostBook(
  mirror: Pick<Mirror, 'book' | 'catalogue'>,
  markets: PublicInterest['books'],
): string | null {
  for (const market of markets) {
    const health = mirror.book(market)?.health;
    if (health && isLost(health)) {
      return `The book of ${nameMarket(mirror, market)} is ${health.at}. ${explainBook(health) ?? ''}`;
    }
  }
  return null;
}

function nameMarket(mirror: Pick<Mirror, 'catalogue'>, id: string): string {
  const market = mirror.catalogue()?.markets.find((one) => one.id === id);
  return market ? marketName(market) : id;
}

function readAccountState(mirror: Source): FeedState | null {
  const account = mirror.account();
  const text = nameAccountState(account);
  if (text === null) return null;
  const notice = describeAccount(account, '');
  return { tone: account?.at === 'stale' ? 'bad' : 'warn', text, details: notice ? [notice.text] : [] };
}

function* listTrusts(
  mirror: Source,
  visible: PublicInterest,
  nowMs: number,
): Generator<{ readonly name: string; readonly trust: Trust }> {
  const lastMs = mirror.lastFrameAtMs();
  const nameOf = (id: string): string => nameMarket(mirror, id);
  for (const market of visible.books) {
    yield { name: `Book of ${nameOf(market)}`, trust: evaluateBook(mirror.book(market), lastMs, nowMs) };
  }
  const streamOf = (market: MarketId): Trust => evaluateStream(mirror.book(market), lastMs, nowMs);
  for (const market of visible.tapes) {
    const trust = evaluateTape(streamOf(market), mirror.tape(market)?.gap ?? null);
    yield { name: `Trades of ${nameOf(market)}`, trust };
  }
  for (const { market, period } of visible.candles) {
    const trust = evaluateCandles(streamOf(market), mirror.candles(market, period)?.isIncomplete ?? false);
    yield { name: `Candles of ${nameOf(market)}`, trust };
  }
  for (const symbol of visible.underlyings) {
    yield { name: symbol, trust: evaluateTick(mirror.tick(symbol), lastMs, nowMs) };
  }
}
