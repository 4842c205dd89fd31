/** Wallet pane header: the risk in two words, and the lock button. */

import { findCustodyWarning, formatWarning, formatWarningTitle } from '#shared/text/custody/custody.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { requestLock } from '../../domain/account/leaving.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { PaneAlert } from '../../ui/marks/PaneAlert.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Dot } from '../../ui/parts.tsx';
import { describeRisk } from './model.ts';

export function Header() {
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const show = useOverlay((state) => state.show);
  if (!wallet || wallet.vault === 'absent') return null;
  const risk = describeRisk(wallet, account);
  return (
    <>
      <span className="dim">
        <Dot tone={risk.tone} label={risk.title} /> {risk.title}
      </span>
      {wallet.vault === 'locked' ? (
        <button type="button" className="button small" onClick={() => show('unlock')}>
          Unlock
        </button>
      ) : (
        <button type="button" className="button small" onClick={requestLock}>
          {WALLET_PANE_LABELS.lockNow}
        </button>
      )}
    </>
  );
}

/** Custody warning in the top bar, also while the Wallet pane is hidden; opens the pane. */
export function Alert() {
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const warning = wallet ? findCustodyWarning(wallet.custody) : null;
  if (warning === null) return null;
  return (
    <PaneAlert
      text={`${formatWarningTitle(warning)} · Wallet`}
      short={formatWarningTitle(warning)}
      title={formatWarning(warning)}
      onOpen={() => openPane('wallet')}
    />
  );
}
