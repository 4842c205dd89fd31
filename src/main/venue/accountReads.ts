/**
 * Reads of the member's own records over REST.
 *
 * Errors      LockedError without credentials; else what public reads throw.
 * Source      docs/exchange-interface.md#endpoints-trading, #endpoints-wallet.
 */
import type { Now } from '#shared/base/clock.ts';
import type { Listing } from '#shared/base/listing.ts';
import type { HealthSource } from '#shared/ipc/health.ts';
import type {
  AccountList,
  Balance,
  ExchangeOrder,
  ExchangeOrderState,
  Fill,
  ListedSince,
  MarketWalletRecord,
  OrderList,
  PendingReward,
  Position,
  UnreadableOrder,
  WalletRecord,
} from '#shared/order/account/account.ts';
import type { NoWallet } from '#shared/order/account/custodial.ts';
import type { FillListing, FillRequest } from '#shared/order/account/fillProof.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import { parseRestBalances } from '#wire/messages/balance.ts';
import { sliceFills } from '#wire/messages/fill.ts';
import type { Reader } from '#wire/messages/jsonReader.ts';
import { isOrderFailure, type OrderFailure, parseOrderOrFailure, sliceOrders } from '#wire/messages/order.ts';
import { slicePositions } from '#wire/messages/position.ts';
import { parsePendingRewards } from '#wire/messages/reward.ts';
import { isRowFailure, type RowFailure } from '#wire/messages/rowFailure.ts';
import { parseMarketWallet, parseWalletAnswer, type WalletFields } from '#wire/messages/wallet.ts';
import { ExchangeError } from './errors.ts';
import { proveWhole, readFills } from './fillReads.ts';
import type { HealthLog } from './healthLog.ts';
import type { HttpResponse } from './http.ts';
import type { ListAll } from './listings.ts';
import { checkOrderState, type LongParser, parseResponse } from './parseResponse.ts';
import type { CustodialProfile, VenueProfile } from './profile.ts';
import type { Rest } from './rest.ts';

const ACCOUNT = '/api/v2/atlas/account';
export const ORDERS_TARGET = '/api/v2/pythia/orders';

const MAX_REPORTED = 200;
/** Rows of one list that are reported at once, so that they do not displace other errors. */
const MAX_REPORTED_ROWS = 3;

const BALANCES: HealthSource = { code: 'balances', parameters: {} };
const FILLS: HealthSource = { code: 'fills', parameters: {} };
const POSITIONS: HealthSource = { code: 'positions', parameters: {} };

export interface AccountReads {
  /** An account without a wallet is an answer, not an error: docs/assumptions.md#custodial-signs. */
  fetchWallet(): Promise<WalletRecord | NoWallet>;
  fetchMarketWallet(market: MarketId): Promise<MarketWalletRecord>;
  /** All of the member's orders in a state; an unreadable one is listed apart and reported in Health once. */
  listOrders(state: ExchangeOrderState, since?: ListedSince): Promise<OrderList>;
  /** null only when the exchange refused with 404 and a code. */
  fetchOrder(id: OrderId): Promise<ExchangeOrder | UnreadableOrder | null>;
  /** An unreadable row is listed apart and reported in Health once; the others are used. */
  listBalances(): Promise<AccountList<Balance>>;
  /** Fills since those of the proof; without one the newest ten thousand, and older ones with each further read. */
  listFills(request?: FillRequest): Promise<FillListing>;
  listPositions(): Promise<AccountList<Position>>;
  listPendingRewards(): Promise<PendingReward[]>;
}

export interface AccountReadOptions {
  readonly rest: Rest;
  readonly healthLog: HealthLog;
  readonly parseLong: LongParser;
  readonly listAll: ListAll;
  readonly listing: VenueProfile['listing'];
  /** Monotonic clock, ms. */
  readonly steadyMs: Now;
  readonly custodial: CustodialProfile;
  readonly walletFields: WalletFields;
  /** True while the account is a custodial one: its money is in the operator-held pool. */
  isCustodial(): boolean;
}

export function openAccountReads(options: AccountReadOptions): AccountReads {
  const { rest, healthLog, parseLong, listAll, listing, custodial, walletFields } = options;
  const read = async <T>(target: string, resource: string, parse: Reader<T>): Promise<T> =>
    parseResponse(await rest.getPrivate(target), resource, parse, healthLog);
  const reportedRows = new Map<HealthSource, ReadonlySet<string>>();
  /** Separates the unreadable rows; each is reported once until a list without it. */
  const splitRows = <T extends object>(
    { items, partial, total }: Listing<T | RowFailure>,
    source: HealthSource,
  ): AccountList<T> => {
    const failures = items.filter((row): row is RowFailure => isRowFailure(row));
    const known = reportedRows.get(source);
    const fresh = failures.filter((row) => !known?.has(failureKeyOf(row)));
    for (const { error } of fresh.slice(0, MAX_REPORTED_ROWS)) healthLog.addError(source, error);
    reportedRows.set(source, new Set(failures.map(failureKeyOf)));
    const readable = items.filter((row): row is T => !isRowFailure(row));
    return { items: readable, partial, total, unreadable: failures.map(({ unreadable }) => unreadable) };
  };
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
    async fetchWallet() {
      const target = `${ACCOUNT}/wallet`;
      try {
        const response = await rest.getPrivate(target);
        if (response.status === 204 || response.text.trim() === '')
          return { noWallet: { code: 'empty', parameters: {} } };
        return parseResponse(response, 'wallet', parseWalletAnswer(custodial.record, walletFields), healthLog);
      } catch (error) {
        if (error instanceof ExchangeError && isNoWalletRefusal(error, custodial.refusals)) {
          const { status, codes } = error;
          return { noWallet: { code: 'refused', parameters: { status, codes } } };
        }
        throw error;
      }
    },
    fetchMarketWallet: (market) => read(`${ACCOUNT}/wallet/markets/${market}`, 'market wallet', parseMarketWallet),
    async listOrders(state, since) {
      const { items: results, partial } = await listAll({
        source: { code: 'orders', parameters: {} },
        resource: `orders in state ${state}`,
        fetchPage: (pageQuery) => rest.getPrivate(`${ORDERS_TARGET}?state=${state}&${pageQuery}`),
        parsePage: (response) => parseLong(response, 'orders', sliceOrders),
        // An unreadable order needs a key too, or its page would look shorter and end the list.
        idOf: (order) => (isOrderFailure(order) ? `? ${order.error.message}` : order.id),
        // A list that is enough before its end would have read pages for nothing.
        ...(since ? {} : { pagesAtOnce: listing.pagesAtOnce }),
        isEnough: since && ((rows) => rows.length >= since.rows && isCreatedBefore(rows, since.createdAtMs)),
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
    async listBalances() {
      const rows = await read(`${ACCOUNT}/balances`, 'balances', (value, path) =>
        parseRestBalances(value, path, options.isCustodial()),
      );
      return splitRows({ items: rows, partial: null, total: rows.length }, BALANCES);
    },
    async listFills(request = { proof: null, isEnded: () => false }) {
      const pages = {
        fetchPage: (pageQuery: string) => rest.getPrivate(`${ACCOUNT}/contracts?${pageQuery}`),
        parsePage: (response: HttpResponse) => parseLong(response, 'contracts', sliceFills),
      };
      // A self-match is two fills with one id.
      const keyOf = (fill: Fill | RowFailure): string =>
        isRowFailure(fill) ? `? ${failureKeyOf(fill)}` : `${fill.id}/${fill.orderId}`;
      const { steadyMs } = options;
      const read = await readFills({ ...pages, keyOf, bounds: listing, steadyMs }, request);
      if (read !== null) {
        const { rows, failures, ...rest } = read;
        const items = [...rows.filter((row) => !isRowFailure(row)), ...failures];
        return { ...splitRows({ items, partial: rest.partial, total: rest.total }, FILLS), proof: rest.proof };
      }
      const whole = await listAll({ ...pages, source: FILLS, resource: 'contracts', idOf: keyOf });
      return { ...splitRows(whole, FILLS), proof: proveWhole(request.proof) };
    },
    listPositions: async () =>
      splitRows(
        await listAll({
          source: POSITIONS,
          resource: 'positions',
          pagesAtOnce: listing.pagesAtOnce,
          fetchPage: (pageQuery) => rest.getPrivate(`${ACCOUNT}/positions?${pageQuery}`),
          parsePage: (response) => parseLong(response, 'positions', slicePositions),
          idOf: (row) => (isRowFailure(row) ? `? ${failureKeyOf(row)}` : `${row.market}/${row.outcome}/${row.custody}`),
        }),
        POSITIONS,
      ),
    listPendingRewards: () => read(`${ACCOUNT}/rewards/pending`, 'rewards', parsePendingRewards),
  };
}

/**
 * True when every row is readable and not newer than the one before it, and the last is older than this: then no row of the
 * pages that follow is newer (docs/assumptions.md#list-order).
 */
function isCreatedBefore(rows: readonly (ExchangeOrder | OrderFailure)[], createdAtMs: number): boolean {
  let before = Number.MAX_VALUE;
  for (const row of rows) {
    if (isOrderFailure(row) || row.createdAtMs > before) return false;
    before = row.createdAtMs;
  }
  return before < createdAtMs;
}

/** A refusal that may mean that there is no wallet: with a fitting code, or a 404 without any. */
function isNoWalletRefusal(
  { status, codes }: ExchangeError,
  { statuses, otherCodes }: CustodialProfile['refusals'],
): boolean {
  if (!statuses.includes(status)) return false;
  if (codes.length === 0) return status === 404;
  return !codes.some((code) => otherCodes.some((other) => code.startsWith(other)));
}

/** A row keeps its key when others move it to another place of the list. */
function failureKeyOf({ unreadable: { id, market, outcome, problem } }: RowFailure): string {
  const name = [id, market, outcome].filter((part) => part !== null);
  return [...(name.length === 0 ? [problem.path] : name), problem.expected, problem.found].join('\n');
}
