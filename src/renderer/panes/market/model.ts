/**
 * Market pane model: everything that the exchange publishes about one market, as named facts.
 *
 * Units       Times in Unix ms of the exchange's clock.
 * Invariants  Pure. A fact without a value is not known: it is shown as such, never left out and never guessed. Where the
 *             interface says what a missing value means, the fact says that instead.
 * Source      docs/exchange-interface.md#market
 */
import { formatDuration } from '#shared/base/formatDuration.ts';
import type { Market, MarketPhase, PriceTarget, Terms } from '#shared/market/market.ts';
import { smallestLot, type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import type { MarketIds, MarketPinChange } from '#shared/order/wallet/pins.ts';
import { LABEL_PROBLEMS } from '#shared/text/markets/labelProblems.ts';
import { explainStatus, formatComparator, formatOutcome, PHASE_TEXTS } from '#shared/text/markets/markets.ts';
import { formatContracts, formatExactContracts, formatStrike, formatTickPrice } from '#shared/text/numbers.ts';
import { formatDateTime } from '#shared/text/times.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { nameOutcomeFirst } from '../../domain/markets/outcomes.ts';

export interface Fact {
  readonly label: string;
  /** Null: not known. */
  readonly value: string | null;
  /** What the value means, or where it comes from. */
  readonly note?: string;
  /** Shortened, and copied whole by a click. */
  readonly isId?: true;
  readonly tone?: 'warn' | 'bad';
}

export const SECTIONS = ['status', 'rules', 'judged', 'trading', 'ids'] as const;

export type SectionName = (typeof SECTIONS)[number];

export const SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  status: 'Status and times',
  rules: 'Rules',
  judged: 'What decides it',
  trading: 'Trading',
  ids: 'Ids',
};

const fact = (label: string, value: string | null, note?: string): Fact =>
  note === undefined ? { label, value } : { label, value, note };
const id = (label: string, value: string | null, note?: string): Fact => ({ ...fact(label, value, note), isId: true });
/** Empty text is not a value. */
const text = (value: string | null): string | null => (value === null || value.trim() === '' ? null : value);

export interface Timing {
  /** Null until the exchange's clock is measured. */
  readonly exchangeTimeMs: number | null;
  readonly nowMs: number;
  readonly phase: MarketPhase;
}

/** 'today 14:02' with 'in 2 h 14 m' or '3 m ago'. */
function moment(label: string, atMs: number | null, { exchangeTimeMs, nowMs }: Timing): Fact {
  if (atMs === null) return fact(label, null);
  const value = formatDateTime(atMs, nowMs);
  if (exchangeTimeMs === null) return fact(label, value);
  const span = formatDuration(Math.abs(atMs - exchangeTimeMs), { seconds: true });
  return fact(label, value, atMs > exchangeTimeMs ? `in ${span}` : `${span} ago`);
}

export function listStatus(market: Market, timing: Timing): readonly Fact[] {
  const { phase } = timing;
  const status = text(market.status);
  const meaning = status === null ? null : explainStatus(status);
  const expected =
    market.determinationAtMs === null
      ? fact('Outcome expected', 'at the close')
      : moment('Outcome expected', market.determinationAtMs, timing);
  return [
    fact('Now', PHASE_TEXTS[phase]),
    fact(
      'Exchange’s status',
      status,
      meaning ?? (status === null ? undefined : 'the meaning of this word is not known'),
    ),
    fact('Result', formatOutcome(market, phase, (side) => nameOutcomeFirst(market, side)) ?? 'none yet'),
    moment('Opens', market.openAtMs, timing),
    moment('Closes', market.closeAtMs, timing),
    expected,
  ];
}

/** What the market is judged by. */
export function listJudged(market: Market, timing: Timing): readonly Fact[] {
  return [
    fact('Source', text(market.resolutionSource)),
    market.priceTarget === null
      ? fact('Target', 'none: not judged against a fixed level')
      : fact('Target', formatTarget(market.priceTarget), formatLevels(market.priceTarget)),
    ...listTerms(market.terms),
    ...listPanel(market),
    ...listSettlement(market, timing),
  ];
}

/** 'at or above 96,000'; null where neither level nor comparator says anything. */
export function formatTarget({ threshold, floorStrike, capStrike, comparator }: PriceTarget): string | null {
  if (floorStrike !== null && capStrike !== null) {
    return `from ${formatStrike(floorStrike)} to ${formatStrike(capStrike)}`;
  }
  const level = threshold ?? floorStrike ?? capStrike;
  if (level === null) return null;
  const strike = formatStrike(level);
  return comparator === null ? strike : `${formatComparator(comparator)} ${strike}`;
}

function formatLevels({ floorStrike, capStrike }: Pick<PriceTarget, 'floorStrike' | 'capStrike'>): string | undefined {
  if (floorStrike !== null && capStrike !== null)
    return `from ${formatStrike(floorStrike)} to ${formatStrike(capStrike)}`;
  if (floorStrike !== null) return `floor ${formatStrike(floorStrike)}, no cap`;
  return capStrike === null ? undefined : `cap ${formatStrike(capStrike)}, no floor`;
}

function listTerms(terms: Terms | null): readonly Fact[] {
  if (terms === null) return [fact('Terms', 'none: no automated source decides it')];
  const { underlying, measure } = terms;
  const strike = terms.strikeType === null ? null : formatComparator(terms.strikeType);
  const levels = formatLevels(terms);
  return [
    fact('Kind of terms', terms.kind),
    fact('Condition', strike === null ? (levels ?? null) : `${strike}${levels === undefined ? '' : `, ${levels}`}`),
    fact('Underlying', underlying === null ? null : (underlying.symbol ?? null), underlying?.source ?? undefined),
    fact('Measured', measure?.at ?? null, measure?.basis == null ? undefined : `the ${measure.basis} of the candle`),
    fact('Window starts', measure?.windowStart ?? null),
    fact('Candle', formatSeconds(measure?.granularitySeconds ?? null)),
    fact('Settles on', terms.settlesOn),
  ];
}

function listPanel({ settlementPanel: panel }: Market): readonly Fact[] {
  if (panel === null) return [fact('Panel', 'none governs it')];
  const origin =
    panel.inheritedFromSeries === null
      ? undefined
      : panel.inheritedFromSeries
        ? 'of the whole series'
        : 'of this market';
  const entries = panel.entries.map(({ name, tier, url }, at) =>
    fact(`Authority ${at + 1}`, text(name), [tier, text(url)].filter((part) => part !== null).join(' · ') || undefined),
  );
  return [
    fact('Panel', text(panel.name), origin),
    fact('About the panel', text(panel.description)),
    fact('Panel’s terms', text(panel.termsUrl)),
    ...(entries.length === 0 ? [fact('Authorities', null)] : entries),
  ];
}

function listSettlement({ priceSettlement: settled }: Market, timing: Timing): readonly Fact[] {
  if (settled === null) {
    return timing.phase === 'resolved' ? [fact('Settled by', 'no price candle')] : [];
  }
  const price = (value: number | null): string => (value === null ? 'not known' : formatStrike(value));
  return [
    fact('Settled by', settled.symbol, formatSeconds(settled.granularitySeconds) ?? undefined),
    moment('Candle from', settled.candleStartMs, timing),
    fact('Open and close', `${price(settled.open)} → ${price(settled.close)}`),
    fact('Tie', settled.tie === null ? null : settled.tie ? 'yes: the close equals the target' : 'no'),
  ];
}

function formatSeconds(seconds: number | null): string | null {
  return seconds === null ? null : formatDuration(seconds * 1_000);
}

export interface TradingTerms {
  readonly tick: Tick;
  readonly feeRateMicros: number;
  /** The exchange showed the reserve of an accepted order. */
  readonly isReserveKnown: boolean;
}

export function listTrading(market: Market, terms: TradingTerms): readonly Fact[] {
  const { tick, feeRateMicros } = terms;
  const decimals = tickDecimals(tick);
  const price = (value: number | null): string | null => (value === null ? null : formatTickPrice(value, decimals));
  const [yes, no] = market.outcomeLabels;
  return [
    fact('Yes', yes, 'label of the exchange'),
    fact('No', no, 'label of the exchange'),
    ...(market.labelProblem === null
      ? []
      : [{ ...fact('Labels', LABEL_PROBLEMS[market.labelProblem]), tone: 'warn' as const }]),
    fact(
      'Yes, no, last',
      [market.yesPrice, market.noPrice, market.lastPrice].map((one) => price(one) ?? '–').join(' · '),
    ),
    fact(
      'Volume, 24 h',
      market.volume24h === null ? null : formatContracts(market.volume24h - (market.volume24h % 1_000_000)),
    ),
    fact('Currency', text(market.quoteCurrency)),
    fact('Tick', formatTickPrice(tick, decimals), 'assumed: the exchange states none'),
    fact('Smallest order', `${formatExactContracts(smallestLot(tick))} contracts`, 'assumed: the exchange states none'),
    fact(
      'Taker fee, at most',
      `${formatMicros(feeRateMicros, 2)} × price × (1 − price) a contract`,
      terms.isReserveKnown ? 'as accepted orders were locked' : 'assumed, until an accepted order shows it',
    ),
    fact('Maker fee', null),
  ];
}

/** `pinned`: undefined while the vault is locked, null while the market is not pinned. */
export function listIds(market: Market, pinned: MarketIds | null | undefined): readonly Fact[] {
  const condition =
    pinned === undefined
      ? id('Condition', null, 'unlock to read it')
      : id(
          'Condition',
          pinned?.conditionId ?? null,
          pinned === null ? 'read with the first look at the book' : undefined,
        );
  const token = (value: string | null): Pick<Fact, 'value' | 'note'> =>
    value === null ? { value: null, note: 'not registered yet: the market can be watched, not traded' } : { value };
  return [
    id('Market', market.id),
    id('Numeric id', market.numericId === null ? null : String(market.numericId)),
    condition,
    { label: 'Yes token', isId: true, ...token(market.yesTokenId) },
    { label: 'No token', isId: true, ...token(market.noTokenId) },
    fact('Event', text(market.eventTitle)),
    id('Event id', market.eventId === null ? null : String(market.eventId)),
    id('Event slug', text(market.eventSlug)),
    fact('Rank in the event', market.eventRank === null ? 'none: by probability' : String(market.eventRank)),
    fact('Image', text(market.imageUrl)),
  ];
}

/** What differs between the ids that were first read and those of now. */
export function listChangedIds({ before, now }: MarketPinChange): readonly Fact[] {
  const compare = (label: string, was: string, is: string): Fact[] =>
    was === is
      ? []
      : [
          { label: `${label}, first read`, value: was, isId: true },
          { label: `${label}, now`, value: is, isId: true, tone: 'bad' },
        ];
  return [
    ...compare('Condition', before.conditionId, now.conditionId),
    ...compare('Yes token', before.yesTokenId, now.yesTokenId),
    ...compare('No token', before.noTokenId, now.noTokenId),
  ];
}

/** 'closes in 2 h 14 m'; null where no time is left to count. */
export function formatCountdown(market: Market, { exchangeTimeMs, phase }: Timing): string | null {
  if (exchangeTimeMs === null) return null;
  const at = phase === 'notOpen' ? market.openAtMs : phase === 'trading' ? market.closeAtMs : market.determinationAtMs;
  if (at === null || phase === 'resolved' || phase === 'voided' || at <= exchangeTimeMs) return null;
  const span = formatDuration(at - exchangeTimeMs, { seconds: true });
  return phase === 'notOpen'
    ? `opens in ${span}`
    : phase === 'trading'
      ? `closes in ${span}`
      : `outcome expected in ${span}`;
}
