/**
 * Gates of conditional orders: whether their orders can be placed now, and else why.
 *
 * Invariants  An exit needs no armed trading: a person armed the conditional. Whether a sale is one is decided by main's own test, now
 *             and again when it is sent, not by the kind. Anything else needs trading armed by a person, until a person or a panic
 *             disarms it; a locked screen or a stale book of another market changes nothing. Behind a key lock only an exit that
 *             was signed ahead goes through. An exit needs a live book, or what its terms let stand in for one.
 * Source      docs/conditionals.md#gates
 */
import { isTrusted } from '#shared/market/bookHealth.ts';
import type { Direction } from '#shared/market/outcome.ts';
import { isUnlocked } from '#shared/order/account/readiness.ts';
import { filledOf } from '#shared/order/conditional/children.ts';
import { findTradeBound } from '#shared/order/conditional/consent.ts';
import { keyOf } from '#shared/order/conditional/known.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import { isStoodIn } from '#shared/order/conditional/standIn.ts';
import type { Gate, Gates } from '#shared/order/conditional/state.ts';
import { type ConditionalState, listOutcomes } from '#shared/order/conditional/terms.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { type MarketId, parseIntentId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
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
  isExit(intent: OrderIntent): boolean;
  /** Shares of an outcome that could be sold now. */
  available(outcome: OutcomeRef): Shares;
  /** Exchange's clock. */
  now(): number;
}

const DISARMED: Gate = { at: 'blocked', code: 'disarmed' };

export function createGates(options: GateOptions): GateSource {
  const { readiness, markets, locked, now } = options;
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

  /** Outcomes whose sale would not be an exit; while trading is armed that makes no difference. */
  function listNotExit({ id, terms, children }: ConditionalState): readonly string[] {
    if (isEntriesArmed) return [];
    return listOutcomes(terms).flatMap((outcome) => {
      const key = keyOf(outcome);
      const bound = findTradeBound(terms, outcome, 'sell');
      if (bound === null) return [];
      const own = children.filter((child) => keyOf(child.outcome) === key);
      const filled = (direction: Direction): number => filledOf(own.filter((child) => child.direction === direction));
      // What sells what it bought has nothing to sell before.
      const most = terms.direction === 'buy' ? filled('buy') : bound.shares;
      const shares = Math.min(most - filled('sell'), options.available(outcome));
      if (shares <= 0) return [];
      const intent: OrderIntent = {
        intentId: parseIntentId(`${id}-exit-test`),
        ...outcome,
        direction: 'sell',
        price: Math.max(bound.worst, markets.grid()) as Price,
        shares: toShares(shares),
        postOnly: false,
        bookVersion: null,
      };
      return options.isExit(intent) ? [] : [key];
    });
  }

  function findGates(state: ConditionalState): Gates {
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
  }

  return {
    gatesOf({ state }) {
      const found = findGates(state);
      const notExit = found.exits.at === 'open' ? listNotExit(state) : [];
      return notExit.length === 0 ? found : { ...found, notExit };
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
