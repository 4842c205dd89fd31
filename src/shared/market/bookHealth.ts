/**
 * Health of a tracked book: shown beside its age, required by one-click trading.
 *
 * Units       `sinceMs` in Unix ms; sequences of the exchange. Words: `shared/text/markets/bookHealth`.
 */
import type { Coded, NoParameters } from '../base/coded.ts';
import type { ParseProblem } from '../base/parseProblem.ts';
import type { ReadFailure } from './readFailure.ts';
import type { StreamReason } from './streamReason.ts';

/** Levels that could not be read and are left out: their number, and the problem of the first. */
interface LeftOutProblem {
  readonly count: number;
  readonly problem: ParseProblem;
}

/** Why a book is stale, resyncing or suspect. */
export interface NotLiveReasons {
  readonly disconnected: { readonly reason: StreamReason };
  /** Neither a stream message nor a REST answer arrived for a minute; null while the read is not answered. */
  readonly noContact: { readonly failure: ReadFailure | null };
  readonly streamSilent: { readonly restSequence: number };
  /** Subscribed again after a silence: a snapshot alone does not prove that the stream delivers. */
  readonly resubscribed: NoParameters;
  readonly sequenceGap: { readonly expected: number; readonly received: number };
  /** Null: the message has no form that a problem could name. */
  readonly unreadableMessage: { readonly problem: ParseProblem | null };
  readonly crossed: NoParameters;
  readonly crossedSnapshot: NoParameters;
  /** Levels are left out, and one of them may be the best of its side. */
  readonly bestInDoubt: LeftOutProblem;
  /** The REST book has other levels; null when it has no sequence. */
  readonly differsFromRest: { readonly restSequence: number | null };
  /** The REST book stays older than the stream's book; null when it has no sequence. */
  readonly aheadOfRest: { readonly restSequence: number | null; readonly streamSequence: number };
}
export type NotLiveReason = Coded<NotLiveReasons>;

/** Why a live book cannot be compared with the REST book. */
export interface UncheckedReasons {
  readonly restUnavailable: { readonly failure: ReadFailure };
  readonly restTooOld: { readonly maxAgeMs: number };
  readonly restWithoutSequence: NoParameters;
  /** Levels behind the best ones are left out, of this book or of the REST book. */
  readonly levelsLeftOut: LeftOutProblem;
}
export type UncheckedReason = Coded<UncheckedReasons>;

/** Why a book is quiet: the stream is silent, and no check has proved the book since. */
export interface QuietReasons {
  /** Silent for longer than this market usually is; the check against the REST book is on its way. */
  readonly silent: { readonly limitMs: number };
  /** The REST book is ahead; a second read decides whether the stream is silent. */
  readonly behindRest: { readonly restSequence: number };
  readonly checkFailed: { readonly failure: ReadFailure };
  /** The REST book was read and could not confirm the book: it may be from before the silence. */
  readonly inconclusive: NoParameters;
}
export type QuietReason = Coded<QuietReasons>;

export type BookHealth =
  | { readonly at: 'waiting' }
  /** `unchecked` is absent while the comparison with the REST book works. */
  | { readonly at: 'live'; readonly unchecked?: UncheckedReason }
  | { readonly at: 'quiet'; readonly sinceMs: number; readonly reason: QuietReason }
  | { readonly at: 'stale'; readonly sinceMs: number; readonly reason: NotLiveReason }
  | { readonly at: 'resyncing'; readonly sinceMs: number; readonly reason: NotLiveReason }
  | { readonly at: 'suspect'; readonly sinceMs: number; readonly reason: NotLiveReason };

/** One-click trading is allowed on a live book only. */
export function isTrusted(health: BookHealth): boolean {
  return health.at === 'live';
}

/** A book in these states has every change that arrived, and applies the next one; the others wait for a snapshot. */
export function acceptsChanges(health: BookHealth): boolean {
  if (health.at !== 'stale') return health.at === 'live' || health.at === 'quiet';
  return health.reason.code === 'noContact' || health.reason.code === 'resubscribed';
}

/** Trading is disarmed by these states; a quiet or resyncing book only suspends placing. */
export function isLost({ at }: BookHealth): boolean {
  return at === 'stale' || at === 'suspect';
}
