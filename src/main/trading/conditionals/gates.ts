/**
 * Gates of conditional orders: whether their orders can be placed now, and else why.
 *
 * Invariants  An exit needs no armed trading: a person armed the conditional. A buy needs trading armed by a person, until a person
 *             or a panic disarms it; a locked screen or a stale book of another market changes nothing. Behind a key lock only an
 *             exit that was signed ahead goes through. An exit needs a live book, or what its terms let stand in for one.
 * Source      docs/conditionals.md#gates
 */
import { isTrusted } from '#shared/market/bookHealth.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import { isStoodIn } from '#shared/order/conditional/standIn.ts';
import type { Gate, Gates } from '#shared/order/conditional/state.ts';
import { listOutcomes } from '#shared/order/conditional/terms.ts';
import { isUnlocked } from '#shared/order/readiness.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { LockedExits } from './lockedExits.ts';
import type { ConditionalSources } from './ports.ts';
import type { Run } from './run.ts';

export interface GateSource {
  gatesOf(run: Pick<Run, 'state'>): Gates;
  isEntriesArmed(): boolean;
  /** Returns true when the value changed. */
  setEntriesArmed(isArmed: boolean): boolean;
  /** True: the exchange refused the API key. False: an account read has succeeded since. */
  setUnauthorised(isUnauthorised: boolean): void;
}

export interface GateOptions extends Pick<ConditionalSources, 'readiness' | 'markets'> {
  readonly locked: Pick<LockedExits, 'find'>;
  /** Exchange's clock. */
  now(): number;
}

const DISARMED: Gate = { at: 'blocked', code: 'disarmed' };

export function createGates({ readiness, markets, locked, now }: GateOptions): GateSource {
  let isEntriesArmed = false;
  let isUnauthorised = false;

  /** With several markets, a book that is not live blocks only the orders of its own market. */
  function findGatesOfSeveral(outcomes: readonly OutcomeRef[]): Gates {
    const exits = findAccountGate();
    const entries: Gate = exits.at === 'open' && !isEntriesArmed ? DISARMED : exits;
    const markets = [...new Set(outcomes.map(({ market }) => market))];
    const notLive = markets.filter((market) => findBookGate(market).at !== 'open');
    return { exits, entries, ...(notLive.length === 0 ? {} : { notLive }) };
  }

  function findAccountGate(): Gate {
    const found = readiness(true);
    if (!isUnlocked(found)) return { at: 'locked' };
    if (isUnauthorised) return { at: 'blocked', code: 'unauthorised' };
    return found.code === 'armed' ? { at: 'open' } : { at: 'blocked', code: found.code };
  }

  function findGate(market: MarketId): Gate {
    const gate = findAccountGate();
    return gate.at === 'open' ? findBookGate(market) : gate;
  }

  function findBookGate(market: MarketId): Gate {
    // An order on a book that is not live would be denied again and again.
    const book = markets.book(market);
    return book !== null && isTrusted(book.health) ? { at: 'open' } : { at: 'blocked', code: 'bookNotLive' };
  }

  return {
    gatesOf({ state }) {
      const { market } = state.terms.outcome;
      const outcomes = listOutcomes(state.terms);
      if (outcomes.length > 1) return findGatesOfSeveral(outcomes);
      const exits = findGate(market);
      if (exits.at === 'locked') {
        const canSend = !isUnauthorised && locked.find(state) !== null;
        return { exits: canSend ? findBookGate(market) : exits, entries: exits };
      }
      const isDisarmed = exits.at === 'open' && !isEntriesArmed;
      const entries: Gate = isDisarmed ? DISARMED : exits;
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
