/** Ticket model: steps of the price field, the one button, and the reasons beside it. */
import { encodeMessage } from '#shared/ipc/codec.ts';
import type { Market } from '#shared/market/market.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import type { Denial } from '#shared/order/check.ts';
import { SETUP_BUTTONS } from '#shared/text/account/readiness.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';

/** Moves a price by ticks within the grid; without a price it starts at `start`. */
export function stepPrice(price: Price | null, start: Price | null, ticks: number, tick: Tick): Price {
  if (price === null) return start ?? ((Math.floor(MICROS / 2 / tick) * tick) as Price);
  const slot = ticks > 0 ? Math.floor(price / tick) : Math.ceil(price / tick);
  const most = Math.floor((MICROS - tick) / tick);
  return (Math.min(Math.max(slot + ticks, 1), most) * tick) as Price;
}

export interface Action {
  readonly kind: Exclude<Readiness['code'], 'armed'> | 'place';
  readonly label: string;
  readonly enabled: boolean;
}

const STEP_LABELS: Readonly<Record<Exclude<Readiness['code'], 'armed' | 'setupRequired'>, string>> = {
  noWallet: 'Set up a wallet',
  locked: 'Unlock',
  readOnly: 'Read-only · set up signing',
  custodialUnconfirmed: 'Confirm the account',
  clockOffset: 'Trading is disarmed: clocks differ',
  disarmed: 'Arm trading',
};

/** What must pass or be agreed to before an order that the check allows; null for nothing. */
export function holdOf(blockedMs: number, isSecond: boolean): string | null {
  if (blockedMs > 0) return `Blocked for ${Math.ceil(blockedMs / 1_000)} s`;
  return isSecond ? 'Agree to a second order first' : null;
}

/** The one button: the next step before an order, else the order; `summary` is null while it is incomplete. */
export function buildAction(
  readiness: Readiness,
  denials: readonly Denial[],
  summary: string | null,
  busy: boolean,
  hold: string | null = null,
): Action {
  const { code } = readiness;
  if (code === 'setupRequired') {
    return { kind: code, label: SETUP_BUTTONS[readiness.parameters.gap], enabled: true };
  }
  if (code !== 'armed') return { kind: code, label: STEP_LABELS[code], enabled: code !== 'clockOffset' };
  if (summary === null) return { kind: 'place', label: 'Place order', enabled: false };
  if (busy) return { kind: 'place', label: `Placing: ${summary}…`, enabled: false };
  if (hold !== null && denials.length === 0) return { kind: 'place', label: hold, enabled: false };
  return { kind: 'place', label: `Place: ${summary}`, enabled: denials.length === 0 };
}

/** Codes that the button shows. */
const BUTTON_CODES: ReadonlySet<string> = new Set([
  'noWallet',
  'locked',
  'setupRequired',
  'custodialUnconfirmed',
  'disarmed',
]);

/** Denials that neither the button nor a field shows. */
export function listDenials(
  denials: readonly Denial[],
  hasPriceHint: boolean,
  hasSizeHint: boolean,
): readonly Denial[] {
  // Without a signing key no other denial matters.
  if (denials.some(({ code }) => code === 'readOnly')) return denials.filter(({ code }) => code === 'readOnly');
  // Nor does one of an order that no market takes.
  if (denials.some(({ code }) => code === 'marketClosed')) return denials.filter(({ code }) => code === 'marketClosed');
  // Without an unlocked wallet no amounts are known, and the button says why.
  const hasWallet = !denials.some(({ code }) => code === 'noWallet' || code === 'locked' || code === 'setupRequired');
  return denials.filter((denial) => {
    if (!hasWallet && (denial.code === 'balance' || denial.code === 'sellable')) return false;
    if (BUTTON_CODES.has(denial.code)) return false;
    if (denial.code === 'badPrice') return !hasPriceHint;
    if (denial.code === 'badSize') return !hasSizeHint;
    return true;
  });
}

/** What the form shows of a market's entry in the catalogue: everything but its prices and volume. */
export function describeListing(market: Market | null, tick: Tick | undefined): string {
  const { lastPrice: _last, yesPrice: _yes, noPrice: _no, volume24h: _volume, ...rest } = market ?? {};
  return encodeMessage([tick, rest]);
}
