/** Seven-digit sizes on an exchange of the specifications: books, trades, and one member's balance, orders and positions. */
import type { Account } from '../../src/paper/engine/state.ts';
import type { PaperExchange } from '../../src/paper/server/exchange.ts';
import type { PaperMarket } from '../../src/paper/simulation/paperMarket.ts';

const SHARE = 1_000_000;
/** The exchange takes at most a million contracts in one order: two of them make a level. */
const LEVEL = [1_000_000 * SHARE, 234_567 * SHARE];
const LEVELS = 6;

/** Fills both sides of a book with levels of 1,234,567 contracts and trades 345,678 of them. */
export function enlargeBook({ world }: PaperExchange, market: PaperMarket): void {
  const { engine } = world;
  const nowMs = Date.now();
  const maker = engine.openAccount(true, true);
  engine.deposit(maker, 1_000_000_000 * SHARE, nowMs);
  const { bestBid, bestAsk } = market.book;
  for (let step = 0; step < LEVELS; step += 1) {
    for (const shares of LEVEL) {
      const order = { account: maker, market: market.book, direction: 'buy', shares, postOnly: true } as const;
      if (bestBid - step > 0) engine.place({ ...order, side: 'yes', ticks: bestBid - step }, nowMs);
      if (bestAsk + step < 100) engine.place({ ...order, side: 'no', ticks: 100 - bestAsk - step }, nowMs);
    }
  }
  const taker = engine.openAccount(true, true);
  engine.deposit(taker, 10_000_000 * SHARE, nowMs);
  const taken = { account: taker, market: market.book, direction: 'buy', postOnly: false, immediate: true } as const;
  engine.place({ ...taken, side: 'yes', ticks: bestAsk, shares: 345_678 * SHARE }, nowMs);
  world.flush(market.book);
}

/** More than 80 characters each, with words that break nowhere else than at spaces. */
export const LONG_NAMES = {
  title: 'The regional transport authority’s extraordinary general assembly adopts the consolidated budget of the year',
  group: 'Adopted by an absolute majority in the first reading, without amendments of the opposition’s second list',
  yes: 'Adopted by an absolute majority of all members who are entitled to vote, in the first reading',
  no: 'Rejected, postponed, referred back to the committee, or adopted in a second or later reading',
} as const;

/** Gives a market long names; before a terminal lists it. */
export function lengthenNames(market: PaperMarket): void {
  const { title, group, yes, no } = LONG_NAMES;
  Object.assign(market, {
    title,
    plan: { ...market.plan, groupItemTitle: group, labels: [yes, no] },
    event: { ...market.event, title },
  });
}

/** The member that opened its account last. */
export function findMember({ world }: PaperExchange): Account {
  const member = world.engine.accounts.findLast((account) => !account.isHouse);
  if (!member) throw new Error('Expected a member on the exchange, found none');
  return member;
}

/** Gives the newest member 345,678 of each outcome's contracts in a market. */
export function giveSets(exchange: PaperExchange, market: PaperMarket): void {
  const { engine } = exchange.world;
  const nowMs = Date.now();
  const member = findMember(exchange);
  engine.deposit(member, 345_678 * SHARE, nowMs);
  if (!engine.split(member, market.book, 345_678 * SHARE, nowMs)) {
    throw new Error(`Expected sets of ${market.slug}, found that its collateral could not be split`);
  }
  exchange.world.flush(market.book);
}

/** Gives the newest member resting orders and a position in a market, and the collateral for them. */
export function enlargeMember(exchange: PaperExchange, market: PaperMarket): void {
  const { world } = exchange;
  const { engine } = world;
  const nowMs = Date.now();
  const member = findMember(exchange);
  engine.deposit(member, 2_765_432 * SHARE, nowMs);
  const order = { account: member, market: market.book, direction: 'buy', postOnly: false } as const;
  engine.place({ ...order, side: 'yes', ticks: market.book.bestAsk, shares: 1_000_000 * SHARE }, nowMs);
  engine.place({ ...order, side: 'yes', ticks: market.book.bestBid - 2, shares: 1_000_000 * SHARE }, nowMs);
  engine.place({ ...order, side: 'no', ticks: 100 - market.book.bestAsk - 3, shares: 987_654 * SHARE }, nowMs);
  world.flush(market.book);
}
