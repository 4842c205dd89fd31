/**
 * Gates of conditional orders: whether their orders can be placed now, and else why.
 *
 * Invariants  An exit needs no armed trading: a person armed the conditional. A buy needs trading armed by a person, until a person
 *             or a panic disarms it; a locked screen or a stale book of another market changes nothing. Behind a key lock only an
 *             exit that was signed ahead goes through. An exit needs a live book, or what its terms let stand in for one.
 * Source      docs/conditionals.md#gates
 */
import { isTrusted } from '#shared/market/bookHealth.ts';
import { isStoodIn } from '#shared/order/conditional/standIn.ts';
import type { Gate, Gates } from '#shared/order/conditional/state.ts';
import { isUnlocked } from '#shared/order/readiness.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { LockedExits } from './lockedExits.ts';
import type { ConditionalSources } from './ports.ts';
import type { Run } from './run.ts';

export interface GateSource {
  gatesOf(run: Pick<Run, 'state'>): Gates;
  isEntriesArmed(): boolean;
  /** True when that is a change. */
  setEntriesArmed(isArmed: boolean): boolean;
  /** The exchange refuses every order of the account, or (false) an account read succeeded since. */
  setUnauthorised(isUnauthorised: boolean): void;
}

export interface GateOptions extends Pick<ConditionalSources, 'readiness' | 'markets'> {
  readonly locked: Pick<LockedExits, 'find'>;
  /** Exchange's clock. */
  now(): number;
}

export function createGates({ readiness, markets, locked, now }: GateOptions): GateSource {
  let isEntriesArmed = false;
  let isUnauthorised = false;

  function findGate(market: MarketId): Gate {
    const found = readiness(true);
    if (!isUnlocked(found)) return { at: 'locked' };
    if (isUnauthorised) return { at: 'blocked', code: 'unauthorised' };
    if (found.code !== 'armed') return { at: 'blocked', code: found.code };
    return findBookGate(market);
  }

  function findBookGate(market: MarketId): Gate {
    // An order on a book that is not live would be denied again and again.
    const book = markets.book(market);
    return book !== null && isTrusted(book.health) ? { at: 'open' } : { at: 'blocked', code: 'bookNotLive' };
  }

  return {
    gatesOf({ state }) {
      const { market } = state.terms.outcome;
      const exits = findGate(market);
      if (exits.at === 'locked') {
        const canSend = !isUnauthorised && locked.find(state) !== null;
        return { exits: canSend ? findBookGate(market) : exits, entries: exits };
      }
      const isDisarmed = exits.at === 'open' && !isEntriesArmed;
      const entries: Gate = isDisarmed ? { at: 'blocked', code: 'disarmed' } : exits;
      const isBookMissing = exits.at === 'blocked' && exits.code === 'bookNotLive';
      return { exits: isBookMissing && isStoodIn(state.known, state.terms, now()) ? { at: 'open' } : exits, entries };
    },
    isEntriesArmed: () => isEntriesArmed,
    setEntriesArmed(isArmed) {
      const isChange = isEntriesArmed !== isArmed;
      isEntriesArmed = isArmed;
      return isChange;
    },
    setUnauthorised(next) {
      isUnauthorised = next;
    },
  };
}
