/**
 * Facts of notices: what a notice is about, and what becomes of the notice when that changes.
 *
 * Invariants  Pure. Every notice names its fact, so that none is shown as current after its fact has ended. A notice about
 *             something unknown becomes what that turned out to be.
 * Source      docs/notices.md
 */
import type { OrderView } from '#shared/ipc/views.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import { isTerminal } from '#shared/order/life.ts';
import { formatConditionalLife } from '#shared/text/conditionals/conditionals.ts';
import { formatContracts } from '#shared/text/numbers.ts';
import { formatRefusal } from '#shared/text/orders/exchangeErrors.ts';
import { formatLifeReason } from '#shared/text/orders/orderLife.ts';
import type { IntentId } from '#shared/units/ids.ts';
import type { Mirror } from '../feed/mirror.ts';
import { readReadiness } from './account/readiness.ts';

export interface NoticeFacts {
  /** An act or an event that is over: nothing later contradicts it. */
  event: object;
  /** A refused or failed act: ends when the same act is tried again, or succeeds. */
  attempt: { readonly of: string };
  /** One of our orders; `what` is the order as text. */
  order: { readonly intentId: IntentId; readonly what: string };
  /** Orders whose cancels are not confirmed, by the ids of orders or intents. */
  cancels: { readonly ids: readonly string[] };
  /** A conditional order that is armed. */
  conditional: { readonly id: ConditionalId; readonly what: string };
  /** Trading that is not armed. */
  disarmed: object;
  /** Fills of one outcome in one direction; later ones are added while the notice is report. */
  fills: { readonly key: string; readonly fills: readonly Fill[] };
  /** The main process did not answer. */
  silence: { readonly sinceMs: number };
}

export type NoticeFact = {
  readonly [K in keyof NoticeFacts]: { readonly kind: K } & NoticeFacts[K];
}[keyof NoticeFacts];

/** What a notice says. */
export interface Report {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly detail: string | null;
  readonly fact: NoticeFact;
}

/** What became of a notice: 'ended', another report, or null while it stands as it is. */
export type Became = 'ended' | Report | null;

type Source = Pick<Mirror, 'account' | 'conditionals' | 'lastFrameAtMs' | 'wallet'>;

interface Rule<K extends keyof NoticeFacts> {
  /** Which fact ends it, for docs/notices.md. */
  readonly endsWhen: string;
  follow(fact: NoticeFacts[K], report: Report, mirror: Source): Became;
}

export const EVENT: NoticeFact = { kind: 'event' };
export const DISARMED: NoticeFact = { kind: 'disarmed' };

export function attemptOf(of: string): NoticeFact {
  return { kind: 'attempt', of };
}

export const NOTICE_FACTS: { readonly [K in keyof NoticeFacts]: Rule<K> } = {
  event: { endsWhen: 'it is over when it is shown', follow: () => null },
  attempt: { endsWhen: 'the same act is tried again', follow: () => null },
  order: { endsWhen: 'the order’s life is known, or ends', follow: followOrder },
  cancels: { endsWhen: 'each of the orders has ended', follow: followCancels },
  conditional: { endsWhen: 'the conditional order ends or needs an answer', follow: followConditional },
  disarmed: {
    endsWhen: 'trading is armed',
    // Not by the account's view: it says armed until the frame after the page's own disarming.
    follow: (_fact, _report, mirror) => (readReadiness(mirror).code === 'armed' ? 'ended' : null),
  },
  fills: { endsWhen: 'it is over when it is shown', follow: () => null },
  silence: {
    endsWhen: 'the main process sends data again',
    follow: ({ sinceMs }, _report, mirror) => ((mirror.lastFrameAtMs() ?? 0) > sinceMs ? 'ended' : null),
  },
};

/** What the feed's newest data makes of a report. */
export function followReport(report: Report, mirror: Source): Became {
  const { fact } = report;
  const rule = NOTICE_FACTS[fact.kind] as Rule<NoticeFact['kind']>;
  return rule.follow(fact, report, mirror);
}

/** The report as it is now; null once its fact has ended. */
export function currentReport(report: Report, mirror: Source): Report | null {
  const became = followReport(report, mirror);
  return became === 'ended' ? null : (became ?? report);
}

function followOrder({ intentId, what }: NoticeFacts['order'], report: Report, mirror: Source): Became {
  const order = mirror.account()?.orders.find((one) => one.intentId === intentId);
  if (order === undefined) return null;
  const now = describeOrder(order, what, report);
  return now !== null && (now.title !== report.title || now.detail !== report.detail) ? now : null;
}

/** Null while nothing more is known than the notice says. */
function describeOrder(order: OrderView, what: string, report: Report): Report | null {
  const { fact } = report;
  const filled =
    order.filled > 0 ? `${formatContracts(order.filled)} of ${formatContracts(order.shares)} filled` : null;
  const { life } = order;
  switch (life.at) {
    case 'resting':
      // A placed order that rests is what its notice says.
      return report.tone === 'good' ? null : { tone: 'good', title: `It rests: ${what}`, detail: filled, fact };
    case 'done':
      // Fills have notices of their own.
      return report.tone === 'good' ? null : { tone: 'good', title: `Filled: ${what}`, detail: null, fact };
    case 'cancelled':
      return { tone: 'warn', title: `Cancelled: ${what}`, detail: filled, fact };
    case 'rejected': {
      const detail = formatRefusal({ codes: life.codes, signedBy: null });
      return { tone: 'bad', title: `Rejected: ${what}`, detail, fact };
    }
    case 'absent': {
      const detail = formatLifeReason(life.reason);
      return { tone: 'warn', title: `It never reached the exchange: ${what}`, detail, fact };
    }
    default:
      return null;
  }
}

function followCancels({ ids }: NoticeFacts['cancels'], _report: Report, mirror: Source): Became {
  const account = mirror.account();
  if (account === null) return null;
  const orders = ids.map((id) => account.orders.find((one) => one.orderId === id || one.intentId === id));
  if (orders.some((order) => order === undefined || !isTerminal(order.life))) return null;
  const filled = orders.filter((order) => order?.life.at === 'done').length;
  const title = ids.length === 1 ? 'The cancel is confirmed' : `${ids.length} cancels are confirmed`;
  if (filled === 0) return { tone: 'good', title, detail: null, fact: EVENT };
  const detail =
    filled === 1 ? '1 had filled before: check your positions' : `${filled} had filled before: check your positions`;
  return { tone: 'warn', title: ids.length === 1 ? 'The order had filled' : title, detail, fact: EVENT };
}

function followConditional({ id, what }: NoticeFacts['conditional'], report: Report, mirror: Source): Became {
  const view = mirror.conditionals();
  if (view === null || view.isHidden) return null;
  const one = view.conditionals.find((conditional) => conditional.id === id);
  // The newest frame may be from before it was armed.
  if (one === undefined) return null;
  const { life } = one;
  if (life.at === 'halted') {
    return { tone: 'bad', title: formatConditionalLife(life), detail: what, fact: report.fact };
  }
  return 'reason' in life && life.at !== 'waiting' ? 'ended' : null;
}
