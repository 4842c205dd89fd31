/** Words for the health of the connection: stream states and reasons, budgets, errors. */
import type { DurationSummary } from '../base/durations.ts';
import { formatDuration } from '../base/formatDuration.ts';
import type {
  BudgetHealth,
  BudgetName,
  HealthError,
  HealthErrors,
  HealthSources,
  OrderSpeed,
  StreamState,
} from '../ipc/health.ts';
import type { TransportFault } from '../market/readFailure.ts';
import type { StreamReasons } from '../market/streamReason.ts';
import { type Catalogue, formatCoded } from './catalogue.ts';
import { formatPartialListing } from './markets/listings.ts';
import { wordsOfCode } from './orders/exchangeErrors.ts';
import { formatTime } from './times.ts';

export const STREAM_STATES: Readonly<Record<StreamState, string>> = {
  connecting: 'Connecting',
  open: 'Open',
  waiting: 'Waiting',
  closed: 'Closed',
};

export const STREAM_REASONS: Catalogue<StreamReasons> = {
  closedByExchange: ({ closeCode }) => `Closed by the exchange (${closeCode})`,
  closedByTerminal: () => 'Closed by this terminal',
  connectionFailed: ({ systemCode }) => `Connection failed${systemCode === null ? '' : ` (${systemCode})`}`,
  noPong: () => 'No pong in time',
  noSnapshot: () => 'No snapshot in time',
  notReporting: () => 'It did not report what the exchange did',
  notSigned: ({ isLocked }) => (isLocked ? 'No API key: unlock the vault' : 'The upgrade request could not be signed'),
  notSubscribed: ({ streams }) => `Not subscribed: ${streams.join(', ')}`,
  upgradeRefused: ({ status }) => `The exchange refused the upgrade with status ${status ?? 'unknown'}`,
};

export const BUDGET_NAMES: Readonly<Record<BudgetName, string>> = {
  'sign-in': 'Sign-in',
  'account creation': 'Account creation',
  'code confirmation': 'Code confirmation',
  'two-factor': 'Two-factor codes',
  'phone send': 'Phone codes sent',
  'phone verify': 'Phone codes verified',
  orders: 'Orders',
  relay: 'Wallet relay',
  setup: 'Wallet setup',
  'public reads': 'Public reads',
  'account reads': 'Account reads',
};

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** '120 per minute', '30 per 5 m'. */
export function formatAllowance({ allowance, windowMs }: Pick<BudgetHealth, 'allowance' | 'windowMs'>): string {
  if (windowMs === MINUTE_MS) return `${allowance} per minute`;
  if (windowMs === HOUR_MS) return `${allowance} per hour`;
  return `${allowance} per ${formatDuration(windowMs)}`;
}

const TRANSPORT_FAULTS: Readonly<Record<TransportFault, string>> = {
  connect: 'no connection',
  timeout: 'no response in time',
  lost: 'a lost connection',
  tooLarge: 'a response that is too large',
  redirect: 'a redirect',
  closed: 'a closed client',
};

export const HEALTH_ERRORS: Catalogue<HealthErrors> = {
  bug: ({ name }) => `Unexpected ${name}`,
  locked: ({ request }) => `Expected an API key for ${request}, found none`,
  network: () => 'Expected a request that this network allows, found another',
  partialList: ({ resource, partial }) => `Expected a list of ${resource} with ${formatPartialListing(partial)}`,
  rateLimited: ({ budget, untilMs }) =>
    `Expected budget left for ${BUDGET_NAMES[budget].toLowerCase()}, found it used up until ${formatTime(untilMs)}`,
  refused: ({ request, status, codes }) =>
    `Expected ${request} to succeed, found status ${status}${codes.length === 0 ? ' without a reason' : `: ${codes.map(wordsOfCode).join(', ')}`}`,
  transport: ({ request, fault, systemCode }) =>
    `Expected a response${request === null ? '' : ` to ${request}`}, found ${TRANSPORT_FAULTS[fault]}${systemCode === null ? '' : ` (${systemCode})`}`,
  unreadable: ({ path, expected, found }) => `Expected ${expected} at ${path}, found ${found}`,
};

export const HEALTH_SOURCES: Catalogue<HealthSources> = {
  balances: () => 'Balances',
  cancelOrder: () => 'Cancel order',
  candles: () => 'Candles',
  fills: () => 'Fills',
  listener: ({ events }) => `Listener of ${events === 'budgets' ? 'budgets' : `${events} events`}`,
  markets: () => 'Markets',
  measureClock: () => 'Clock',
  orders: () => 'Orders',
  placeOrder: () => 'Place order',
  positions: () => 'Positions',
  recentTrades: () => 'Recent trades',
  stream: ({ name }) => `Stream ${name}`,
};

/** 'Place order: Expected …'. */
export function formatHealthError({ source, error }: Pick<HealthError, 'source' | 'error'>): string {
  return `${formatCoded(HEALTH_SOURCES, source)}: ${formatCoded(HEALTH_ERRORS, error)}`;
}

/** `Click to wire 1.2 ms, 95 % within 3.4 ms, 99 % within 9 ms; …`. */
export function formatOrderSpeed({ sinceMs, clickToWire, exitToWire, wireToAck }: OrderSpeed): string {
  const parts: string[] = [];
  if (clickToWire !== null) parts.push(`click to wire ${formatDurations(clickToWire)}`);
  if (exitToWire !== null) parts.push(`move or flatten to wire, with its cancels, ${formatDurations(exitToWire)}`);
  if (parts.length === 0) return 'No order was sent since the start.';
  if (wireToAck !== null) parts.push(`wire to answer ${formatDurations(wireToAck)}`);
  const count = (clickToWire?.count ?? 0) + (exitToWire?.count ?? 0);
  const text = parts.join('; ');
  const orders = `${count} ${count === 1 ? 'order' : 'orders'} since ${formatTime(sinceMs, 'machine')}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}. ${orders}.`;
}

function formatDurations({ p50Ms, p95Ms, p99Ms }: DurationSummary): string {
  const [middle, most, nearlyAll] = [p50Ms, p95Ms, p99Ms].map((ms) => `${Math.round(ms * 10) / 10} ms`);
  return `${middle}, 95 % within ${most}, 99 % within ${nearlyAll}`;
}
