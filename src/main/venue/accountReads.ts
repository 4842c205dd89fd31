/**
 * Reads of the member's own records over REST.
 *
 * Errors      LockedError without credentials; else what public reads throw.
 * Source      docs/exchange-interface.md#endpoints-trading, #endpoints-wallet.
 */
import type { Listing } from '#shared/base/listing.ts';
import type {
  Balance,
  ExchangeOrder,
  ExchangeOrderState,
  Fill,
  MarketWalletRecord,
  OrderList,
  PendingReward,
  Position,
  UnreadableOrder,
  WalletRecord,
} from '#shared/order/account.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import { parseRestBalances } from '#wire/messages/balance.ts';
import { parseFills } from '#wire/messages/fill.ts';
import type { Reader } from '#wire/messages/jsonReader.ts';
import { isOrderFailure, type OrderFailure, parseOrderOrFailure, parseOrders } from '#wire/messages/order.ts';
import { parsePositions } from '#wire/messages/position.ts';
import { parsePendingRewards } from '#wire/messages/reward.ts';
import { parseMarketWallet, parseWallet } from '#wire/messages/wallet.ts';
import { ExchangeError } from './errors.ts';
import type { HealthLog } from './healthLog.ts';
import type { ListAll } from './listings.ts';
import { checkOrderState, parseResponse } from './parseResponse.ts';
import type { Rest } from './rest.ts';

const ACCOUNT = '/api/v2/atlas/account';
export const ORDERS_TARGET = '/api/v2/pythia/orders';

const MAX_REPORTED = 200;

export interface AccountReads {
  fetchWallet(): Promise<WalletRecord>;
  fetchMarketWallet(market: MarketId): Promise<MarketWalletRecord>;
  /** All of the member's orders in a state; an unreadable one is listed apart and reported in Health once. */
  listOrders(state: ExchangeOrderState): Promise<OrderList>;
  /** null only when the exchange refused with 404 and a code. */
  fetchOrder(id: OrderId): Promise<ExchangeOrder | UnreadableOrder | null>;
  listBalances(): Promise<Balance[]>;
  listFills(): Promise<Listing<Fill>>;
  listPositions(): Promise<Listing<Position>>;
  listPendingRewards(): Promise<PendingReward[]>;
}

export function openAccountReads(rest: Rest, healthLog: HealthLog, listAll: ListAll): AccountReads {
  const read = async <T>(target: string, resource: string, parse: Reader<T>): Promise<T> =>
    parseResponse(await rest.getPrivate(target), resource, parse, healthLog);
  /** Unreadable orders that Health shows already: they must not displace other errors at every read. */
  const reported = new Set<string>();
  const report = ({ unreadable, error }: OrderFailure): UnreadableOrder => {
    const key = unreadable.id ?? error.message;
    if (!reported.has(key)) {
      if (reported.size >= MAX_REPORTED) reported.clear();
      reported.add(key);
      healthLog.addError({ code: 'orders', parameters: {} }, error);
    }
    return unreadable;
  };
  return {
    fetchWallet: () => read(`${ACCOUNT}/wallet`, 'wallet', parseWallet),
    fetchMarketWallet: (market) => read(`${ACCOUNT}/wallet/markets/${market}`, 'market wallet', parseMarketWallet),
    async listOrders(state) {
      const { items: results, partial } = await listAll({
        source: { code: 'orders', parameters: {} },
        resource: `orders in state ${state}`,
        fetchPage: (pageQuery) => rest.getPrivate(`${ORDERS_TARGET}?state=${state}&${pageQuery}`),
        parsePage: (response) => parseResponse(response, 'orders', parseOrders, healthLog),
        // An unreadable order needs a key too, or its page would look shorter and end the list.
        idOf: (order) => (isOrderFailure(order) ? `? ${order.error.message}` : order.id),
      });
      const orders: ExchangeOrder[] = [];
      const unreadable: UnreadableOrder[] = [];
      for (const result of results) {
        if (isOrderFailure(result)) unreadable.push(report(result));
        else orders.push(checkOrderState(result, healthLog));
      }
      return { orders, unreadable, partial };
    },
    async fetchOrder(id) {
      try {
        const result = await read(`${ORDERS_TARGET}/${id}`, 'order', parseOrderOrFailure);
        return isOrderFailure(result) ? { ...report(result), id } : checkOrderState(result, healthLog);
      } catch (error) {
        if (error instanceof ExchangeError && error.status === 404 && error.codes.length > 0) return null;
        throw error;
      }
    },
    listBalances: () => read(`${ACCOUNT}/balances`, 'balances', parseRestBalances),
    listFills: () =>
      listAll({
        source: { code: 'fills', parameters: {} },
        resource: 'contracts',
        fetchPage: (pageQuery) => rest.getPrivate(`${ACCOUNT}/contracts?${pageQuery}`),
        parsePage: (response) => parseResponse(response, 'contracts', parseFills, healthLog),
        // A self-match is two fills with one id.
        idOf: (fill) => `${fill.id}/${fill.orderId}`,
      }),
    listPositions: () =>
      listAll({
        source: { code: 'positions', parameters: {} },
        resource: 'positions',
        fetchPage: (pageQuery) => rest.getPrivate(`${ACCOUNT}/positions?${pageQuery}`),
        parsePage: (response) => parseResponse(response, 'positions', parsePositions, healthLog),
        idOf: (position) => `${position.market}/${position.outcome}/${position.custody}`,
      }),
    listPendingRewards: () => read(`${ACCOUNT}/rewards/pending`, 'rewards', parsePendingRewards),
  };
}
