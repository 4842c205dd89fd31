/**
 * Session keys of the Wallet pane: what each key is authorised for, and the clamp of a prepared key.
 *
 * Units       Unix ms.
 */
import type { SessionGrantView, SessionKeyView, WalletView } from '#shared/ipc/views.ts';
import { OWN_KEY_TYPE } from '#shared/order/orderSigner.ts';
import { formatDateTime } from '#shared/text/times.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import { shorten } from '../../ui/shorten.ts';

/** Longest lifetime that can be requested, in hours: 90 days. */
const MAX_HOURS = 2_160;

export interface SessionRow {
  readonly id: string;
  readonly name: string;
  readonly x: string;
  readonly state: string;
  readonly tone: 'good' | 'warn' | 'idle';
  /** The calls for this key are prepared. */
  readonly isPrepared: boolean;
}

/** True where the own key can sign the calls that authorise a session key. */
export function canHaveSessionKeys({ setup }: Pick<WalletView, 'setup'>): boolean {
  return setup !== null && setup.status === 'ready' && setup.signatureType === OWN_KEY_TYPE;
}

export function listSessionRows(
  { sessionKeys }: Pick<WalletView, 'sessionKeys'>,
  nowMs: number,
): readonly SessionRow[] {
  const { keys, grant } = sessionKeys;
  return keys.map((key) => ({
    id: key.id,
    name: `Session key ${shorten(key.x)}`,
    x: key.x,
    ...describeAuthorisation(key, nowMs),
    isPrepared: grant?.keyId === key.id,
  }));
}

function describeAuthorisation({ authorised }: SessionKeyView, nowMs: number): Pick<SessionRow, 'state' | 'tone'> {
  if (authorised === null) return { state: 'not authorised', tone: 'idle' };
  const until = formatDateTime(authorised.untilMs, nowMs);
  if (authorised.untilMs <= nowMs) return { state: `expired ${until}`, tone: 'idle' };
  if (authorised.isUnderWay) return { state: `being authorised until ${until}: see Calls`, tone: 'idle' };
  if (authorised.isConfirmed) return { state: `authorised until ${until}`, tone: 'good' };
  return {
    state: `may be authorised until ${until}: its calls were not seen executed. Prepare it again to find out`,
    tone: 'warn',
  };
}

/** 'until today 14:02' or, where the exchange granted less, with the requested time. */
export function formatGrant(
  grant: Pick<SessionGrantView, 'requestedUntilMs' | 'grantedUntilMs'>,
  nowMs: number,
): string {
  const granted = `until ${formatDateTime(grant.grantedUntilMs, nowMs)}`;
  if (grant.grantedUntilMs >= grant.requestedUntilMs) return `${granted}, as requested`;
  return `${granted}: the exchange’s policy shortened the requested ${formatDateTime(grant.requestedUntilMs, nowMs)}`;
}

/** Whole hours from 1 to 2160, or null. */
export function parseHours(text: string): number | null {
  const plain = text.trim();
  if (!/^[1-9]\d{0,3}$/.test(plain)) return null;
  const hours = parseInteger(plain);
  return hours <= MAX_HOURS ? hours : null;
}

export function isAddressText(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text.trim());
}
