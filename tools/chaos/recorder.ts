/**
 * Recorder on the exchange's side: what the engine did and which requests arrived, independent of every encoder and client.
 *
 * Units       Ticks of one cent, millionths, Unix ms of the shared clock.
 * Shape       It outlives restarts of the exchange, and remembers orders that the engine has forgotten.
 */
import type { Fill, Order, OrderState } from '#paper/engine/state.ts';
import type { SeenRequest } from '#paper/server/core.ts';
import type { Observer } from '#paper/server/exchange.ts';
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { SignedEntry } from '#shared/order/journalEntry.ts';
import { formatShares } from '#shared/units/shares.ts';

export interface TrueOrder {
  readonly id: string;
  readonly market: string;
  readonly side: Side;
  readonly direction: Direction;
  readonly ticks: number;
  readonly shares: number;
  state: OrderState;
  remaining: number;
  locked: number;
}

export interface TrueFill {
  readonly id: string;
  readonly orderId: string;
  readonly market: string;
  readonly ticks: number;
  readonly shares: number;
  readonly value: number;
  readonly fee: number;
}

export interface Line {
  readonly atMs: number;
  readonly text: string;
}

/** A placement that the exchange executed or refused. */
export interface Placement {
  readonly mark: string;
  readonly status: number | null;
  readonly orderId: string | null;
  readonly codes: readonly string[];
  readonly fault: string | null;
}

export interface Recorder {
  readonly observer: Observer;
  onRequest(request: SeenRequest): void;
  orders(): ReadonlyMap<string, TrueOrder>;
  fills(): ReadonlyMap<string, TrueFill>;
  placements(): readonly Placement[];
  /** Ids of the orders that were placed with this mark. */
  ordersOf(mark: string): readonly string[];
  linesOf(orderId: string | null, mark: string | null): readonly Line[];
}

export interface RecorderOptions {
  now(): number;
  slugOf(order: Order): string;
  /** Called when an order was placed and its answer has not left. */
  onPlaced(): void;
}

export function openRecorder({ now, slugOf, onPlaced }: RecorderOptions): Recorder {
  const orders = new Map<string, TrueOrder>();
  const fills = new Map<string, TrueFill>();
  const placements: Placement[] = [];
  const idsByMark = new Map<string, string[]>();
  const orderLines = new Map<string, Line[]>();
  const markLines = new Map<string, Line[]>();

  const addLine = (map: Map<string, Line[]>, key: string, text: string): void => {
    const lines = map.get(key) ?? [];
    lines.push({ atMs: now(), text });
    map.set(key, lines);
  };

  const onPlacement = ({ body, status, value, fault }: SeenRequest): void => {
    const mark = readMark(body);
    if (mark === null) return;
    const id = status === 201 ? String((value as { readonly id: number }).id) : null;
    const codes = id === null ? ((value as { readonly errors?: string[] } | null)?.errors ?? []) : [];
    placements.push({ mark, status, orderId: id, codes, fault });
    if (id !== null) idsByMark.set(mark, [...(idsByMark.get(mark) ?? []), id]);
    const outcome = id === null ? `refused ${status} ${codes.join(' ')}` : `placed as ${id}`;
    addLine(markLines, mark, `placement ${outcome}${fault ? `, answer changed by ${fault}` : ''}`);
    if (id !== null) onPlaced();
  };

  return {
    observer: {
      onOrder(order, change) {
        const { side, direction, ticks, shares, state, remaining, locked } = order;
        const id = String(order.id);
        orders.set(id, { id, market: slugOf(order), side, direction, ticks, shares, state, remaining, locked });
        addLine(orderLines, id, `${change}: ${state}, ${remaining} of ${shares} remain, ${locked} locked`);
      },
      onFill(fill) {
        const { order, ticks, shares, value, fee } = fill;
        const known = {
          id: String(fill.id),
          orderId: String(order.id),
          market: slugOf(order),
          ticks,
          shares,
          value,
          fee,
        };
        fills.set(keyOfFill(fill), known);
        addLine(orderLines, String(order.id), `fill ${fill.id}: ${shares} at ${ticks}, fee ${fee}`);
      },
      onBalance() {},
      onPosition() {},
    },
    onRequest(request) {
      if (request.method !== 'POST') return;
      if (request.target.endsWith('/account/orders')) onPlacement(request);
      const cancel = /\/orders\/(\d+)\/cancel$/.exec(request.target);
      if (!cancel) return;
      const { status, fault } = request;
      addLine(orderLines, cancel[1]!, `cancel answered ${status}${fault ? `, changed by ${fault}` : ''}`);
    },
    orders: () => orders,
    fills: () => fills,
    placements: () => placements,
    ordersOf: (mark) => idsByMark.get(mark) ?? [],
    linesOf(orderId, mark) {
      const lines = [
        ...(mark === null ? [] : (markLines.get(mark) ?? [])),
        ...(orderId === null ? [] : (orderLines.get(orderId) ?? [])),
      ];
      return lines.sort((a, b) => a.atMs - b.atMs);
    },
  };
}

const keyOfFill = ({ id, order }: Fill): string => `${id}/${order.id}`;

/** What tells one placement from every other: the salt of a signed order, the volume of another (the driver repeats none). */
export function markOf({ salt, intent }: Pick<SignedEntry, 'salt' | 'intent'>): string {
  return salt === null ? formatShares(intent.shares) : String(salt);
}

function readMark(body: string): string | null {
  try {
    const { signed_order: signed, volume } = JSON.parse(body) as {
      readonly signed_order?: { readonly salt?: unknown };
      readonly volume?: unknown;
    };
    const mark = signed === undefined ? volume : signed.salt;
    return typeof mark === 'string' ? mark : null;
  } catch {
    return null;
  }
}
