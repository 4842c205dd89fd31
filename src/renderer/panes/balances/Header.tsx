/** Warning about a key without a backup. */

import { PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import { BALANCES_PANE_LABELS } from '#shared/text/account/balancesPaneLabels.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';

export function Header() {
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  if (wallet?.vault !== 'unlocked' || wallet.backedUp || wallet.setup?.status !== 'ready') return null;
  // What a passkey owns is not lost with this key.
  if (wallet.setup.signatureType === PASSKEY_TYPE) return null;
  return (
    <>
      <span className="mine">{BALANCES_PANE_LABELS.keyNotBackedUp}</span>
      <button type="button" className="button small" onClick={() => useOverlay.getState().show('wizard')}>
        {BALANCES_PANE_LABELS.backUp}
      </button>
    </>
  );
}
