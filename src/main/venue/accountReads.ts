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
  PendingReward,
  Position,
  WalletRecord,
} from '#shared/order/account.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import { parseRestBalances } from '#wire/words/balance.ts';
import { parseFills } from '#wire/words/fill.ts';
import { parseOrder, parseOrders } from '#wire/words/order.ts';
import { parsePositions } from '#wire/words/position.ts';
import type { Read } from '#wire/words/reader.ts';
import { parsePendingRewards } from '#wire/words/reward.ts';
import { parseMarketWallet, parseWallet } from '#wire/words/wallet.ts';
import { ExchangeError } from './errors.ts';
import { listPaged } from './paging.ts';
import type { VenueProfile } from './profile.ts';
import { noteOrderState, readAnswer } from './reading.ts';
import type { VenueRecord } from './record.ts';
import type { Rest } from './rest.ts';

const ACCOUNT = '/api/v2/atlas/account';
export const ORDERS_TARGET = '/api/v2/pythia/orders';

export interface AccountReads {
  fetchWallet(): Promise<WalletRecord>;
  fetchMarketWallet(market: MarketId): Promise<MarketWalletRecord>;
  /** All of the member's orders in a state. */
  listOrders(state: ExchangeOrderState): Promise<ExchangeOrder[]>;
  /** null only when the exchange said, with a code, that there is none. */
  fetchOrder(id: OrderId): Promise<ExchangeOrder | null>;
  listBalances(): Promise<Balance[]>;
  listFills(): Promise<Fill[]>;
  listPositions(): Promise<Position[]>;
  listPendingRewards(): Promise<PendingReward[]>;
}

export function openAccountReads(rest: Rest, record: VenueRecord, profile: VenueProfile): AccountReads {
  const read = async <T>(target: string, what: string, parse: Read<T>): Promise<T> =>
    readAnswer(await rest.getPrivate(target), what, parse, record);
  const onOdd = (found: string): void => record.addSurprise('paging', found);
  return {
    fetchWallet: () => read(`${ACCOUNT}/wallet`, 'wallet', parseWallet),
    fetchMarketWallet: (market) => read(`${ACCOUNT}/wallet/markets/${market}`, 'market wallet', parseMarketWallet),
    async listOrders(state) {
      const orders = await listPaged(
        (pageQuery) => rest.getPrivate(`${ORDERS_TARGET}?state=${state}&${pageQuery}`),
        (answer) => readAnswer(answer, 'orders', parseOrders, record),
        (order) => order.id,
        profile,
        onOdd,
      );
      return orders.map((order) => noteOrderState(order, record));
    },
    async fetchOrder(id) {
      try {
        return noteOrderState(await read(`${ORDERS_TARGET}/${id}`, 'order', parseOrder), record);
      } catch (error) {
        if (error instanceof ExchangeError && error.status === 404 && error.codes.length > 0) return null;
        throw error;
      }
    },
    listBalances: () => read(`${ACCOUNT}/balances`, 'balances', parseRestBalances),
    listFills: () =>
      listPaged(
        (pageQuery) => rest.getPrivate(`${ACCOUNT}/contracts?${pageQuery}`),
        (answer) => readAnswer(answer, 'contracts', parseFills, record),
        // A match with oneself is two fills of one id.
        (fill) => `${fill.id}/${fill.orderId}`,
        profile,
        onOdd,
      ),
    listPositions: () =>
      listPaged(
        (pageQuery) => rest.getPrivate(`${ACCOUNT}/positions?${pageQuery}`),
        (answer) => readAnswer(answer, 'positions', parsePositions, record),
        (position) => `${position.market}/${position.outcome}/${position.custody}`,
        profile,
        onOdd,
      ),
    listPendingRewards: () => read(`${ACCOUNT}/rewards/pending`, 'rewards', parsePendingRewards),
  };
}
