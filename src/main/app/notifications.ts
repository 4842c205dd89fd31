/**
 * Desktop notifications of alerts and conditional orders.
 *
 * Units       At most five in ten seconds; the next one counts those that were left out.
 * Invariants  No account number. Amounts of the account only where the preference says so and the vault is unlocked.
 * Source      docs/alerts.md
 */
import type { AlertLogEntry } from '#shared/alerts/log.ts';
import { cleanText } from '#shared/base/cleanText.ts';
import { openRateWindow } from '#shared/base/rateWindow.ts';
import type { Notifications } from '#shared/ipc/preferences.ts';
import { formatNotification } from '#shared/text/alerts/alerts.ts';
import { formatConditionalNotice } from '#shared/text/conditionals/conditionals.ts';
import type { Shell } from '../shell/port.ts';
import type { NoticeOf } from '../trading/conditionals/conditionalsApi.ts';

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

export interface Notifier {
  noteAlert(entry: AlertLogEntry): void;
  /** Notifies of what a conditional order did or waits for; leaves out notices that only the pane shows. */
  noteConditional(notice: NoticeOf): void;
}

export function createNotifier(options: NotificationOptions): Notifier {
  const take = openRateWindow({ max: MAX_NOTIFICATIONS, windowMs: WINDOW_MS, now: options.now });
  let omitted = 0;

  function send(market: string | null, text: string): void {
    if (!options.preference().isOn) return;
    if (take() !== null) {
      omitted += 1;
      return;
    }
    const title = market === null ? null : options.titleOf(market);
    const more = omitted === 0 ? '' : ` (and ${omitted} more)`;
    omitted = 0;
    options.shell.notify(title === null ? 'Adyton' : cleanText(title, MAX_TITLE), `${text}${more}`);
  }

  return {
    noteAlert({ fact, market }) {
      const { showsAmounts } = options.preference();
      send(market, formatNotification(fact, showsAmounts && !options.isLocked()));
    },
    noteConditional({ terms, notice }) {
      const text = formatConditionalNotice(terms.kind, notice);
      if (text !== null) send(terms.outcome.market, text);
    },
  };
}
