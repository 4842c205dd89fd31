/**
 * The member's own records over REST.
 *
 * Errors      LockedError without credentials; else what public reads throw.
 * Source      exchange-interface, Endpoints, Trading and account, Wallet.
 */
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
import { listPaged, type PagingProblem } from './paging.ts';
import { noteOrderState, parseResponse } from './parseResponse.ts';
import type { VenueProfile } from './profile.ts';
import type { Rest } from './rest.ts';

const ACCOUNT = '/api/v2/atlas/account';
export const ORDERS_TARGET = '/api/v2/pythia/orders';

const MOST_TOLD = 200;

export interface AccountReads {
  fetchWallet(): Promise<WalletRecord>;
  fetchMarketWallet(market: MarketId): Promise<MarketWalletRecord>;
  /** All of the member's orders in a state; those that can't be read are told apart, and shown in Health once. */
  listOrders(state: ExchangeOrderState): Promise<OrderList>;
  /** null only when the exchange said, with a code, that there is none. */
  fetchOrder(id: OrderId): Promise<ExchangeOrder | UnreadableOrder | null>;
  listBalances(): Promise<Balance[]>;
  listFills(): Promise<Fill[]>;
  listPositions(): Promise<Position[]>;
  listPendingRewards(): Promise<PendingReward[]>;
}

export function openAccountReads(rest: Rest, healthLog: HealthLog, profile: VenueProfile): AccountReads {
  const read = async <T>(target: string, what: string, parse: Reader<T>): Promise<T> =>
    parseResponse(await rest.getPrivate(target), what, parse, healthLog);
  /** Told already, so that one order that stays unreadable does not push every other error out of sight. */
  const told = new Set<string>();
  const alarm = ({ unreadable, error }: OrderFailure): UnreadableOrder => {
    const key = unreadable.id ?? unreadable.why;
    if (!told.has(key)) {
      if (told.size >= MOST_TOLD) told.clear();
      told.add(key);
      healthLog.addError('orders', error);
    }
    return unreadable;
  };
  const onProblem = (page: number, problem: PagingProblem): void =>
    healthLog.addNote({ code: 'paging', parameters: { page, problem } });
  return {
    fetchWallet: () => read(`${ACCOUNT}/wallet`, 'wallet', parseWallet),
    fetchMarketWallet: (market) => read(`${ACCOUNT}/wallet/markets/${market}`, 'market wallet', parseMarketWallet),
    async listOrders(state) {
      const served = await listPaged(
        (pageQuery) => rest.getPrivate(`${ORDERS_TARGET}?state=${state}&${pageQuery}`),
        (response) => parseResponse(response, 'orders', parseOrders, healthLog),
        // One that can't be read counts on its page, or the list would seem to end there.
        (order) => (isOrderFailure(order) ? `? ${order.error.message}` : order.id),
        profile,
        onProblem,
      );
      const orders: ExchangeOrder[] = [];
      const unreadable: UnreadableOrder[] = [];
      for (const one of served) {
        if (isOrderFailure(one)) unreadable.push(alarm(one));
        else orders.push(noteOrderState(one, healthLog));
      }
      return { orders, unreadable };
    },
    async fetchOrder(id) {
      try {
        const served = await read(`${ORDERS_TARGET}/${id}`, 'order', parseOrderOrFailure);
        return isOrderFailure(served) ? { ...alarm(served), id } : noteOrderState(served, healthLog);
      } catch (error) {
        if (error instanceof ExchangeError && error.status === 404 && error.codes.length > 0) return null;
        throw error;
      }
    },
    listBalances: () => read(`${ACCOUNT}/balances`, 'balances', parseRestBalances),
    listFills: () =>
      listPaged(
        (pageQuery) => rest.getPrivate(`${ACCOUNT}/contracts?${pageQuery}`),
        (response) => parseResponse(response, 'contracts', parseFills, healthLog),
        // A match with oneself is two fills of one id.
        (fill) => `${fill.id}/${fill.orderId}`,
        profile,
        onProblem,
      ),
    listPositions: () =>
      listPaged(
        (pageQuery) => rest.getPrivate(`${ACCOUNT}/positions?${pageQuery}`),
        (response) => parseResponse(response, 'positions', parsePositions, healthLog),
        (position) => `${position.market}/${position.outcome}/${position.custody}`,
        profile,
        onProblem,
      ),
    listPendingRewards: () => read(`${ACCOUNT}/rewards/pending`, 'rewards', parsePendingRewards),
  };
}
