/**
 * Life of one relayed call: its states, and the pure step that each event makes.
 *
 * Units       Ms of this machine's clock.
 * Invariants  Pure. A call is sent from `signed` alone and only a definite refusal or an unsent request returns it there, so
 *             it is never sent twice. Finished calls keep no signature.
 * Source      docs/exchange-interface.md#errors; docs/assumptions.md#wallet-nonce.
 */
import type { EffectFound, EffectLine, RelayStates } from '#shared/ipc/wallet/relay.ts';
import type { Side } from '#shared/market/outcome.ts';
import type { RelayedAction } from '#shared/order/wallet/walletAction.ts';
import type { Address, Hex, Hex32, MarketId } from '#shared/units/ids.ts';

export interface RelayEntry {
  readonly hash: Hex32;
  readonly wallet: Address;
  readonly chainId: number;
  readonly call: { readonly to: Address; readonly data: Hex; readonly operation: 0 | 1; readonly nonce: number };
  /** Null once it must not be sent any more. */
  readonly signature: Hex | null;
  /** Null: a call of the setup. */
  readonly action: RelayedAction | null;
  readonly lines: readonly EffectLine[];
  readonly at: RelayStates;
  readonly reason: string | null;
  readonly tx: string | null;
  readonly effect: EffectFound | null;
  readonly createdAtMs: number;
  readonly sentAtMs: number | null;
  readonly updatedAtMs: number;
}

/** What one read of the exchange shows. */
export interface Observation {
  /** Null where the exchange does not state it. */
  readonly nextNonce: number | null;
  /** Whether the setup still lists the call; null for an action. */
  readonly isListed: boolean | null;
  balanceOf(share: { readonly market: MarketId; readonly outcome: Side } | null): bigint;
}

export type RelayEvent =
  | { readonly kind: 'prepared'; readonly seen: Observation }
  | { readonly kind: 'sending' }
  | { readonly kind: 'notSent' }
  | { readonly kind: 'relayed'; readonly tx: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'observed'; readonly seen: Observation }
  | { readonly kind: 'drop' }
  /** Another call was signed with its nonce. */
  | { readonly kind: 'replace' }
  | { readonly kind: 'stop' };

/** From here on a call without its effect is shown as late. */
export const LATE_AFTER_MS = 30_000;
/** A lost call that the wallet has not executed by then counts as not relayed; it is watched on. */
export const LOST_AFTER_MS = 60_000;
/** The same for a call of the setup, which may be signed again without harm. */
export const SETUP_LOST_AFTER_MS = 5_000;
/** A call that counts as not executed is watched this long for a late execution. */
export const WATCH_AFTER_MS = 900_000;
/** A relayed call that the wallet has not executed by then failed on the chain. */
export const FAILED_AFTER_MS = 300_000;
/** An executed call whose effect is not whole by then is final. */
export const EFFECT_AFTER_MS = 60_000;

const OPEN: readonly RelayStates[] = ['signed', 'sending', 'relayed', 'unknown'];

/** True until the call ended; an executed one whose effect is not whole is watched longer. */
export function isOpen({ at }: Pick<RelayEntry, 'at'>): boolean {
  return OPEN.includes(at);
}

function isSent({ at }: Pick<RelayEntry, 'at'>): boolean {
  return at === 'sending' || at === 'relayed' || at === 'unknown';
}

export function isWatched(entry: RelayEntry, nowMs: number): boolean {
  if (isSent(entry)) return true;
  if (entry.at === 'notExecuted') return entry.action !== null && nowMs - entry.updatedAtMs < WATCH_AFTER_MS;
  return (
    entry.at === 'executed' &&
    entry.effect !== null &&
    entry.effect !== 'full' &&
    nowMs - entry.updatedAtMs < EFFECT_AFTER_MS
  );
}

export function isLate(entry: RelayEntry, nowMs: number): boolean {
  return isSent(entry) && entry.sentAtMs !== null && nowMs - entry.sentAtMs >= LATE_AFTER_MS;
}

/** When an open entry counts as not executed; null where no time decides. `isStated`: the exchange states the wallet's nonce. */
export function endsAtMs(entry: RelayEntry, isStated: boolean): number | null {
  // Without a nonce, an action that showed no effect may still be executed.
  if (entry.action !== null && !isStated) return null;
  if (entry.at === 'relayed') return entry.updatedAtMs + FAILED_AFTER_MS;
  if (entry.at !== 'unknown') return null;
  return entry.updatedAtMs + (entry.action === null ? SETUP_LOST_AFTER_MS : LOST_AFTER_MS);
}

/** The entry after the event; the same object when nothing changes. */
export function reduceRelay(entry: RelayEntry, event: RelayEvent, nowMs: number): RelayEntry {
  const become = (change: Partial<RelayEntry>): RelayEntry => ({ ...entry, ...change, updatedAtMs: nowMs });
  const end = (at: RelayStates, change: Partial<RelayEntry> = {}): RelayEntry =>
    become({ ...change, at, signature: null });
  switch (event.kind) {
    case 'prepared':
      if (entry.at !== 'signed') return entry;
      if (event.seen.isListed === false) return end('executed');
      if (isPassed(entry, event.seen)) return end('superseded');
      return become({ lines: entry.lines.map((line) => ({ ...line, before: event.seen.balanceOf(line.share) })) });
    case 'sending':
      return entry.at === 'signed' ? become({ at: 'sending', sentAtMs: nowMs, reason: null }) : entry;
    case 'notSent':
      return entry.at === 'sending' ? become({ at: 'signed', sentAtMs: null }) : entry;
    case 'relayed':
      return entry.at === 'sending' ? become({ at: 'relayed', tx: event.tx, signature: null }) : entry;
    case 'refused':
      return entry.at === 'sending' ? end('refused', { reason: event.reason }) : entry;
    case 'lost':
      return entry.at === 'sending' ? become({ at: 'unknown', reason: event.reason, signature: null }) : entry;
    case 'observed':
      return observe(entry, event.seen, nowMs, end);
    case 'replace':
      return entry.at === 'notExecuted' || entry.at === 'stopped' ? end('superseded') : entry;
    case 'drop':
      return entry.at === 'signed' ? end('dropped') : entry;
    case 'stop':
      return isOpen(entry) && entry.at !== 'sending' ? end('stopped') : entry;
  }
}

function observe(
  entry: RelayEntry,
  seen: Observation,
  nowMs: number,
  end: (at: RelayStates, change?: Partial<RelayEntry>) => RelayEntry,
): RelayEntry {
  if (!isSent(entry) && entry.at !== 'executed' && entry.at !== 'notExecuted') return entry;
  const lines = entry.lines.map((line) => ({ ...line, found: seen.balanceOf(line.share) }));
  if (entry.at === 'executed') {
    if (entry.effect === null || entry.effect === 'full') return entry;
    // The time of the execution stays, so that the watch ends.
    return withLines(entry, lines, classifyEffect(lines));
  }
  if (entry.action === null) {
    if (seen.isListed === false) return end('executed');
  } else if (entry.action.kind === 'session') {
    // It moves nothing: without a nonce only the operator's answer tells of it.
    if (seen.nextNonce === null ? entry.at === 'relayed' : isPassed(entry, seen)) return end('executed');
  } else {
    const effect = classifyEffect(lines);
    // Without a nonce only the effect proves the execution.
    const isExecuted = seen.nextNonce === null ? effect === 'full' : isPassed(entry, seen);
    if (isExecuted) return end('executed', { lines, effect });
  }
  if (entry.at === 'notExecuted') return entry;
  const untilMs = endsAtMs(entry, seen.nextNonce !== null);
  if (untilMs !== null && nowMs >= untilMs) return end('notExecuted', { lines });
  return withLines(entry, lines, entry.effect);
}

/** The same entry when the read shows nothing new. */
function withLines(entry: RelayEntry, lines: readonly EffectLine[], effect: EffectFound | null): RelayEntry {
  const isSame = lines.every((line, at) => line.found === entry.lines[at]!.found);
  return isSame && effect === entry.effect ? entry : { ...entry, lines, effect };
}

/** The wallet executed a transaction with this nonce. */
function isPassed({ call }: RelayEntry, { nextNonce }: Observation): boolean {
  return nextNonce !== null && nextNonce > call.nonce;
}

/** Compares the found balances with the expected changes; lines without a reading are ignored. */
export function classifyEffect(lines: readonly EffectLine[]): EffectFound {
  let hasFull = false;
  let hasPart = false;
  let hasNone = false;
  for (const { change, before, found } of lines) {
    if (before === null || found === null || change === 0n) continue;
    const moved = found - before;
    const isWithin = change > 0n ? moved >= 0n && moved <= change : moved <= 0n && moved >= change;
    if (!isWithin) return 'other';
    if (moved === change) hasFull = true;
    else if (moved === 0n) hasNone = true;
    else hasPart = true;
  }
  if (hasPart || (hasFull && hasNone)) return 'partial';
  return hasNone ? 'zero' : 'full';
}
