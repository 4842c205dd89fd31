/**
 * Plan of a typed command: what it would do, in words, and what stands against it.
 *
 * Invariants  Planning reads the mirror and changes nothing; `run` acts by the same functions as buttons and keys.
 */
import { DEFAULT_TICK, tickDecimals } from '#shared/market/tickGrid.ts';
import type { FlattenScope } from '#shared/order/exits/flattenPlan.ts';
import { ALL_ORDERS, type CancelSelection, isSelected } from '#shared/order/exits/selection.ts';
import { isTerminal } from '#shared/order/life.ts';
import { formatReadiness } from '#shared/text/account/readiness.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { readReadiness } from '../../domain/account/readiness.ts';
import { type ConditionalPlan, planConditional } from '../../domain/conditionals/conditionalPlan.ts';
import { openDryRun } from '../../domain/conditionals/dryRun.ts';
import { moveOrder, panic, requestFlatten } from '../../domain/exits/exits.ts';
import { findMarket } from '../../domain/markets/markets.ts';
import type { Report } from '../../domain/noticeFacts.ts';
import { cancelSelected, checkCancelAll } from '../../domain/orders/cancelAll.ts';
import { describeMoved } from '../../domain/orders/orderFigures.ts';
import type { Typed } from '../../domain/orders/typedPrice.ts';
import type { Mirror } from '../../feed/mirror.ts';
import { setArmed } from '../hotkeys/shellActions.ts';
import type { Command, MoveCommand } from './grammar.ts';
import { type OrderPlan, type Problem, planOrder } from './orderPlan.ts';

export interface ActPlan {
  readonly kind: 'act';
  /** What Enter does: 'Cancel every order'. */
  readonly title: string;
  readonly detail: string | null;
  readonly blockedBy: string | null;
  /** Answers the notice, or null where what follows is on screen. */
  run(): Promise<Report | null>;
}

export type Plan = OrderPlan | ConditionalPlan | ActPlan | Problem;

/**
 * @param named the market that the command names; null where it names none.
 * @param market that one, or else the market of the pane in front.
 */
export function planNamed(
  mirror: Mirror,
  named: Typed<MarketId> | null,
  market: MarketId | null,
  command: Command,
  nowMs: number,
): Plan {
  if (named !== null && !named.ok) return { kind: 'problem', text: named.hint ?? 'Type the name of a market' };
  return planCommand(mirror, market, command, nowMs);
}

/** True for a command of one market or of its event, whose preview names the market. */
export function isOfMarket(command: Command): boolean {
  if (command.kind === 'cancel' || command.kind === 'flatten') return command.what !== 'all';
  return command.kind !== 'panic' && command.kind !== 'arm' && command.kind !== 'disarm';
}

/** @param market the market of the pane in front; null before there is one. */
export function planCommand(mirror: Mirror, market: MarketId | null, command: Command, nowMs: number): Plan {
  switch (command.kind) {
    case 'panic':
      return act('Panic', 'Disarms, stops what places orders, and cancels every order', null, withoutReport(panic));
    case 'arm':
    case 'disarm':
      return planArm(mirror, command.kind === 'arm');
    case 'cancel':
      return planCancel(mirror, market, command.what);
    case 'flatten':
      return planFlatten(mirror, market, command.what);
    default:
  }
  if (market === null) return { kind: 'problem', text: 'No market yet: search one and press Enter' };
  switch (command.kind) {
    case 'move':
      return planMove(mirror, market, command);
    case 'conditional': {
      const plan = planConditional(mirror, market, command.form, nowMs);
      return plan.kind === 'conditional' ? plan : { kind: 'problem', text: plan.text };
    }
    case 'dryRun': {
      const plan = planConditional(mirror, market, command.form, nowMs);
      if (plan.kind !== 'conditional') return { kind: 'problem', text: plan.text };
      const run = withoutReport(() => {
        openDryRun(plan.terms);
        return undefined;
      });
      return act(`Dry run: ${plan.summary}`, 'Simulates a day of this market: nothing is sent', null, run);
    }
    default:
      return planOrder(mirror, market, command, nowMs);
  }
}

function act(
  title: string,
  detail: string | null,
  blockedBy: string | null,
  run: () => Promise<Report | null>,
): ActPlan {
  return { kind: 'act', title, detail, blockedBy, run };
}

/** Runs what shows its result itself. */
function withoutReport(run: () => Promise<void> | undefined): () => Promise<null> {
  return async () => {
    await run();
    return null;
  };
}

function opensFlatten(scope: FlattenScope): () => Promise<null> {
  return withoutReport(() => {
    requestFlatten(scope);
    return undefined;
  });
}

function planArm(mirror: Mirror, isArm: boolean): ActPlan {
  const readiness = readReadiness(mirror);
  const isArmed = readiness.code === 'armed';
  const canStart = readiness.code === 'disarmed' || isArmed;
  const blockedBy = !canStart
    ? formatReadiness(readiness)
    : isArm === isArmed
      ? `Trading is ${isArm ? 'armed' : 'disarmed'} already`
      : null;
  const detail = isArm ? 'Orders are then sent at a click or Enter' : null;
  return act(
    isArm ? 'Arm trading' : 'Disarm trading',
    detail,
    blockedBy,
    withoutReport(() => setArmed(isArm)),
  );
}

type CancelWhat = Extract<Command, { kind: 'cancel' }>['what'];

const CANCEL_TITLES: Readonly<Record<CancelWhat, string>> = {
  all: 'Cancel every order in every market',
  market: 'Cancel every order of this market',
  event: 'Cancel every order of this event',
  bids: 'Cancel the bids of this market: buys of yes, sales of no',
  asks: 'Cancel the asks of this market: sales of yes, buys of no',
  yes: 'Cancel the yes orders of this market',
  no: 'Cancel the no orders of this market',
};

function planCancel(mirror: Mirror, market: MarketId | null, what: CancelWhat): ActPlan | Problem {
  const selection = selectOrders(mirror, market, what);
  if (typeof selection === 'string') return { kind: 'problem', text: selection };
  const account = mirror.account();
  const eventOf = (id: MarketId): number | null => findMarket(mirror, id)?.eventId ?? null;
  const count = (account?.orders ?? []).filter(
    (order) => !isTerminal(order.life) && isSelected(order, selection, eventOf),
  ).length;
  const { isPossible, title } = checkCancelAll(account, mirror.wallet());
  const isEmpty = account?.at === 'live' && count === 0 && (account.unreadable ?? []).length === 0;
  const blockedBy = !isPossible ? title : isEmpty ? 'No such order is open' : null;
  const known = count === 1 ? '1 open order is known' : `${count} open orders are known`;
  const detail = isEmpty ? null : known;
  return act(CANCEL_TITLES[what], detail, blockedBy, () => cancelSelected(selection));
}

function selectOrders(mirror: Mirror, market: MarketId | null, what: CancelWhat): CancelSelection | string {
  if (what === 'all') return ALL_ORDERS;
  if (market === null) return 'No market yet: search one and press Enter';
  switch (what) {
    case 'event': {
      const eventId = findMarket(mirror, market)?.eventId ?? null;
      return eventId === null ? 'This market belongs to no event' : { ...ALL_ORDERS, eventId };
    }
    case 'market':
      return { ...ALL_ORDERS, market };
    case 'bids':
    case 'asks':
      return { ...ALL_ORDERS, market, column: what === 'bids' ? 'bid' : 'ask' };
    default:
      return { ...ALL_ORDERS, market, side: what };
  }
}

function planFlatten(mirror: Mirror, market: MarketId | null, what: 'market' | 'event' | 'all'): ActPlan | Problem {
  const detail = 'Opens the preview: nothing is sent before you start it there';
  if (what === 'all') return act('Flatten every position', detail, null, opensFlatten({ kind: 'all' }));
  if (market === null) return { kind: 'problem', text: 'No market yet: search one and press Enter' };
  if (what === 'market') {
    return act('Flatten this market', detail, null, opensFlatten({ kind: 'market', market }));
  }
  const eventId = findMarket(mirror, market)?.eventId ?? null;
  if (eventId === null) return { kind: 'problem', text: 'This market belongs to no event' };
  return act('Flatten this event', detail, null, opensFlatten({ kind: 'event', eventId }));
}

function planMove(mirror: Mirror, market: MarketId, { from, to }: MoveCommand): ActPlan | Problem {
  const decimals = tickDecimals(mirror.catalogue()?.tick ?? DEFAULT_TICK);
  const resting = (mirror.account()?.orders ?? [])
    .filter((one) => one.market === market && one.life.at === 'resting' && one.direction !== null)
    .filter((one) => from === null || one.price === from)
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs);
  const [order] = resting;
  if (order === undefined) {
    const where = from === null ? '' : ` at ${formatTickPrice(from, decimals)}`;
    return { kind: 'problem', text: `No order rests${where} in this market` };
  }
  if (order.price === to) return { kind: 'problem', text: `It rests at ${formatTickPrice(to, decimals)} already` };
  const readiness = readReadiness(mirror);
  const what = `${order.direction} ${formatContracts(order.remaining)} ${order.side}`;
  const which = resting.length === 1 ? '' : ` The newest of ${resting.length}.`;
  const crossing = describeMoved(order, to, mirror.book(market), decimals);
  return act(
    `Move ${what} from ${formatTickPrice(order.price, decimals)} to ${formatTickPrice(to, decimals)}`,
    `${crossing === null ? '' : `${crossing} `}Cancels it, waits until that is proved, and places what did not fill meanwhile.${which}`,
    readiness.code === 'armed' ? null : formatReadiness(readiness),
    () => moveOrder(order, to, mirror.book(market)?.version ?? null),
  );
}
