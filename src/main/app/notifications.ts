/**
 * Desktop notifications of alerts.
 *
 * Units       At most five in ten seconds; the next one counts those that were left out.
 * Invariants  No account number. Amounts of the account only where the preference says so and the vault is unlocked.
 * Source      docs/alerts.md
 */
import type { AlertLogEntry } from '#shared/alerts/log.ts';
import { cleanText } from '#shared/base/cleanText.ts';
import { openRateWindow } from '#shared/base/rateWindow.ts';
import type { Notifications } from '#shared/ipc/preferences.ts';
import { formatNotification } from '#shared/text/alerts.ts';
import type { Shell } from '../shell/port.ts';

const MAX_NOTIFICATIONS = 5;
const WINDOW_MS = 10_000;
const MAX_TITLE = 80;

export interface NotificationOptions {
  readonly shell: Pick<Shell, 'notify'>;
  now(): number;
  preference(): Notifications;
  isLocked(): boolean;
  /** Null before the exchange listed it. */
  titleOf(market: string): string | null;
}

export function createNotifier(options: NotificationOptions): (entry: AlertLogEntry) => void {
  const take = openRateWindow({ max: MAX_NOTIFICATIONS, windowMs: WINDOW_MS, now: options.now });
  let omitted = 0;
  return ({ fact, market }) => {
    const { isOn, showsAmounts } = options.preference();
    if (!isOn) return;
    if (take() !== null) {
      omitted += 1;
      return;
    }
    const title = market === null ? null : options.titleOf(market);
    const text = formatNotification(fact, showsAmounts && !options.isLocked());
    const more = omitted === 0 ? '' : ` (and ${omitted} more)`;
    omitted = 0;
    options.shell.notify(title === null ? 'Adyton' : cleanText(title, MAX_TITLE), `${text}${more}`);
  };
}
