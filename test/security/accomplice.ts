/**
 * An exchange on which an accomplice of the page fills every order at once, in full and at the order's own limit price.
 *
 * Shape       The trading module on the fake clock; one book for all markets, 0.60 bid and 0.62 ask, 10,000 contracts each.
 * Units       Usd and shares in millionths; the taker's fee is the highest.
 */
import type { Position } from '#shared/order/account/account.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { equityOf } from '#shared/order/risk/day.ts';
import { type MarketId, parseMarketId } from '#shared/units/ids.ts';
import { type Price, parsePrice } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { costFloor, formatUsd, toUsd, type Usd } from '#shared/units/usd.ts';
import { makeBalance, makeMarket, makePosition } from '#test/slice/makers.ts';
import { flatLevels, makeRiskBook } from '#test/slice/riskMakers.ts';
import { fill, openTradingBench, type TradingBench } from '#test/slice/tradingBench.ts';

export const BEST_BID = parsePrice('0.60');
export const BEST_ASK = parsePrice('0.62');

export interface AcceptedOrder extends Pick<OrderIntent, 'direction' | 'price' | 'shares'> {
  readonly atMs: number;
}

export interface Accomplice {
  readonly bench: TradingBench;
  readonly markets: readonly MarketId[];
  readonly accepted: readonly AcceptedOrder[];
  held(market: MarketId): Shares;
  /** Cash, and holdings at the live book. */
  equity(): Usd;
}

export async function openAccomplice(cash: string): Promise<Accomplice> {
  const bench = openTradingBench();
  const { exchange, clock, context, trading } = bench;
  const accepted: AcceptedOrder[] = [];
  const markets = Array.from({ length: 8 }, (_, at) => parseMarketId(`market-${at}`));
  const depth = ['0.60', '10000'] as const;
  const book = makeRiskBook({ bids: flatLevels(depth), asks: flatLevels(['0.62', '10000']) });
  context.book = () => ({ ...book, bestBid: BEST_BID, bestAsk: BEST_ASK });
  context.market = (market) => makeMarket({ id: market, eventId: markets.indexOf(market), closeAtMs: null });
  let total: bigint = makeBalance(cash).total;
  exchange.balances = [makeBalance(cash)];
  exchange.positions = [];

  const positionOf = (market: MarketId): Position | undefined =>
    exchange.positions.find((one) => one.market === market);

  function settle({ market, side, direction, price, shares }: OrderIntent): void {
    const held = positionOf(market)?.quantity ?? 0;
    const cost = costFloor(price, shares);
    total += (direction === 'buy' ? -cost : cost) - maxTakerFee(price, shares);
    const quantity = toShares(direction === 'buy' ? held + shares : held - shares);
    const average = positionOf(market)?.averagePrice ?? price;
    const averagePrice = direction === 'sell' ? average : weigh(average, held, price, shares);
    const position = makePosition('0', { market, outcome: side, quantity, sellable: quantity, averagePrice });
    exchange.positions = [
      ...exchange.positions.filter((one) => one.market !== market),
      { ...position, exchangeTimeMs: clock.exchangeTimeMs() },
    ];
    exchange.balances = [makeBalance(formatUsd(toUsd(total), 6))];
  }

  exchange.answerPost = async ({ intent }, rest) => {
    const order = exchange.put(fill(rest(), clock));
    settle(intent);
    const receivedAtMs = clock.now();
    accepted.push({ atMs: receivedAtMs, direction: intent.direction, price: intent.price, shares: intent.shares });
    trading.applyPrivateEvent({ kind: 'order', order, receivedAtMs });
    trading.applyPrivateEvent({ kind: 'position', position: positionOf(intent.market)!, receivedAtMs });
    trading.applyPrivateEvent({
      kind: 'balance',
      balance: { ...exchange.balances[0]!, exchangeTimeMs: clock.exchangeTimeMs() },
      receivedAtMs,
    });
    return { kind: 'accepted', order };
  };
  await bench.open();

  return {
    bench,
    markets,
    accepted,
    held: (market) => positionOf(market)?.quantity ?? toShares(0),
    equity: () =>
      equityOf({
        balance: exchange.balances[0]!,
        positions: exchange.positions,
        market: context.market,
        book: context.book,
      })!,
  };
}

function weigh(average: Price, held: number, price: Price, shares: number): Price {
  return Math.round((average * held + price * shares) / (held + shares)) as Price;
}
