/**
 * Plan of a typed order: what would be sent, what it costs, and every reason against it, by the ticket's own functions.
 *
 * Units       Prices in the terms of the order's side; millionths throughout.
 * Invariants  Reads the mirror and changes nothing. An order is placed only when trading is armed and nothing denies it.
 */
import type { Direction, Side } from '#shared/market/outcome.ts';
import { nearestOnTick } from '#shared/market/tickGrid.ts';
import { checkIntent, type Denial, type PreTradeContext } from '#shared/order/check.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { SizeBudget } from '#shared/order/sizeBudget.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import { findUnknownTwin } from '../../act/click.ts';
import { findOpenCost } from '../../domain/account/exposure.ts';
import { buildOrderPreview, formatOrder, type OrderPreview } from '../../domain/orders/orderFigures.ts';
import { readBest, readPreTradeContext } from '../../domain/orders/preTradeContext.ts';
import { parseTypedSize } from '../../domain/orders/typedSize.ts';
import type { Mirror } from '../../feed/mirror.ts';
import type { PlaceCommand } from './grammar.ts';

export interface OrderPlan {
  readonly kind: 'order';
  readonly market: MarketId;
  readonly order: Pick<OrderIntent, 'side' | 'direction' | 'price' | 'shares' | 'postOnly' | 'isPriceTyped'>;
  /** The amount of money that the size was typed as; null for contracts. */
  readonly budget: SizeBudget | null;
  readonly context: PreTradeContext;
  readonly denials: readonly Denial[];
  readonly preview: OrderPreview;
  /** 'buy 500 yes at 0.42'. */
  readonly summary: string;
  /** The answer to the same order is unknown: it may rest or have filled. */
  readonly hasUnknownTwin: boolean;
  /** What Enter does: places it, fills the ticket, opens the dialog of the step before, or nothing while it is refused. */
  readonly step: 'place' | 'fill' | 'wizard' | 'unlock' | 'refused';
}

export interface Problem {
  readonly kind: 'problem';
  readonly text: string;
}

const PREVIEW_ONLY = 'preview-only' as IntentId;

export function planOrder(mirror: Mirror, market: MarketId, command: PlaceCommand, nowMs: number): OrderPlan | Problem {
  const { direction, postOnly } = command;
  const side = command.side ?? findOnlySellable(mirror, market, nowMs);
  if (side === null) return problem('Both outcomes can be sold: type yes or no after sell');
  const context = readPreTradeContext(mirror, market, side, direction, nowMs);
  const price = command.price ?? bestOpposite(mirror, market, side, direction, context);
  if (price === null) {
    return problem(`No ${direction === 'buy' ? 'ask to buy from' : 'bid to sell into'}: type @ and a price`);
  }
  const size = readSize(command, context, price);
  if (typeof size === 'string') return problem(size);
  const typed = command.price === null ? {} : ({ isPriceTyped: true } as const);
  const order = { side, direction, price, shares: size.shares, postOnly, ...typed };
  const intent: OrderIntent = { intentId: PREVIEW_ONLY, market, ...order, bookVersion: null };
  const denials = checkIntent(intent, context);
  const step = findStep(context, denials);
  const twin = findUnknownTwin(
    (mirror.account()?.orders ?? []).filter((one) => one.market === market),
    order,
  );
  const position = direction === 'sell' ? findOpenCost(mirror, market, side) : null;
  return {
    kind: 'order',
    market,
    order,
    budget: size.budget,
    context,
    denials,
    preview: buildOrderPreview(order, mirror.book(market), position, context.feeRateMicros),
    summary: formatOrder(context.market, side, direction, price, size.shares),
    // The ticket asks for an agreement that names the first order.
    step: step === 'place' && twin !== null ? 'fill' : step,
    hasUnknownTwin: twin !== null,
  };
}

function problem(text: string): Problem {
  return { kind: 'problem', text };
}

/** The outcome that can be sold; YES if neither can, whose refusal says so; null if both can. */
function findOnlySellable(mirror: Mirror, market: MarketId, nowMs: number): Side | null {
  const [yes, no] = (['yes', 'no'] as const).map(
    (side) => (readPreTradeContext(mirror, market, side, 'sell', nowMs).sellable ?? 0) > 0,
  );
  if (yes && no) return null;
  return no ? 'no' : 'yes';
}

function bestOpposite(
  mirror: Mirror,
  market: MarketId,
  side: Side,
  direction: Direction,
  { tick }: PreTradeContext,
): Price | null {
  const best = readBest(mirror, market, side);
  const price = direction === 'buy' ? best.ask : best.bid;
  return price === null ? null : nearestOnTick(price, tick);
}

function readSize(
  { amount, direction }: PlaceCommand,
  context: PreTradeContext,
  price: Price,
): { readonly shares: Shares; readonly budget: SizeBudget | null } | string {
  const text = amount.kind === 'all' ? '100%' : amount.text;
  const mode = amount.kind === 'all' ? 'contracts' : amount.mode;
  const size = parseTypedSize(text, mode, { ...context, direction, price });
  if (!size.ok) return amount.kind === 'all' ? describeNothing(context) : (size.hint ?? 'Type a size');
  return { shares: size.value.shares!, budget: size.value.budget };
}

function describeNothing({ sellable }: PreTradeContext): string {
  return sellable === null ? 'What can be sold is not known yet' : 'Nothing of it can be sold';
}

function findStep({ readiness }: PreTradeContext, denials: readonly Denial[]): OrderPlan['step'] {
  switch (readiness.code) {
    case 'noWallet':
    case 'custodialUnconfirmed':
    case 'setupRequired':
      return 'wizard';
    case 'locked':
      return 'unlock';
    case 'armed':
      return denials.length === 0 ? 'place' : 'refused';
    default:
      return 'fill';
  }
}
