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
  readonly salt: string;
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
  /** Ids of the orders that were placed with this salt. */
  ordersOf(salt: string): readonly string[];
  linesOf(orderId: string | null, salt: string | null): readonly Line[];
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
  const idsBySalt = new Map<string, string[]>();
  const orderLines = new Map<string, Line[]>();
  const saltLines = new Map<string, Line[]>();

  const addLine = (map: Map<string, Line[]>, key: string, text: string): void => {
    const lines = map.get(key) ?? [];
    lines.push({ atMs: now(), text });
    map.set(key, lines);
  };

  const onPlacement = ({ body, status, value, fault }: SeenRequest): void => {
    const salt = readSalt(body);
    if (salt === null) return;
    const id = status === 201 ? String((value as { readonly id: number }).id) : null;
    const codes = id === null ? ((value as { readonly errors?: string[] } | null)?.errors ?? []) : [];
    placements.push({ salt, status, orderId: id, codes, fault });
    if (id !== null) idsBySalt.set(salt, [...(idsBySalt.get(salt) ?? []), id]);
    const outcome = id === null ? `refused ${status} ${codes.join(' ')}` : `placed as ${id}`;
    addLine(saltLines, salt, `placement ${outcome}${fault ? `, answer changed by ${fault}` : ''}`);
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
    ordersOf: (salt) => idsBySalt.get(salt) ?? [],
    linesOf(orderId, salt) {
      const lines = [
        ...(salt === null ? [] : (saltLines.get(salt) ?? [])),
        ...(orderId === null ? [] : (orderLines.get(orderId) ?? [])),
      ];
      return lines.sort((a, b) => a.atMs - b.atMs);
    },
  };
}

const keyOfFill = ({ id, order }: Fill): string => `${id}/${order.id}`;

function readSalt(body: string): string | null {
  try {
    const { signed_order: signed } = JSON.parse(body) as { readonly signed_order?: { readonly salt?: unknown } };
    return typeof signed?.salt === 'string' ? signed.salt : null;
  } catch {
    return null;
  }
}
