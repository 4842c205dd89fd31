/**
 * What protects a position now, in words: which stops, on what data, how old it is, and what would keep them from working.
 *
 * Units       Shares in millionths; `provedAtMs` in ms of this machine's clock.
 * Invariants  Pure but for the hook. Shares that no working stop would sell are said first.
 */
import type {
  ProtectionSourceView,
  ProtectionView,
  ProtectorView,
  StandInView,
} from '#shared/ipc/conditionals/conditionals.ts';
import { isDecided } from '#shared/market/market.ts';
import type { Side } from '#shared/market/outcome.ts';
import { BOOK_PROBLEMS, formatDataAge, formatHalt, formatWait } from '#shared/text/conditionals/conditionals.ts';
import { nameKindShortly } from '#shared/text/conditionals/conditionalTerms.ts';
import { formatContracts } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { useFeed, useFeedValue } from '../../feed/feed.ts';
import { feedKey, type Mirror } from '../../feed/mirror.ts';

export interface ProtectionText {
  /** `none`: nothing was armed for it, which is a choice; `broken`: something was, and does not work now. */
  readonly tone: 'good' | 'partial' | 'broken' | 'none';
  /** 'Protected: stop', 'Unprotected: the keys are locked'. */
  readonly text: string;
  /** For narrow places: 'Protected', 'Unprotected'. */
  readonly short: string;
  /** One line for each stop, and what ends all of them. */
  readonly lines: readonly string[];
}

const NO_STOP: ProtectionText = { tone: 'none', text: 'No stop', short: 'No stop', lines: [] };

/** Null where nothing is held; without a view nothing was armed. */
export function describeProtection(view: ProtectionView | null, isHeld: boolean, nowMs: number): ProtectionText | null {
  if (!isHeld) return null;
  if (view === null) return NO_STOP;
  const { protectors, quantity, unprotected } = view;
  const lines = protectors.map((one) => describeProtector(one, nowMs));
  if (protectors.length === 0) return NO_STOP;
  const broken = protectors.find(({ problem }) => problem !== null);
  const all = [...lines, 'This program watches: while it is closed nothing fires'];
  if (unprotected === 0) {
    return { tone: 'good', text: `Protected: ${nameKinds(protectors)}`, short: 'Protected', lines: all };
  }
  if (unprotected < quantity) {
    const text = `${formatContracts(unprotected)} of ${formatContracts(quantity)} unprotected`;
    return {
      tone: broken === undefined ? 'partial' : 'broken',
      text: withProblem(text, broken),
      short: 'Part protected',
      lines: all,
    };
  }
  return { tone: 'broken', text: withProblem('Unprotected', broken), short: 'Unprotected', lines: all };
}

function withProblem(text: string, broken: ProtectorView | undefined): string {
  return broken === undefined ? text : `${text}: ${formatProblem(broken)}`;
}

function nameKinds(protectors: readonly ProtectorView[]): string {
  return [...new Set(protectors.map(({ kind }) => nameKindShortly(kind).toLowerCase()))].join(', ');
}

/** 'Stop of 500: book 0.3 s old', 'Stop of 500: waits, the keys are locked'. */
export function describeProtector(protector: ProtectorView, nowMs: number): string {
  const { kind, shares, sources, problem } = protector;
  const name = `${nameKindShortly(kind)} of ${formatContracts(shares)}`;
  const watched = sources.map((source) => formatSource(source, nowMs)).join(', ');
  const state =
    problem === null ? '' : `${problem.kind === 'waiting' ? 'waits' : 'halted'}, ${formatProblem(protector)}`;
  return `${name}: ${[state, watched].filter((part) => part !== '').join('; ')}`;
}

export function formatProblem({ problem }: ProtectorView): string {
  if (problem === null) return '';
  return problem.kind === 'waiting' ? formatWait(problem.reason) : formatHalt(problem.reason);
}

/** 'book 0.3 s old', 'BTC-USD 1 s old', 'the book is not live'. */
export function formatSource(source: ProtectionSourceView, nowMs: number): string {
  if (source.kind === 'time') return 'the clock';
  const age = formatDataAge(source.provedAtMs === null ? null : Math.max(0, nowMs - source.provedAtMs));
  if (source.kind === 'tick') return `${source.symbol} ${age}`;
  const { problem, standIn } = source;
  const book = problem === null || problem === 'old' ? `book ${age}` : BOOK_PROBLEMS[problem];
  return standIn === null ? book : `${book}, ${formatStandIn(standIn, problem !== null, nowMs)}`;
}

/** For a narrow column: 'book 0.3 s', or what stands in for it while it does, 'REST 1 s'. */
export function formatSourceShort(source: ProtectionSourceView, nowMs: number): string {
  const { standIn } = source.kind === 'book' && source.problem !== null ? source : { standIn: null };
  if (standIn === null)
    return formatSource(source.kind === 'book' ? { ...source, standIn } : source, nowMs).replace(/ old$/, '');
  const ageMs = standIn.provedAtMs === null ? null : Math.max(0, nowMs - standIn.provedAtMs);
  return `${standIn.kind === 'rest' ? 'REST' : standIn.symbol} ${formatDataAge(ageMs)}`.replace(/ old$/, '');
}

/** 'else the REST book', 'in its place the REST book 1 s old'. */
function formatStandIn(standIn: StandInView, isNeeded: boolean, nowMs: number): string {
  const name = standIn.kind === 'rest' ? 'the REST book' : standIn.symbol;
  if (!isNeeded) return `else ${name}`;
  const age = standIn.provedAtMs === null ? null : Math.max(0, nowMs - standIn.provedAtMs);
  return `in its place ${name} ${formatDataAge(age)}`;
}

function findProtection(mirror: Mirror, market: MarketId | null, side: Side): ProtectionView | null {
  const protections = mirror.conditionals()?.protections ?? [];
  return protections.find(({ outcome }) => outcome.market === market && outcome.side === side) ?? null;
}

/** Returns a function that describes the protection at a time, for a mark that is updated as time passes. */
export function useProtection(market: MarketId | null, side: Side): (nowMs: number) => ProtectionText | null {
  const view = useFeed([feedKey.conditionals], (mirror) => findProtection(mirror, market, side));
  const isHeld = useFeedValue([feedKey.account, feedKey.listing], (mirror) => isPositionHeld(mirror, market, side));
  return (nowMs) => describeProtection(view, isHeld, nowMs);
}

/** A position of a decided market is held no more: nothing protects it, and nothing has to. */
export function isPositionHeld(
  mirror: Pick<Mirror, 'account' | 'listing'>,
  market: MarketId | null,
  side: Side,
): boolean {
  const listed = mirror.listing().find((one) => one.id === market);
  if (listed !== undefined && isDecided(listed)) return false;
  const positions = mirror.account()?.positions ?? [];
  return positions.some((one) => one.market === market && one.outcome === side && one.quantity > 0);
}
