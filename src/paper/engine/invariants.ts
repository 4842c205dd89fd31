/** Invariants of the engine: lists the broken ones, empty when all hold. */

import type { Engine } from './engine.ts';
import { stakeOf, TICKS, takerFee } from './fees.ts';
import type { Account, BookMarket } from './state.ts';

export function listBrokenInvariants(engine: Engine): string[] {
  const broken: string[] = [];
  const must = (holds: boolean, sentence: string): void => {
    if (!holds) broken.push(sentence);
  };
  checkCollateral(engine, must);
  for (const account of engine.accounts) checkAccount(account, must);
  for (const market of engine.markets.values()) checkMarket(engine, market, must);
  return broken;
}

type Must = (holds: boolean, sentence: string) => void;

function checkCollateral(engine: Engine, must: Must): void {
  let total = engine.house.fees;
  for (const account of engine.accounts) total += account.balance + account.rewards;
  for (const market of engine.markets.values()) total += market.escrow;
  must(total === engine.deposited(), `Collateral is ${total}, deposits are ${engine.deposited()}`);
  must(engine.house.fees >= 0, `Fees are negative: ${engine.house.fees}`);
}

function checkAccount(account: Account, must: Must): void {
  const name = `Account ${account.id}`;
  must(account.balance >= 0, `${name} has a negative balance ${account.balance}`);
  must(
    account.locked >= 0 && account.locked <= account.balance,
    `${name} locks ${account.locked} of ${account.balance}`,
  );
  let collateral = 0;
  const shares = new Map<string, number>();
  for (const order of account.open.values()) {
    collateral += order.locked;
    must(order.state === 'wait' || order.state === 'pending', `Order ${order.id} is open in state ${order.state}`);
    must(order.remaining > 0, `Order ${order.id} is open with nothing remaining`);
    if (order.direction === 'buy') {
      const reserve = order.state === 'pending' ? takerFee(order.ticks, order.remaining) : 0;
      const lock = stakeOf(order.ticks, order.remaining) + reserve;
      must(order.locked === lock, `Order ${order.id} in ${order.state} locks ${order.locked}`);
    } else {
      const key = `${order.market.id} ${order.side}`;
      shares.set(key, (shares.get(key) ?? 0) + order.remaining);
    }
  }
  must(collateral === account.locked, `${name} locks ${account.locked}, its orders ${collateral}`);
  for (const [market, pair] of account.holdings) {
    for (const side of ['yes', 'no'] as const) {
      const { quantity, locked, cost } = pair[side];
      const sells = shares.get(`${market} ${side}`) ?? 0;
      must(quantity >= 0 && cost >= 0, `${name} holds ${quantity} ${side} of ${market} at ${cost}`);
      must(locked === sells && locked <= quantity, `${name} locks ${locked} ${side} of ${market}, sells ${sells}`);
    }
  }
}

function checkMarket(engine: Engine, market: BookMarket, must: Must): void {
  const supply = { yes: 0, no: 0 };
  for (const account of engine.accounts) {
    const pair = account.holdings.get(market.id);
    if (!pair) continue;
    supply.yes += pair.yes.quantity;
    supply.no += pair.no.quantity;
  }
  // After a result the losing leg is worthless; after a void each share is worth half.
  if (market.result === 'void') {
    const halves = supply.yes + supply.no + market.voidedHalves;
    must(halves === 2 * market.escrow, `Market ${market.id} owes ${halves} halves, has ${market.escrow} escrow`);
  } else if (market.result !== 'no') {
    must(supply.yes === market.escrow, `Market ${market.id} has ${supply.yes} yes for ${market.escrow} escrow`);
  }
  if (market.result === '' || market.result === 'no') {
    must(supply.no === market.escrow, `Market ${market.id} has ${supply.no} no for ${market.escrow} escrow`);
  }
  let bestBid = 0;
  let bestAsk = TICKS;
  for (let ticks = 1; ticks < TICKS; ticks += 1) {
    for (const side of ['bids', 'asks'] as const) {
      const level = market[side][ticks]!;
      let volume = 0;
      let last = 0;
      for (const order of level.orders) {
        volume += order.remaining;
        must(order.state === 'wait', `Order ${order.id} rests in state ${order.state}`);
        must(order.turn > last, `Market ${market.id} lost time priority at ${ticks}`);
        last = order.turn;
      }
      must(volume === level.volume, `Market ${market.id} shows ${level.volume} at ${ticks}, holds ${volume}`);
      if (level.orders.length > 0) {
        if (side === 'bids') bestBid = ticks;
        else if (bestAsk === TICKS) bestAsk = ticks;
      }
    }
  }
  must(bestBid < bestAsk, `Market ${market.id} rests crossed: ${bestBid} and ${bestAsk}`);
  must(market.bestBid === bestBid, `Market ${market.id} thinks its best bid is ${market.bestBid}, it is ${bestBid}`);
  must(market.bestAsk === bestAsk, `Market ${market.id} thinks its best ask is ${market.bestAsk}, it is ${bestAsk}`);
}
