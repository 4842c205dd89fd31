/** Numbers as a trader reads them: grouped, a true minus sign, the same decimals in a column. */
import { formatMicros, formatMicrosFixed, type Toward } from '#shared/units/micros.ts';
import type { Shares } from '#shared/units/shares.ts';
import type { Usd } from '#shared/units/usd.ts';

export const MINUS = '−';

function group(text: string): string {
  const negative = text.startsWith('-');
  const [whole = '0', fraction] = (negative ? text.slice(1) : text).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${negative ? MINUS : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** '9,412.36', '−305.00'. */
export function showUsd(usd: Usd, decimals = 2, toward: Toward = 'zero'): string {
  return group(formatMicrosFixed(usd, decimals, toward));
}

/** A gain or a loss, never shown better than it is: '+41.20', '−305.00', '0.00'. */
export function showSignedUsd(usd: Usd, decimals = 2): string {
  const text = showUsd(usd, decimals, 'down');
  return usd > 0n && /[1-9]/.test(text) ? `+${text}` : text;
}

/** Whole contracts without decimals, others with up to two: '500', '2.5'. */
export function showShares(shares: Shares | number): string {
  return group(shares % 1_000_000 === 0 ? formatMicros(shares) : formatMicrosFixed(shares, 2));
}

/** Whole contracts, cut down so that a column keeps its shape and promises nothing: '1,306', '<1', '0'. */
export function showWhole(shares: number): string {
  if (shares > 0 && shares < 1_000_000) return '<1';
  return group(formatMicrosFixed(shares, 0));
}

/** A price with the decimals of its tick: '0.61'. */
export function showPrice(micros: number, decimals = 2): string {
  return formatMicrosFixed(micros, decimals);
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});

/** Local time of day: '14:02:59', with milliseconds '14:02:59.412'. */
export function showTime(ms: number, withMs = false): string {
  const text = CLOCK.format(ms);
  return withMs ? `${text}.${String(Math.trunc(ms) % 1000).padStart(3, '0')}` : text;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const FULL_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** Local day and minute, as short as they are clear: 'today 14:02', '28 Nov, 14:02', '28 Nov 2025, 14:02'. */
export function showMoment(ms: number, nowMs: number): string {
  const minute = CLOCK.format(ms).slice(0, 5);
  const full = FULL_DAY.format(ms);
  const today = FULL_DAY.format(nowMs);
  if (full === today) return `today ${minute}`;
  return `${full.slice(-4) === today.slice(-4) ? DAY.format(ms) : full}, ${minute}`;
}

/** Time left or gone by: '3 d', '2 h 14 m', '4.1 s'. */
export function showSpan(ms: number): string {
  const span = Math.max(0, ms);
  if (span < 10_000) return `${Math.floor(span / 1000)}.${Math.floor((span % 1000) / 100)} s`;
  if (span < 60_000) return `${Math.floor(span / 1000)} s`;
  if (span < 3_600_000) return `${Math.floor(span / 60_000)} m`;
  if (span < 86_400_000) return `${Math.floor(span / 3_600_000)} h ${Math.floor((span % 3_600_000) / 60_000)} m`;
  return `${Math.floor(span / 86_400_000)} d`;
}
