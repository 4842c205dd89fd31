/**
 * Strips over the panes: the network that orders go to, and what happened while nobody could see the account.
 *
 * Invariants  Moves the panes down and covers none of them. Each absence is one line; what does not fit is in its details.
 */

import type { AppInfo } from '#shared/ipc/contract.ts';
import type { Absence } from '#shared/order/account/absence.ts';
import { formatAbsence, listAbsence } from '#shared/text/account/absence.ts';
import { BARS_LABELS } from '#shared/text/barsLabels.ts';
import { formatLockReason } from '#shared/text/custody/lockReasons.ts';
import { act } from '../act/bridge.ts';
import { nameMarket } from '../domain/conditionals/conditionalNames.ts';
import { useFeed } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';
import { useNow } from '../ui/clock.ts';
import './absence.css';

const NONE: readonly Absence[] = [];

export function AbsenceStrip() {
  const absences = useFeed([feedKey.account, feedKey.listing], (mirror) => mirror.account()?.absences ?? NONE);
  const lastLock = useFeed([feedKey.wallet], (mirror) => mirror.wallet()?.custody.lastLock ?? null);
  const now = useNow(60_000);
  return (
    // Always there, so that the rows of the window keep their places.
    <div className="absence-place">
      {absences.length === 0 ? null : (
        <section className="absence" aria-label={BARS_LABELS.whileYouWereAway} role="alert" data-testid="absence">
          <ul className="absence-list scroll">
            {absences.map((absence) => {
              const lines = listAbsence(absence, nameMarket);
              const why =
                absence.cause === 'locked' && lastLock !== null ? `: ${formatLockReason(lastLock.reason)}` : '';
              return (
                <li key={absence.fromMs}>
                  <strong>
                    {formatAbsence(absence, now)}
                    {why}
                  </strong>
                  {lines.map((line) => (
                    <span key={line}>{line}</span>
                  ))}
                </li>
              );
            })}
          </ul>
          <button type="button" className="button small" onClick={() => void act('account.dismissAbsences', {})}>
            Dismiss
          </button>
        </section>
      )}
    </div>
  );
}

const LIVE_TEXT = 'LIVE · REAL MONEY';

/** Strip over the whole window that shows which network orders go to; live most of all. */
export function NetworkStrip({ network }: { readonly network: AppInfo['network'] | null }) {
  return (
    <div className={`network-strip ${network ?? 'unknown'}`} data-testid="network-strip">
      {network === 'live' ? (
        <>
          <span>{LIVE_TEXT}</span>
          <span aria-hidden="true">{LIVE_TEXT}</span>
          <span aria-hidden="true">{LIVE_TEXT}</span>
        </>
      ) : null}
    </div>
  );
}
