/** Question before a lock by hand: what nobody watches then. Enter locks, Escape does not. */

import { useEffect } from 'react';
import { LOCK_DIALOG_LABELS } from '#shared/text/custody/lockDialogLabels.ts';
import { formatLeaving } from '#shared/text/exits/leaving.ts';
import { lockNow, readLeaving, useLockQuestion } from '../../domain/account/leaving.ts';
import { nameMarket } from '../../domain/conditionals/conditionalNames.ts';
import { useFeed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { FIRST_FOCUS } from '../../ui/focus.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import './lockDialog.css';

const KEYS = [feedKey.account, feedKey.conditionals, feedKey.wallet, feedKey.listing];
const close = (): void => useLockQuestion.setState({ isOpen: false });

export function LockDialog() {
  const isOpen = useLockQuestion((state) => state.isOpen);
  const isUnlocked = useFeedValue([feedKey.wallet], (mirror) => mirror.wallet()?.vault === 'unlocked');
  // Another window or the idle time may have locked it meanwhile.
  useEffect(() => {
    if (!isUnlocked) close();
  }, [isUnlocked]);
  return isOpen && isUnlocked ? <Question /> : null;
}

function Question() {
  const leaving = useFeed(KEYS, readLeaving);
  const nowMs = useNow(30_000);
  const words = leaving === null ? null : formatLeaving(leaving, { nowMs, nameMarket });
  return (
    <Dialog title={words?.title ?? LOCK_DIALOG_LABELS.lockVault} onClose={close}>
      <form
        className="stack"
        aria-label={LOCK_DIALOG_LABELS.lockTheVault}
        onSubmit={(event) => {
          event.preventDefault();
          lockNow();
        }}
      >
        {words === null ? (
          <p>{LOCK_DIALOG_LABELS.noPositionIsOpen}</p>
        ) : (
          <dl className="lock-facts">
            {words.facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <footer>
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button primary" {...{ [FIRST_FOCUS]: '' }}>
            Lock
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
